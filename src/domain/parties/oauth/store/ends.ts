// Statements on what has ended: apps that nothing opens any more, and codes, tokens, requests and assertions whose time is up.
import type { ExpressionBuilder } from 'kysely';
import type { ApiKeyId, OrganisationId, PersonId } from '../../../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { DB } from '../../../../db/schema.ts';

/** A code is kept beyond its end, so that a late second use is seen. */
const KEPT_MS = 86_400_000;

/** By which its program gets nothing: it never fetched the tokens of its code, or let the last of them run out. */
const isDead =
  (now: Date) =>
  ({ and, not, exists, selectFrom }: ExpressionBuilder<DB, 'api_key'>) => {
    const moment = toInstant(now);
    const tokens = selectFrom('oauth_token')
      .select('oauth_token.token_hash')
      .whereRef('oauth_token.api_key_id', '=', 'api_key.id')
      .where('oauth_token.expires_at', '>', moment);
    const codes = selectFrom('oauth_code')
      .select('oauth_code.code_hash')
      .whereRef('oauth_code.api_key_id', '=', 'api_key.id')
      .where('oauth_code.used_at', 'is', null)
      .where('oauth_code.expires_at', '>', moment);
    return and([not(exists(tokens)), not(exists(codes))]);
  };

/** Keys of this member by which this program gets nothing any more. */
export const findDeadApps = async (
  db: Reader,
  { organisation_id, oauth_client_id }: { organisation_id: OrganisationId; oauth_client_id: string },
  { person_id, member_id, now }: { person_id: PersonId; member_id: string; now: Date },
): Promise<ApiKeyId[]> => {
  const rows = await db
    .selectFrom('api_key')
    .select('api_key.id')
    .where('api_key.person_id', '=', person_id)
    .where('api_key.organisation_id', '=', organisation_id)
    .where('api_key.oauth_client_id', '=', oauth_client_id)
    .where('api_key.created_by', '=', member_id)
    .where('api_key.revoked_at', 'is', null)
    .where(isDead(now))
    .execute();
  return rows.map(({ id }) => id as ApiKeyId);
};

export const diesNow = async (db: Reader, id: string, now: Date): Promise<boolean> => {
  const keys = db.selectFrom('api_key').select('api_key.id').where('api_key.id', '=', id);
  return (await keys.where(isDead(now)).executeTakeFirst()) !== undefined;
};

export interface Dead {
  readonly api_key_id: ApiKeyId;
  readonly organisation_id: OrganisationId;
}

/** Tokens and codes whose time is up, some of them, with the apps among theirs that nothing opens any more. */
export interface Expired {
  readonly tokens: readonly string[];
  readonly codes: readonly string[];
  readonly dead: readonly Dead[];
}

export const findExpired = async ({ reader }: Database, most: number, now: Date): Promise<Expired> => {
  const tokens = await reader
    .selectFrom('oauth_token')
    .select(['token_hash', 'api_key_id'])
    .where('expires_at', '<', toInstant(now))
    .orderBy('expires_at')
    .limit(most)
    .execute();
  const codes = await reader
    .selectFrom('oauth_code')
    .select(['code_hash', 'api_key_id'])
    .where('expires_at', '<', toInstant(new Date(now.getTime() - KEPT_MS)))
    .orderBy('expires_at')
    .limit(most)
    .execute();
  const ids = [...new Set([...tokens, ...codes].map(({ api_key_id }) => api_key_id))];
  const dead =
    ids.length === 0
      ? []
      : await reader
          .selectFrom('api_key')
          .select(['api_key.id', 'api_key.organisation_id'])
          .where('api_key.id', 'in', ids)
          .where('api_key.revoked_at', 'is', null)
          .where(isDead(now))
          .execute();
  return {
    tokens: tokens.map(({ token_hash }) => token_hash),
    codes: codes.map(({ code_hash }) => code_hash),
    dead: dead.map(({ id, organisation_id }) => ({
      api_key_id: id as ApiKeyId,
      organisation_id: organisation_id as OrganisationId,
    })),
  };
};

export const deleteExpired = async (
  { kysely }: Database,
  { tokens, codes }: Pick<Expired, 'tokens' | 'codes'>,
): Promise<void> => {
  if (tokens.length > 0) await kysely.deleteFrom('oauth_token').where('token_hash', 'in', tokens).execute();
  if (codes.length > 0) await kysely.deleteFrom('oauth_code').where('code_hash', 'in', codes).execute();
};

/** Requests that nobody answered, and what shows that an assertion was used; how many of the two. */
export const sweepAsked = async (db: Writer, most: number, now: Date): Promise<number> => {
  let swept = 0;
  for (const table of ['oauth_request', 'oauth_assertion'] as const) {
    const rows = db.deleteFrom(table).where('expires_at', '<', toInstant(now)).limit(most);
    swept = Math.max(swept, Number((await rows.executeTakeFirstOrThrow()).numDeletedRows));
  }
  return swept;
};
