// Statements on codes and tokens of connected apps. Only hashes are stored; each is used up by a conditional update.
import type { ApiKeyId, EntityId, OrganisationId } from '../../../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';
import type { Role } from '../../../ground/organisations/role.ts';
import type { Identity } from '../../access/identity.ts';
import { roleAllows } from '../role-scopes.ts';

export interface Code {
  readonly organisation_id: OrganisationId;
  readonly api_key_id: ApiKeyId;
  readonly oauth_client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
}

export const insertCode = async (
  db: Writer,
  code: Code & { readonly code_hash: string },
  { now, expires_at }: { readonly now: Date; readonly expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('oauth_code')
    .values({ ...code, expires_at: toInstant(expires_at), used_at: null, created_at: toInstant(now) })
    .execute();
};

export const findCode = async (
  db: Reader,
  code_hash: string,
): Promise<(Code & { readonly used: boolean; readonly expires_at: Date }) | undefined> => {
  const row = await db
    .selectFrom('oauth_code')
    .select([
      'organisation_id',
      'api_key_id',
      'oauth_client_id',
      'redirect_uri',
      'code_challenge',
      'used_at',
      'expires_at',
    ])
    .where('code_hash', '=', code_hash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { used_at, expires_at, ...code } = row;
  return {
    ...code,
    organisation_id: code.organisation_id as OrganisationId,
    api_key_id: code.api_key_id as ApiKeyId,
    used: used_at !== null,
    expires_at: parseInstant(expires_at),
  };
};

/** Of two who exchange it at once, one gets true. */
export const takeCode = async (db: Writer, code_hash: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oauth_code')
    .set({ used_at: toInstant(now) })
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export interface NewToken {
  readonly token_hash: string;
  readonly kind: 'access' | 'refresh';
  readonly api_key_id: ApiKeyId;
  readonly expires_at: Date;
}

export const insertTokens = async (db: Writer, tokens: readonly NewToken[], now: Date): Promise<void> => {
  await db
    .insertInto('oauth_token')
    .values(
      tokens.map((token) => ({
        ...token,
        expires_at: toInstant(token.expires_at),
        used_at: null,
        created_at: toInstant(now),
      })),
    )
    .execute();
};

/** A token with the app that it is of, as that is now. */
export interface AppToken {
  readonly kind: 'access' | 'refresh';
  readonly used_at: Date | null;
  readonly api_key_id: ApiKeyId;
  readonly organisation_id: OrganisationId;
  readonly oauth_client_id: string | null;
  /** Of the key; what the person's role allows is less. */
  readonly granted: readonly string[];
  readonly role: Role;
}

const selectApps = (db: Reader, now: Date) =>
  db
    .selectFrom('api_key')
    .innerJoin('member', (on) =>
      on
        .onRef('member.organisation_id', '=', 'api_key.organisation_id')
        .onRef('member.id', '=', 'api_key.created_by'),
    )
    .where('member.removed_at', 'is', null)
    // Who has proven the address of a member takes its place: apps of whoever was there before end with that.
    .where(({ or, eb }) =>
      or([eb('member.person_id', 'is', null), eb('member.person_id', '=', eb.ref('api_key.person_id'))]),
    )
    .where('api_key.revoked_at', 'is', null)
    .where('api_key.oauth_client_id', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('api_key.expires_at', 'is', null), eb('api_key.expires_at', '>', toInstant(now))]),
    );

/** One that holds, of an app that was not ended, of a person who still belongs to its organisation. */
export const findToken = async (db: Reader, token_hash: string, now: Date): Promise<AppToken | undefined> => {
  const row = await selectApps(db, now)
    .innerJoin('oauth_token', 'oauth_token.api_key_id', 'api_key.id')
    .select([
      'oauth_token.kind',
      'oauth_token.used_at',
      'oauth_token.api_key_id',
      'api_key.organisation_id',
      'api_key.oauth_client_id',
      'api_key.scopes',
      'member.role',
    ])
    .where('oauth_token.token_hash', '=', token_hash)
    .where('oauth_token.expires_at', '>', toInstant(now))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { scopes, used_at, ...token } = row;
  return {
    ...token,
    api_key_id: token.api_key_id as ApiKeyId,
    organisation_id: token.organisation_id as OrganisationId,
    granted: scopes,
    used_at: used_at === null ? null : parseInstant(used_at),
  };
};

/** Of two who exchange it at once, one gets true. */
export const takeToken = async (db: Writer, token_hash: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('oauth_token')
    .set({ used_at: toInstant(now) })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deleteToken = async (db: Writer, token_hash: string): Promise<void> => {
  await db.deleteFrom('oauth_token').where('token_hash', '=', token_hash).execute();
};

/** What an app may do at the moment of a call. */
export interface AppScopes {
  readonly granted: readonly string[];
  readonly role: Role;
}

/** The role of the person for whom the app acts; undefined when it may do nothing any more. */
export const findApp = async (
  db: Reader,
  api_key_id: ApiKeyId,
  now: Date,
): Promise<AppScopes | undefined> => {
  const row = await selectApps(db, now)
    .select(['api_key.scopes', 'member.role'])
    .where('api_key.id', '=', api_key_id)
    .executeTakeFirst();
  return row === undefined ? undefined : { granted: row.scopes, role: row.role };
};

/** Whose access token it is. Both what was granted and what the person's role allows are read anew each time. */
export const findAppIdentity = async (
  { reader }: Pick<Database, 'reader'>,
  token_hash: string,
  now: Date,
): Promise<Identity | undefined> => {
  const row = await selectApps(reader, now)
    .innerJoin('oauth_token', 'oauth_token.api_key_id', 'api_key.id')
    .leftJoin('person', 'person.id', 'api_key.person_id')
    .select([
      'person.locale',
      'api_key.id',
      'api_key.type',
      'api_key.organisation_id',
      'api_key.entity_id',
      'api_key.scopes',
      'api_key.toolsets',
      'member.role',
    ])
    .where('oauth_token.token_hash', '=', token_hash)
    .where('oauth_token.kind', '=', 'access')
    .where('oauth_token.expires_at', '>', toInstant(now))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role } = row;
  return {
    key_id: row.id as ApiKeyId,
    type: row.type,
    organisation_id: row.organisation_id as OrganisationId,
    entity_id: row.entity_id as EntityId | null,
    scopes: new Set(row.scopes.filter((scope) => roleAllows(role, scope))),
    toolsets: new Set(row.toolsets ?? []),
    app: { mayHave: (scope) => roleAllows(role, scope), language: row.locale },
  };
};
