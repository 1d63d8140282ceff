// Deliveries and their attempts, as people and programs look at them.
import type { Expression, Insertable, Selectable, SqlBool } from 'kysely';
import type { WebhookDeliveryStatus } from '../../../../../generated/types.ts';
import { english, fromColumn } from '../../../../base/said.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { instantToIso, serverNow } from '../../../../db/instant.ts';
import type { WebhookDeliveryTable } from '../../../../db/schema.ts';
import { type Wants, stillWants } from '../../../ground/outbox/kinds.ts';
import type { TellReason } from './endpoints.ts';
import { AT_ONCE } from '../../../ground/outbox/store.ts';
import type { OrderColumn } from '../../../ground/lists/store.ts';

export interface Delivery {
  readonly object: 'webhook_delivery';
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: string;
  /** The entity, or the organisation itself. */
  readonly tenant_id: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly sequence: number;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  /** Null when none follows. */
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Attempt {
  readonly number: number;
  readonly attempted_at: string;
  readonly duration_ms: number;
  readonly http_status: number | null;
  /** Why it was not taken, in the words of who reads it. */
  readonly error: string | null;
  readonly excerpt: string | null;
}

const toDelivery = (row: Selectable<WebhookDeliveryTable>): Delivery => ({
  object: 'webhook_delivery',
  id: row.id,
  endpoint_id: row.endpoint_id,
  event_id: row.event_id,
  type: row.type,
  tenant_id: row.tenant_id,
  record_type: row.record_type,
  record_id: row.record_id,
  sequence: row.sequence,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at:
    row.due_at === null ? null : instantToIso(row.due_at === AT_ONCE ? row.created_at : row.due_at),
  created_at: instantToIso(row.created_at),
  finished_at: row.finished_at === null ? null : instantToIso(row.finished_at),
});

export interface DeliveryFilters {
  readonly status?: Delivery['status'] | null | undefined;
  /** Older than this delivery. */
  readonly before?: string | null | undefined;
  /** After the page before. */
  readonly after?: Expression<SqlBool> | null | undefined;
}

/** Newest first. */
export const listDeliveries = async (
  db: Reader,
  endpointId: string,
  { status, before, after }: DeliveryFilters,
  take: number,
): Promise<Delivery[]> => {
  let query = db.selectFrom('webhook_delivery').selectAll().where('endpoint_id', '=', endpointId);
  if (status !== undefined && status !== null) query = query.where('status', '=', status);
  if (before !== undefined && before !== null) query = query.where('id', '<', before);
  if (after !== undefined && after !== null) query = query.where(after);
  return (await query.orderBy('id', 'desc').limit(take).execute()).map(toDelivery);
};

/** One to any of these endpoints. */
export const findDelivery = async (
  db: Reader,
  endpointIds: readonly string[],
  id: string,
): Promise<Delivery | undefined> => {
  if (endpointIds.length === 0) return undefined;
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('endpoint_id', 'in', endpointIds)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toDelivery(row);
};

/** Of several deliveries of one endpoint, in their order. */
export const listAttempts = async (
  db: Reader,
  endpointId: string,
  deliveryIds: readonly string[],
  tell: TellReason = english,
): Promise<ReadonlyMap<string, readonly Attempt[]>> => {
  const all = new Map<string, Attempt[]>();
  if (deliveryIds.length === 0) return all;
  const rows = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
  for (const { delivery_id, endpoint_id: _endpoint, attempted_at, error, ...attempt } of rows) {
    const own = all.get(delivery_id) ?? [];
    const told = error === null ? null : tell(fromColumn(error));
    own.push({ ...attempt, attempted_at: instantToIso(attempted_at), error: told });
    all.set(delivery_id, own);
  }
  return all;
};

export const insertDelivery = async (db: Writer, row: Insertable<WebhookDeliveryTable>): Promise<void> => {
  await db.insertInto('webhook_delivery').values(row).execute();
};

/** To be sent anew at once, with all attempts before it. */
export const requeue = async (db: Writer, { endpoint_id, id }: Delivery): Promise<void> => {
  await db
    .updateTable('webhook_delivery')
    .set({ status: 'pending', round: 0, due_at: AT_ONCE, finished_at: null })
    .where('endpoint_id', '=', endpoint_id)
    .where('id', '=', id)
    .execute();
};

/** Ends what is on its way to an endpoint that does not want it any more. */
export const endUnwanted = async (
  db: Writer,
  { id, ...endpoint }: Wants & { readonly id: string },
): Promise<void> => {
  const kinds = await db
    .selectFrom('webhook_delivery')
    .select(['tenant_id', 'type'])
    .where('endpoint_id', '=', id)
    .where('due_at', 'is not', null)
    .groupBy(['tenant_id', 'type'])
    .execute();
  for (const kind of kinds.filter((each) => !stillWants(endpoint, each)))
    await db
      .updateTable('webhook_delivery')
      .set({ status: 'failed', due_at: null, finished_at: serverNow() })
      .where('endpoint_id', '=', id)
      .where('due_at', 'is not', null)
      .where('tenant_id', '=', kind.tenant_id)
      .where('type', '=', kind.type)
      .execute();
};

type Identified = { readonly id: string };

export const ENDPOINT_ORDER: readonly OrderColumn<Identified>[] = [
  { column: 'webhook_endpoint.id', direction: 'descending', type: 'text', value: ({ id }) => id },
];

export const DELIVERY_ORDER: readonly OrderColumn<Identified>[] = [
  { column: 'webhook_delivery.id', direction: 'descending', type: 'text', value: ({ id }) => id },
];
