// API keys as administrators see them: everything but the secret.
import type { Selectable } from 'kysely';
import type { Reader } from '../../db/database.ts';
import { instantToIso } from '../../db/instant.ts';
import type { ApiKeyTable } from '../../db/schema.ts';

export interface KeyRecord {
  readonly object: 'api_key';
  readonly id: string;
  readonly organisation_id: string;
  readonly entity_id: string | null;
  readonly type: string;
  readonly name: string;
  /** The last characters of the secret. */
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly status: 'active' | 'expired' | 'revoked';
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

const iso = (instant: string | null): string | null => (instant === null ? null : instantToIso(instant));

const statusOf = (row: Selectable<ApiKeyTable>, now: Date): KeyRecord['status'] => {
  if (row.revoked_at !== null) return 'revoked';
  const expired = row.expires_at !== null && new Date(instantToIso(row.expires_at)) <= now;
  return expired ? 'expired' : 'active';
};

const describeKey = (row: Selectable<ApiKeyTable>, now: Date): KeyRecord => ({
  object: 'api_key',
  id: row.id,
  organisation_id: row.organisation_id,
  entity_id: row.entity_id,
  type: row.type,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  status: statusOf(row, now),
  expires_at: iso(row.expires_at),
  revoked_at: iso(row.revoked_at),
  last_used_at: iso(row.last_used_at),
  created_at: instantToIso(row.created_at),
});

/** Every key of the organisation, or of all organisations, oldest first. */
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

export const findKey = async (db: Reader, id: string, now: Date): Promise<KeyRecord | undefined> => {
  const row = await db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : describeKey(row, now);
};
