import type { OrganisationId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import {
  createOrganisation,
  getOrganisation,
  setSeparateApprover,
} from '../../domain/ground/organisations/organisation.ts';
import { listOrganisations } from '../../domain/ground/organisations/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { arg, BY, command, must, needed, oneOf, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';
import { signInCommand } from './org-sign-in.ts';

const ORGANISATION = arg<OrganisationId>(parseId('OrganisationId'));

export const orgCommands: Rows = {
  create: command({
    options: { name: must(text) },
    answer: async ({ changeOrganisation }, options) => {
      const id = await changeOrganisation(newId('OrganisationId'), options, (ctx) =>
        createOrganisation(ctx, options.name),
      );
      return oneRecord({ id });
    },
  }),
  update: command({
    args: [ORGANISATION],
    options: {
      separateApprover: needed(oneOf(['on', 'off'])),
      by: BY,
    },
    answer: async ({ database, changeOrganisation }, options, id) => {
      await getOrganisation(database.reader, id);
      const on = options.separateApprover === 'on';
      return oneRecord(
        await changeOrganisation(id, { ...options, id }, (ctx) => setSeparateApprover(ctx, on)),
      );
    },
  }),
  show: command({
    args: [ORGANISATION],
    answer: async ({ database: { reader } }, _, id) => {
      const found = (await listOrganisations(reader)).find((one) => one.id === id);
      return oneRecord(found ?? (await getOrganisation(reader, id)));
    },
  }),
  list: command({
    answer: async ({ database: { reader } }) =>
      manyRecords(await listOrganisations(reader), ['id', 'name', 'created_at']),
  }),
  'sign-in': signInCommand,
};
