// Company sign-in is set up by whoever runs the service: it asks an address of their choice for keys.
import type { OrganisationId } from '../../../generated/ids.ts';
import { readInputFile, RECORD_FILE } from '../../base/input-file.ts';
import { Refusal } from '../../base/refusal.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import type { IssuerClient } from '../../domain/parties/persons/company/issuer.ts';
import { companyReturnPath, setCompanySignIn } from '../../domain/parties/persons/company/sign-in.ts';
import { oneRecord } from '../answer.ts';
import { BY, type Register, resolveAct } from '../command.ts';
import { email, parseId, text } from '../values.ts';

interface Options {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly off?: boolean;
  readonly by?: string;
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

export const orgSignInCommand: Register = (program, run) => {
  const org = program.commands.find((command) => command.name() === 'org') ?? program.command('org');
  org
    .command('sign-in')
    .description("let invited people sign in with their company's own accounts (OpenID Connect)")
    .argument('<organisation>', 'its id', parseId('OrganisationId', 'organisation'))
    .option('--issuer <url>', 'address of the OpenID provider', text)
    .option('--client-id <id>', 'as the provider knows this service', text)
    .option('--secret-file <path>', 'file with the client secret')
    .option('--off', 'end it')
    .option(...BY, email)
    .action((id: OrganisationId, options: Options) =>
      run.onDatabase(async ({ books, config, database, now, secrets: openSecrets }) => {
        await getOrganisation(database.reader, id);
        const wanted = await wantedIn(options);
        const act = await resolveAct(database.reader, id, 'org sign-in', { ...options, id }, now);
        const secrets = await openSecrets();
        await books.changeOrganisation(id, act, (ctx) => setCompanySignIn(ctx, secrets, wanted));
        const origin = config.public_url ?? `http://localhost:${config.port}`;
        return oneRecord({
          organisation_id: id,
          issuer: wanted?.issuer ?? null,
          redirect_uri: wanted === null ? null : `${origin}${companyReturnPath(id)}`,
          page: wanted === null ? null : `${origin}/sign-in/company/${id}`,
        });
      }),
    );
};
