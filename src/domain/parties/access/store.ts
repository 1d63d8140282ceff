// Statements on API keys: looked up by each request, listed for administrators without the secret.
import type { ApiKeyStatus } from '../../../../generated/types.ts';
import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyId, EntityId, OrganisationId, PersonId } from '../../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { ApiKeyTable } from '../../../db/schema.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import type { Condition, OrderColumn } from '../../ground/lists/store.ts';
import type { Identity } from './identity.ts';

export interface KeyRecord {
  readonly object: 'api_key';
  readonly id: string;
  readonly organisation_id: string;
  readonly entity_id: string | null;
  readonly type: string;
  readonly name: string;
  /** The last characters of the secret. */
  readonly hint: string;
  /** The member who made it, when one is known. */
  readonly created_by: string | null;
  /** Of an app that a person connected: for whom it acts, and which program it is. */
  readonly person_id?: PersonId;
  readonly oauth_client_id?: string;
  readonly scopes: readonly string[];
  /** The sets of tools beside the common ones. */
  readonly toolsets: readonly string[];
  readonly status: ApiKeyStatus;
  readonly expires_at: string | null;
  /** Until when the secret before the present one is valid too; null when it is not. */
  readonly previous_until: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

const iso = (instant: string | null): string | null => (instant === null ? null : instantToIso(instant));

const deriveStatus = (row: Selectable<ApiKeyTable>, now: Date): KeyRecord['status'] => {
  if (row.revoked_at !== null) return 'revoked';
  const expired = row.expires_at !== null && new Date(instantToIso(row.expires_at)) <= now;
  return expired ? 'expired' : 'active';
};

const previousUntil = ({ previous_until }: Selectable<ApiKeyTable>, now: Date): string | null =>
  previous_until !== null && previous_until > toInstant(now) ? instantToIso(previous_until) : null;

const appOf = ({
  person_id,
  oauth_client_id,
}: Selectable<ApiKeyTable>): Pick<KeyRecord, 'person_id' | 'oauth_client_id'> =>
  person_id === null || oauth_client_id === null ? {} : { person_id: person_id as PersonId, oauth_client_id };

const describeKey = (row: Selectable<ApiKeyTable>, now: Date): KeyRecord => ({
  object: 'api_key',
  id: row.id,
  organisation_id: row.organisation_id,
  entity_id: row.entity_id,
  type: row.type,
  name: row.name,
  hint: row.hint,
  created_by: row.created_by,
  ...appOf(row),
  scopes: row.scopes,
  toolsets: row.toolsets ?? [],
  status: deriveStatus(row, now),
  expires_at: iso(row.expires_at),
  previous_until: previousUntil(row, now),
  revoked_at: iso(row.revoked_at),
  last_used_at: iso(row.last_used_at),
  created_at: instantToIso(row.created_at),
});

/** The keys of the organisation, or of all organisations, oldest first. */
export const listKeys = async (
  db: Reader,
  organisationId: string | null,
  now: Date,
): Promise<KeyRecord[]> => {
  let query = db.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('id');
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  const rows = await query.execute();
  return rows.map((row) => describeKey(row, now));
};

/** The keys that still open something and that this member made. */
export const keysMadeBy = async (
  db: Reader,
  { organisation_id, id }: { readonly organisation_id: string; readonly id: string },
  now: Date,
): Promise<KeyRecord[]> => {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('created_by', '=', id)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => describeKey(row, now)).filter(({ status }) => status === 'active');
};

/** The connected apps of this program that still open something. */
export const keysOfClient = async (db: Reader, clientId: string, now: Date): Promise<KeyRecord[]> => {
  const keys = db.selectFrom('api_key').selectAll().where('oauth_client_id', '=', clientId);
  const rows = await keys.where('revoked_at', 'is', null).orderBy('id').execute();
  return rows.map((row) => describeKey(row, now)).filter(({ status }) => status === 'active');
};

/** Newest first; the ids of keys are in the order of their making. */
export const KEY_ORDER: readonly OrderColumn<KeyRecord>[] = [
  { column: 'api_key.id', direction: 'descending', type: 'text', value: ({ id }) => id },
];

export interface KeyFilters {
  readonly status?: KeyRecord['status'] | null | undefined;
}

const keysInState = ({ db, organisation_id, now }: OrganisationScope, { status }: KeyFilters) => {
  const keys = db.selectFrom('api_key').where('api_key.organisation_id', '=', organisation_id);
  if (status === 'revoked') return keys.where('api_key.revoked_at', 'is not', null);
  if (status === undefined || status === null) return keys;
  const valid = keys.where('api_key.revoked_at', 'is', null);
  const moment = toInstant(now);
  return status === 'expired'
    ? valid.where('api_key.expires_at', '<=', moment)
    : valid.where(({ or, eb }) =>
        or([eb('api_key.expires_at', 'is', null), eb('api_key.expires_at', '>', moment)]),
      );
};

