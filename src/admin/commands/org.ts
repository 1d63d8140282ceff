import type { OrganisationId } from '../../../generated/ids.ts';
import { newId } from '../../db/ids.ts';
import {
  createOrganisation,
  getOrganisation,
  setSeparateApprover,
} from '../../domain/ground/organisations/organisation.ts';
import { listOrganisations } from '../../domain/ground/organisations/store.ts';
import { readInputFile, RECORD_FILE } from '../../base/input-file.ts';
import { Refusal } from '../../base/refusal.ts';
import type { IssuerClient } from '../../domain/parties/persons/company/issuer.ts';
import { companyReturnPath, setCompanySignIn } from '../../domain/parties/persons/company/sign-in.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { arg, BY, command, may, must, needed, on, oneOf, type Rows } from '../define.ts';
import { parseId, text } from '../values.ts';

const ORGANISATION = arg<OrganisationId>(parseId('OrganisationId'));

interface Options {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly off?: boolean;
}

const readSecret = async (path: string): Promise<string> =>
  (await readInputFile(path, RECORD_FILE)).toString('utf8').trim();

/** Null: switched off. */
const wantedIn = async ({
  issuer,
  clientId,
  secretFile,
  off = false,
}: Options): Promise<IssuerClient | null> => {
  if (off && issuer === undefined) return null;
  if (off || issuer === undefined || clientId === undefined || secretFile === undefined)
    throw new Refusal('usage', 'Give --issuer, --client-id and --secret-file, or --off alone.');
  return { issuer, client_id: clientId, client_secret: await readSecret(secretFile) };
};

/** Set up by whoever runs the service: it asks an address of their choice for keys. */
const signInCommand = command({
  args: [ORGANISATION],
  options: { issuer: may(text), clientId: may(text), secretFile: may(), off: on, by: BY },
  answer: async ({ config, database, secrets: openSecrets, changeOrganisation }, options, id) => {
    await getOrganisation(database.reader, id);
    const wanted = await wantedIn(options);
    const secrets = await openSecrets();
    await changeOrganisation(id, { ...options, id }, (ctx) => setCompanySignIn(ctx, secrets, wanted));
    const origin = config.public_url ?? `http://localhost:${config.port}`;
    return oneRecord({
      organisation_id: id,
      issuer: wanted?.issuer ?? null,
      redirect_uri: wanted === null ? null : `${origin}${companyReturnPath(id)}`,
      page: wanted === null ? null : `${origin}/sign-in/company/${id}`,
    });
  },
});

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
    options: { separateApprover: needed(oneOf(['on', 'off'])), by: BY },
    answer: async ({ database, changeOrganisation }, options, id) => {
      await getOrganisation(database.reader, id);
      const isOn = options.separateApprover === 'on';
      return oneRecord(
        await changeOrganisation(id, { ...options, id }, (ctx) => setSeparateApprover(ctx, isOn)),
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
