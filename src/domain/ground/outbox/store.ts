// Puts events on their way, in the transaction of the change that they tell of: none is lost, none is told of a change
// that was not made.
import { sql } from 'kysely';
import { DELIVERED_EVENTS, type EventType } from '../../../../generated/events.ts';
import type { EventId } from '../../../../generated/ids.ts';
import { compiled } from '../../../db/compiled.ts';
import type { Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { insertion } from '../../../db/insertion.ts';
import { wants } from './kinds.ts';

export interface OutgoingEvent {
  readonly id: EventId;
  readonly type: EventType;
  readonly record_type: string;
  readonly record_id: string;
}

export interface Origin {
  readonly organisation_id: string;
  /** The entity, or the organisation itself. */
  readonly tenant_id: string;
  readonly now: Date;
}

/** Those of an organisation that receive; one look along an index, which is all that a change costs where there are none. */
const receivers = compiled(({ db, entity }) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['id', 'entity_id', 'events'])
    .where('organisation_id', '=', entity.id)
    .where('status', '=', 'enabled'),
);

/** One row: whether any of the organisation receives, as a count of one at most. */
export const countReceivers = (db: Writer, organisation_id: string) => {
  const some = db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('organisation_id', '=', organisation_id)
    .where('status', '=', 'enabled')
    .limit(1);
  return db.selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number>().as('receivers'));
};

const DELIVERED: ReadonlySet<string> = new Set(DELIVERED_EVENTS);

/** Earlier than any clock: due at once, before what was tried already. */
export const AT_ONCE = '2000-01-01 00:00:00.000';

const ROWS_PER_STATEMENT = 500;

export const queueDeliveries = async (
  db: Writer,
  { organisation_id, tenant_id, now }: Origin,
  events: readonly OutgoingEvent[],
): Promise<void> => {
  const told = events.filter(({ type }) => DELIVERED.has(type));
  if (told.length === 0) return;
  const { rows } = await receivers({ db, entity: { id: organisation_id } });
  const wanted = told.flatMap((event) => {
    const ids = rows
      .filter((endpoint) => wants(endpoint, { tenant_id, type: event.type }))
      .map(({ id }) => id);
    return ids.length === 0 ? [] : [{ event, ids }];
  });
  if (wanted.length === 0) return;
  const numbers = await nextNumbers(
    db,
    tenant_id,
    wanted.map(({ event }) => event.record_id),
  );
  const deliveries = wanted.flatMap(({ event, ids }, at) =>
    ids.map((endpoint_id) => deliveryRow(endpoint_id, tenant_id, event, numbers[at] ?? 0, now)),
  );
  for (let start = 0; start < deliveries.length; start += ROWS_PER_STATEMENT)
    await insertion(db, 'webhook_delivery', deliveries.slice(start, start + ROWS_PER_STATEMENT)).execute();
};

export const deliveryRow = (
  endpoint_id: string,
  tenant_id: string,
  event: OutgoingEvent,
  sequence: number,
  now: Date,
) => ({
  endpoint_id,
  id: newId('WebhookDeliveryId'),
  tenant_id,
  event_id: event.id,
  type: event.type,
  record_type: event.record_type,
  record_id: event.record_id,
  sequence,
  status: 'pending' as const,
  attempts: 0,
  round: 0,
  due_at: AT_ONCE,
  created_at: toInstant(now),
  finished_at: null,
});

/**
 * The number of each event among those of its record. The row of the record is locked until the change is stored, so
 * that numbers follow the order of the changes. It is the last that a change locks, by record id, so that two do not
 * wait for each other.
 */
const nextNumbers = async (
  db: Writer,
  tenant_id: string,
  records: readonly string[],
): Promise<readonly number[]> => {
  const counts = new Map<string, number>();
  for (const id of records) counts.set(id, (counts.get(id) ?? 0) + 1);
  const ids = [...counts.keys()].sort();
  const known = new Set((await readNumbers(db, tenant_id, ids)).map(({ record_id }) => record_id));
  const fresh = ids.filter((id) => !known.has(id)).map((record_id) => ({ tenant_id, record_id, last: 0 }));
  if (fresh.length > 0) await insertion(db, 'webhook_sequence', fresh).ignore().execute();
  for (const count of new Set(counts.values())) {
    const some = ids.filter((id) => counts.get(id) === count);
    await db
      .updateTable('webhook_sequence')
      .set({ last: sql<number>`last + ${count}` })
      .where('tenant_id', '=', tenant_id)
      .where('record_id', 'in', some)
      .execute();
  }
  const last = new Map(
    (await readNumbers(db, tenant_id, ids)).map(({ record_id, last: number }) => [record_id, number]),
  );
  const next = new Map(ids.map((id) => [id, (last.get(id) ?? 0) - (counts.get(id) ?? 0)]));
  return records.map((id) => {
    const number = (next.get(id) ?? 0) + 1;
    next.set(id, number);
    return number;
  });
};

const readNumbers = (db: Writer, tenant_id: string, ids: readonly string[]) =>
  db
    .selectFrom('webhook_sequence')
    .select(['record_id', 'last'])
    .where('tenant_id', '=', tenant_id)
    .where('record_id', 'in', ids)
    .execute();