export const readKeys = async (
  ctx: OrganisationScope,
  filters: KeyFilters,
  after: Condition | null,
  take: number,
): Promise<KeyRecord[]> => {
  const query = keysInState(ctx, filters);
  const rows = await (after === null ? query : query.where(after))
    .selectAll('api_key')
    .orderBy('api_key.id', 'desc')
    .limit(take)
    .execute();
  return rows.map((row) => describeKey(row, ctx.now));
};

export const countKeys = async (ctx: OrganisationScope, filters: KeyFilters, max: number): Promise<number> =>
  (await keysInState(ctx, filters).select('api_key.id').limit(max).execute()).length;

export const findKey = async (db: Reader, id: string, now: Date): Promise<KeyRecord | undefined> => {
  const row = await db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : describeKey(row, now);
};

/**
 * Lets one change of a key follow the other, until the transaction ends. Returns the company that the key is bound to; null
 * for all of its organisation.
 */
export const lockKey = async (db: Writer, id: string): Promise<string | null> => {
  const keys = db.selectFrom('api_key').select('entity_id').where('id', '=', id);
  return (await keys.forUpdate().executeTakeFirst())?.entity_id ?? null;
};

export const insertKey = async (db: Writer, row: Insertable<ApiKeyTable>): Promise<void> => {
  await db.insertInto('api_key').values(row).execute();
};

/** The key's identity by its secret or, for a while, the one before; unless it is unknown, revoked or expired. */
export const findIdentity = async (
  { reader }: Database,
  secretHash: string,
  now: Date,
): Promise<Identity | undefined> => {
  const keys = reader
    .selectFrom('api_key')
    .select(['id', 'type', 'organisation_id', 'entity_id', 'scopes', 'toolsets', 'expires_at', 'revoked_at']);
  const row =
    (await keys.where('secret_hash', '=', secretHash).executeTakeFirst()) ??
    (await keys
      .where('previous_secret_hash', '=', secretHash)
      .where('previous_until', '>', toInstant(now))
      .executeTakeFirst());
  if (row === undefined || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at <= toInstant(now)) return undefined;
  return {
    key_id: row.id as ApiKeyId,
    type: row.type,
    organisation_id: row.organisation_id as OrganisationId,
    entity_id: row.entity_id as EntityId | null,
    scopes: new Set(row.scopes),
    toolsets: new Set(row.toolsets ?? []),
  };
};

export interface NewSecret {
  readonly hash: string;
  readonly hint: string;
  /** When the present secret ends. */
  readonly previous_until: Date | null;
}

/** Gives the key another secret; the present one becomes the one before. False if the key is revoked. */
export const replaceSecret = async (
  db: Writer,
  id: string,
  { hash, hint, previous_until }: NewSecret,
): Promise<boolean> => {
  const keys = db.selectFrom('api_key').select('secret_hash').where('id', '=', id);
  const present = await keys.where('revoked_at', 'is', null).forUpdate().executeTakeFirst();
  if (present === undefined) return false;
  await db
    .updateTable('api_key')
    .set({
      secret_hash: hash,
      hint,
      previous_secret_hash: previous_until === null ? null : present.secret_hash,
      previous_until: previous_until === null ? null : toInstant(previous_until),
    })
    .where('id', '=', id)
    .execute();
  return true;
};

/** What a connected app may do, and for which company; at once for every call that follows. */
export const updateReach = async (
  db: Writer,
  id: string,
  { scopes, toolsets, entity_id }: Pick<KeyRecord, 'scopes' | 'toolsets' | 'entity_id'>,
): Promise<void> => {
  await db
    .updateTable('api_key')
    .set({ entity_id, scopes: JSON.stringify(scopes), toolsets: JSON.stringify(toolsets) })
    .where('id', '=', id)
    .execute();
};

/** Marks the key as revoked; false if there is no such active key. */
export const revokeKey = async (db: Writer, id: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('api_key')
    .set({ revoked_at: toInstant(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Stores when the key was last used, to the minute. */
export const touchKey = async (database: Database, id: ApiKeyId, now: Date): Promise<void> => {
  await database.kysely
    .updateTable('api_key')
    .set({ last_used_at: toInstant(now) })
    .where('id', '=', id)
    .execute();
};
