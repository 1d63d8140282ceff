// API keys as stored: made, listed and revoked on the admin side, looked up by each request.
import type { ApiKeyId, EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { Scope } from '../../../generated/scopes.ts';
import type { Database, Writer } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { ApiKeyType, Identity } from './identity.ts';
import { hashSecret, newSecret } from './secret.ts';

export interface NewKey {
  readonly organisation_id: OrganisationId;
  readonly entity_id: EntityId | null;
  readonly type: ApiKeyType;
  readonly name: string;
  readonly scopes: readonly (Scope | '*')[];
  readonly expires_at: Date | null;
}

export interface CreatedKey {
  readonly id: ApiKeyId;
  /** The only time that the secret is known. */
  readonly secret: string;
}

/** Stores the hash of a new secret and hands the secret out once. */
export const createKey = async (db: Writer, key: NewKey, now: Date): Promise<CreatedKey> => {
  const id = newId('ApiKeyId');
  const secret = newSecret();
  await db
    .insertInto('api_key')
    .values({
      id,
      organisation_id: key.organisation_id,
      entity_id: key.entity_id,
      type: key.type,
      name: key.name,
      secret_hash: hashSecret(secret),
      hint: secret.slice(-4),
      scopes: JSON.stringify(key.scopes),
      expires_at: key.expires_at === null ? null : toInstant(key.expires_at),
      revoked_at: null,
      last_used_at: null,
      created_at: toInstant(now),
    })
    .execute();
  return { id, secret };
};

/** The key's identity, unless it is unknown, revoked or expired. */
export const findIdentity = async (
  { reader }: Database,
  secretHash: string,
  now: Date,
): Promise<Identity | undefined> => {
  const row = await reader
    .selectFrom('api_key')
    .select(['id', 'type', 'organisation_id', 'entity_id', 'scopes', 'expires_at', 'revoked_at'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null) return undefined;
  if (row.expires_at !== null && row.expires_at <= toInstant(now)) return undefined;
  return {
    key_id: row.id as ApiKeyId,
    type: row.type,
    organisation_id: row.organisation_id as OrganisationId,
    entity_id: row.entity_id as EntityId | null,
    scopes: new Set(row.scopes),
  };
};

/** Marks the key as revoked; false when there is no such unrevoked key. */
export const revokeKey = async (db: Writer, id: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('api_key')
    .set({ revoked_at: toInstant(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Keeps when the key was last used, to the minute. */
export const touchKey = async (database: Database, id: ApiKeyId, now: Date): Promise<void> => {
  await database.kysely
    .updateTable('api_key')
    .set({ last_used_at: toInstant(now) })
    .where('id', '=', id)
    .execute();
};
