// Statements on what programs ask for, until a person has answered.
import type { PersonSessionId } from '../../../../../generated/ids.ts';
import type { Scope } from '../../../../../generated/scopes.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { knownScopes } from '../role-scopes.ts';

export interface AccessRequest {
  readonly oauth_client_id: string;
  /** The address of this service by which the program knows it. */
  readonly issuer: string;
  readonly redirect_uri: string;
  readonly state: string | null;
  readonly code_challenge: string;
  readonly scopes: readonly Scope[];
}

/** Those that nobody answered are removed on the way, some at a time. */
const SWEPT = 100;

export const insertRequest = async (
  db: Writer,
  { scopes, ...request }: AccessRequest & { readonly id_hash: string },
  { now, expires_at }: { readonly now: Date; readonly expires_at: Date },
): Promise<void> => {
  await db.deleteFrom('oauth_request').where('expires_at', '<', toInstant(now)).limit(SWEPT).execute();
  await db
    .insertInto('oauth_request')
    .values({
      ...request,
      scopes: JSON.stringify(scopes),
      person_session_id: null,
      expires_at: toInstant(expires_at),
      created_at: toInstant(now),
    })
    .execute();
};

/** What is asked for, if it still waits and this session opened it first. */
export const findRequest = async (
  db: Reader,
  { id_hash, session }: { readonly id_hash: string; readonly session: PersonSessionId },
  now: Date,
): Promise<AccessRequest | undefined> => {
  const row = await db
    .selectFrom('oauth_request')
    .select(['oauth_client_id', 'issuer', 'redirect_uri', 'state', 'code_challenge', 'scopes'])
    .where('id_hash', '=', id_hash)
    .where('person_session_id', '=', session)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, scopes: knownScopes(row.scopes) };
};

/** From now on it is this session's alone. */
export const bindRequest = async (
  db: Writer,
  { id_hash, session }: { readonly id_hash: string; readonly session: PersonSessionId },
): Promise<void> => {
  await db
    .updateTable('oauth_request')
    .set({ person_session_id: session })
    .where('id_hash', '=', id_hash)
    .where('person_session_id', 'is', null)
    .execute();
};

/** Of two who answer it at once, one gets true. */
export const takeRequest = async (
  db: Writer,
  { id_hash, session }: { readonly id_hash: string; readonly session: PersonSessionId },
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_request')
    .where('id_hash', '=', id_hash)
    .where('person_session_id', '=', session)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
