import { Option } from 'commander';
import type { OrganisationId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import {
  createOrganisation,
  getOrganisation,
  setSeparateApprover,
} from '../../domain/ground/organisations/organisation.ts';
import { listOrganisations } from '../../domain/ground/organisations/store.ts';
import { newAct, SYSTEM } from '../../domain/ground/change/change.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { BY, type Register, resolveAct } from '../command.ts';
import { email, parseId, text } from '../values.ts';

export const orgCommands: Register = (program, run) => {
  const org = program.command('org').description('organisations');
  org
    .command('create')
    .description('make an organisation')
    .requiredOption('--name <name>', 'its name', text)
    .action((options: { name: string }) =>
      run.onDatabase(async ({ books, now }) => {
        const act = newAct(SYSTEM, 'org create', options, now);
        const id = await books.changeOrganisation(newId('OrganisationId'), act, (ctx) =>
          createOrganisation(ctx, options.name),
        );
        return oneRecord({ id });
      }),
    );
  org
    .command('update')
    .description('change what holds for all of it')
    .argument('<organisation>', 'its id', parseId('OrganisationId', 'organisation'))
    .addOption(
      new Option('--separate-approver <state>', 'who asked, or made the key that asked, may not approve')
        .choices(['on', 'off'])
        .makeOptionMandatory(),
    )
    .option(...BY, email)
    .action(
      (id: OrganisationId, options: { readonly separateApprover: 'on' | 'off'; readonly by?: string }) =>
        run.onDatabase(async ({ books, database: { reader }, now }) => {
          await getOrganisation(reader, id);
          const act = await resolveAct(reader, id, 'org update', { ...options, id }, now);
          const on = options.separateApprover === 'on';
          return oneRecord(await books.changeOrganisation(id, act, (ctx) => setSeparateApprover(ctx, on)));
        }),
    );
  org
    .command('show')
    .description('an organisation with what holds for all of it')
    .argument('<organisation>', 'its id', parseId('OrganisationId', 'organisation'))
    .action((id: OrganisationId) =>
      run.onDatabase(async ({ database: { reader } }) => {
        const found = (await listOrganisations(reader)).find((one) => one.id === id);
        return oneRecord(found ?? (await getOrganisation(reader, id)));
      }),
    );
  org
    .command('list')
    .description('the organisations')
    .action(() =>
      run.onDatabase(async ({ database: { reader } }) =>
        manyRecords(await listOrganisations(reader), ['id', 'name', 'created_at']),
      ),
    );
};
