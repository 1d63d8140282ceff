// Endpoints as the database keeps them.
import type { Expression, Insertable, Selectable, SqlBool, Updateable } from 'kysely';
import { LIMITS } from '../../../../../generated/limits.ts';
import type { WebhookStatus } from '../../../../../generated/types.ts';
import { english, fromColumn, type Said, toColumn } from '../../../../base/said.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { instantToIso, toInstant } from '../../../../db/instant.ts';
import type { WebhookEndpointTable } from '../../../../db/schema.ts';

type Row = Selectable<WebhookEndpointTable>;

export interface Endpoint {
  readonly object: 'webhook';
  readonly id: string;
  readonly organisation_id: string;
  /** The one company whose events it gets. */
  readonly entity_id: string | null;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  /** `pending`: a person has to let it receive. */
  readonly status: WebhookStatus;
  /** Why it is switched off, in the words of who reads it. */
  readonly status_reason: string | null;
  readonly status_at: string;
  /** Since when nothing was taken; null when the last delivery was. */
  readonly failing_since: string | null;
  /** Until when the secret before the present one signs too. */
  readonly previous_until: string | null;
  readonly created_by_type: string;
  readonly created_by: string;
  readonly created_at: string;
}

const iso = (instant: string | null): string | null => (instant === null ? null : instantToIso(instant));

/** Makes words of a reason. */
export type TellReason = (reason: Said) => string;

const toEndpoint = (row: Row, now: Date, tell: TellReason = english): Endpoint => ({
  object: 'webhook',
  id: row.id,
  organisation_id: row.organisation_id,
  entity_id: row.entity_id,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status === 'deleted' ? 'disabled' : row.status,
  status_reason: row.status_reason === null ? null : tell(fromColumn(row.status_reason)),
  status_at: instantToIso(row.status_at),
  failing_since: iso(row.failing_since),
  previous_until:
    row.previous_until !== null && row.previous_until > toInstant(now) ? iso(row.previous_until) : null,
  created_by_type: row.created_by_type,
  created_by: row.created_by,
  created_at: instantToIso(row.created_at),
});

const present = (db: Reader) =>
  db.selectFrom('webhook_endpoint').selectAll().where('status', '!=', 'deleted');

/** An endpoint of the organisation; with null, of any of them, for commands that name nothing else. */
export const findEndpoint = async (
  db: Reader,
  organisationId: string | null,
  id: string,
  now: Date,
  tell?: TellReason,
): Promise<Endpoint | undefined> => {
  const query = present(db).where('id', '=', id);
  const row = await (
    organisationId === null ? query : query.where('organisation_id', '=', organisationId)
  ).executeTakeFirst();
  return row === undefined ? undefined : toEndpoint(row, now, tell);
};

interface Page {
  readonly after: Expression<SqlBool> | null;
  readonly take: number;
}

/** Newest first. */
export const pageOfEndpoints = async (
  db: Reader,
  organisationId: string,
  status: Endpoint['status'] | null | undefined,
  { after, take }: Page,
  now: Date,
): Promise<Endpoint[]> => {
  let query = present(db).where('organisation_id', '=', organisationId);
  if (status !== undefined && status !== null) query = query.where('status', '=', status);
  if (after !== null) query = query.where(after);
  return (await query.orderBy('id', 'desc').limit(take).execute()).map((row) => toEndpoint(row, now));
};

/** Oldest first. */
export const listEndpoints = async (
  db: Reader,
  organisationId: string | null,
  now: Date,
  tell?: TellReason,
): Promise<Endpoint[]> => {
  const query = present(db).orderBy('id');
  const rows = await (
    organisationId === null ? query : query.where('organisation_id', '=', organisationId)
  ).execute();
  return rows.map((row) => toEndpoint(row, now, tell));
};

/** Undefined leaves the column as it is. */
const columnOf = (reason: Said | null | undefined): string | null | undefined =>
  reason === null || reason === undefined ? reason : toColumn(reason, LIMITS.Webhook.status_reason);

interface Reasoned {
  readonly status_reason?: Said | null;
}

type Made = 'status_reason' | 'lease_owner' | 'lease_until' | 'lease_fence' | 'visited_at';

export const insertEndpoint = async (
  db: Writer,
  row: Omit<Insertable<WebhookEndpointTable>, Made> & Reasoned,
): Promise<void> => {
  await db
    .insertInto('webhook_endpoint')
    .values({
      ...row,
      status_reason: columnOf(row.status_reason),
      visited_at: row.created_at,
      lease_owner: null,
      lease_until: null,
      lease_fence: 0,
    })
    .execute();
};

export const updateEndpoint = async (
  db: Writer,
  id: string,
  set: Omit<Updateable<WebhookEndpointTable>, 'status_reason'> & Reasoned,
): Promise<void> => {
  await db
    .updateTable('webhook_endpoint')
    .set({ ...set, status_reason: columnOf(set.status_reason) })
    .where('id', '=', id)
    .execute();
};

/** Keeps others from changing it until the change is stored. */
export const lockEndpoint = async (
  db: Writer,
  organisationId: string,
  id: string,
  now: Date,
): Promise<Endpoint | undefined> => {
  const row = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined || row.status === 'deleted' ? undefined : toEndpoint(row, now);
};

export interface SealedSecrets {
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: string | null;
}

export const readSecrets = (db: Reader, id: string): Promise<SealedSecrets | undefined> =>
  db
    .selectFrom('webhook_endpoint')
    .select(['secret', 'previous_secret', 'previous_until'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Of all organisations, for checking that they open. */
export const listSecrets = (db: Reader): Promise<{ readonly id: string; readonly secret: string }[]> =>
  db.selectFrom('webhook_endpoint').select(['id', 'secret']).execute();
