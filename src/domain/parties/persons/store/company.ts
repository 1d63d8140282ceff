// Statements on company sign-in: the issuer of an organisation, and who is on the way to it.
import type { OrganisationId } from '../../../../../generated/ids.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';

export interface CompanySignIn {
  readonly issuer: string;
  readonly client_id: string;
  /** Sealed. */
  readonly client_secret: string;
}

export const findCompanySignIn = (
  db: Reader,
  organisationId: OrganisationId,
): Promise<CompanySignIn | undefined> =>
  db
    .selectFrom('company_sign_in')
    .select(['issuer', 'client_id', 'client_secret'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();

/** The organisation that has one, if it is the only one: others are not named to strangers. */
export const findOnlyCompanySignIn = async (db: Reader): Promise<OrganisationId | undefined> => {
  const rows = await db.selectFrom('company_sign_in').select('organisation_id').limit(2).execute();
  const [only, ...more] = rows;
  return only === undefined || more.length > 0 ? undefined : (only.organisation_id as OrganisationId);
};

/** Of every organisation, sealed. */
export const listCompanySecrets = async (
  db: Reader,
): Promise<{ organisation_id: OrganisationId; client_secret: string }[]> =>
  (await db.selectFrom('company_sign_in').select(['organisation_id', 'client_secret']).execute()).map(
    ({ organisation_id, client_secret }) => ({
      organisation_id: organisation_id as OrganisationId,
      client_secret,
    }),
  );

export const putCompanySignIn = async (
  db: Writer,
  organisation_id: OrganisationId,
  wanted: CompanySignIn | null,
  now: Date,
): Promise<void> => {
  await db.deleteFrom('company_sign_in').where('organisation_id', '=', organisation_id).execute();
  if (wanted === null) return;
  await db
    .insertInto('company_sign_in')
    .values({ organisation_id, ...wanted, created_at: toInstant(now) })
    .execute();
};

export interface CompanyRequest {
  readonly secret_hash: string;
  readonly state: string;
  readonly organisation_id: OrganisationId;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** Those who never came back are removed on the way, some at a time. */
const SWEPT = 100;

export const insertCompanyRequest = async (
  db: Writer,
  request: CompanyRequest,
  { now, expires_at }: { readonly now: Date; readonly expires_at: Date },
): Promise<void> => {
  await db
    .deleteFrom('company_sign_in_request')
    .where('expires_at', '<', toInstant(now))
    .limit(SWEPT)
    .execute();
  await db
    .insertInto('company_sign_in_request')
    .values({ ...request, expires_at: toInstant(expires_at) })
    .execute();
};

/** The request of this browser, which is spent by that. */
export const takeCompanyRequest = async (
  db: Writer,
  { secret_hash, state, organisation_id }: Pick<CompanyRequest, 'secret_hash' | 'state' | 'organisation_id'>,
  now: Date,
): Promise<Pick<CompanyRequest, 'nonce' | 'code_verifier'> | undefined> => {
  const row = await db
    .selectFrom('company_sign_in_request')
    .select(['nonce', 'code_verifier'])
    .where('secret_hash', '=', secret_hash)
    .where('state', '=', state)
    .where('organisation_id', '=', organisation_id)
    .where('expires_at', '>', toInstant(now))
    .forUpdate()
    .executeTakeFirst();
  await db
    .deleteFrom('company_sign_in_request')
    .where('secret_hash', '=', secret_hash)
    .where('state', '=', state)
    .execute();
  return row;
};
