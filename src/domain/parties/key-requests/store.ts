// Statements on requests for API keys; all of them name the organisation.
import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyId, ApiKeyRequestId, EntityId } from '../../../../generated/ids.ts';
import type { RequestStatus } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { ApiKeyRequestTable, DB } from '../../../db/schema.ts';

export interface KeyRequest {
  readonly object: 'api_key_request';
  readonly id: ApiKeyRequestId;
  readonly status: RequestStatus;
  readonly name: string;
  readonly reason: string;
  readonly entity_id: EntityId | null;
  readonly scopes: string[];
  readonly toolsets: string[];
  readonly key_expires_at: string;
  readonly requested_by: ApiKeyId;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly rejection: string | null;
  readonly api_key_id: ApiKeyId | null;
}

/** With the organisation that it belongs to. */
export type StoredRequest = KeyRequest & { readonly organisation_id: string };

const toRequest = (row: Selectable<ApiKeyRequestTable>, now: Date): KeyRequest => ({
  object: 'api_key_request',
  id: row.id as ApiKeyRequestId,
  status: row.status === 'pending' && row.expires_at <= toInstant(now) ? 'expired' : row.status,
  name: row.name,
  reason: row.reason,
  entity_id: row.entity_id as EntityId | null,
  scopes: [...row.scopes],
  toolsets: [...row.toolsets],
  key_expires_at: instantToIso(row.key_expires_at),
  requested_by: row.requested_by as ApiKeyId,
  requested_at: instantToIso(row.requested_at),
  expires_at: instantToIso(row.expires_at),
  decided_by: row.decided_by,
  decided_at: row.decided_at === null ? null : instantToIso(row.decided_at),
  rejection: row.rejection,
  api_key_id: row.api_key_id as ApiKeyId | null,
});

export const insertRequest = async (db: Writer, row: Insertable<ApiKeyRequestTable>): Promise<void> => {
  await db.insertInto('api_key_request').values(row).execute();
};

/** See `findRow`. */
export const findRequest = async (
  db: Reader,
  organisationId: string | null,
  id: string,
  now: Date,
): Promise<StoredRequest | undefined> => {
  const row = await findRow(db, 'api_key_request', organisationId, id);
  return row && { ...toRequest(row, now), organisation_id: row.organisation_id };
};

/** The newest requests first, at most this many. */
export const SHOWN_REQUESTS = 200;

export const listRequests = async (
  db: Reader,
  organisationId: string,
  now: Date,
  status?: RequestStatus,
): Promise<KeyRequest[]> => {
  const query = db
    .selectFrom('api_key_request')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .limit(SHOWN_REQUESTS);
  const stored = status === 'expired' ? 'pending' : status;
  const ends = status === 'pending' ? '>' : status === 'expired' ? '<=' : undefined;
  const some = stored === undefined ? query : query.where('status', '=', stored);
  const rows = await (ends === undefined ? some : some.where('expires_at', ends, toInstant(now))).execute();
  return rows.map((row) => toRequest(row, now));
};

/** Whether the key asked for the other one, which a person then made. */
export const isAskedForBy = async (
  db: Reader,
  made: { readonly id: string; readonly organisation_id: string },
  { key_id }: { readonly key_id: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('api_key_request')
    .select('id')
    .where('organisation_id', '=', made.organisation_id)
    .where('status', '=', 'approved')
    .where('api_key_id', '=', made.id)
    .where('requested_by', '=', key_id)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whatever keys ask a person for. Both tables have the columns named here, so the builders are typed with one of them. */
type Table = 'api_key_request' | 'change_request';

/** A row of the organisation; with null, of any of them, for commands that name nothing else. */
export const findRow = <T extends Table>(db: Reader, table: T, organisationId: string | null, id: string) => {
  const query = db
    .selectFrom(table as 'api_key_request')
    .selectAll()
    .where('id', '=', id);
  const own = organisationId === null ? query : query.where('organisation_id', '=', organisationId);
  return own.$castTo<Selectable<DB[T]>>().executeTakeFirst();
};

/** How many requests of the key wait for a person. */
export const countOpen = async (
  db: Reader,
  table: Table,
  { organisation_id, key }: { readonly organisation_id: string; readonly key: string },
  now: Date,
): Promise<number> => {
  const { open } = await db
    .selectFrom(table as 'api_key_request')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('organisation_id', '=', organisation_id)
    .where('status', '=', 'pending')
    .where('requested_by', '=', key)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirstOrThrow();
  return open;
};

export interface Decision {
  readonly status: 'approved' | 'rejected' | 'withdrawn';
  /** Null for one that its asker withdrew. */
  readonly decided_by: string | null;
  readonly rejection: string | null;
}

/** False when somebody else decided first, or the request has run out. */
export const decideRow = async (
  db: Writer,
  table: Table,
  id: string,
  decision: Decision & { readonly open_key?: null },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable(table as 'change_request')
    .set({ ...decision, decided_at: toInstant(now) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const noteKey = async (db: Writer, id: string, key: ApiKeyId): Promise<void> => {
  await db.updateTable('api_key_request').set({ api_key_id: key }).where('id', '=', id).execute();
};
