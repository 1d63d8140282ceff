// The backlog for metrics, and the end of what is old.
import { SERVICE } from '../../../../../generated/service.ts';
import { sql } from 'kysely';
import { DAY_MS } from '../../../../base/time/day.ts';
import type { Database, Reader } from '../../../../db/database.ts';
import { serverNow, toInstant } from '../../../../db/instant.ts';

export interface WebhookBacklog {
  readonly entries: number;
  readonly oldest_s: number;
}

/** What endpoints that receive have not got yet: never tried, and to be tried again. */
export const readWebhookBacklog = async (
  db: Reader,
): Promise<Readonly<Record<'new' | 'retry', WebhookBacklog>>> => {
  const again = sql<number>`(webhook_delivery.round > 0)`;
  const age = sql<number>`greatest(0, timestampdiff(second, min(webhook_delivery.created_at), ${serverNow()}))`;
  const rows = await db
    .selectFrom('webhook_endpoint')
    .innerJoin('webhook_delivery', (join) =>
      join
        .onRef('webhook_delivery.endpoint_id', '=', 'webhook_endpoint.id')
        .on('webhook_delivery.due_at', 'is not', null),
    )
    .select(({ fn }) => [again.as('again'), fn.countAll<number>().as('entries'), age.as('oldest_s')])
    .where('webhook_endpoint.status', '=', 'enabled')
    .groupBy(again)
    .execute();
  const of = (wanted: number): WebhookBacklog => {
    const row = rows.find((each) => each.again === wanted);
    return { entries: row?.entries ?? 0, oldest_s: row?.oldest_s ?? 0 };
  };
  return { new: of(0), retry: of(1) };
};

const ROWS = 1_000;

/** Deletes what has been kept for its time; two processes that do it at once do no harm. */
export const pruneDeliveries = async (database: Database, now: Date): Promise<number> => {
  const before = toInstant(new Date(now.getTime() - SERVICE.webhooks.retention_days * DAY_MS));
  const endpoints = await database.reader.selectFrom('webhook_endpoint').select(['id', 'status']).execute();
  let pruned = 0;
  for (const { id, status } of endpoints) {
    let passed = '';
    for (;;) {
      const page = await database.reader
        .selectFrom('webhook_delivery')
        .select(['id', 'created_at', 'due_at'])
        .where('endpoint_id', '=', id)
        .where('id', '>', passed)
        .orderBy('id')
        .limit(ROWS)
        .execute();
      const old = page.filter((row) => row.created_at < before);
      // What is still on its way is passed over, however much of it there is.
      const ids = old.filter(({ due_at }) => due_at === null || status !== 'enabled').map((row) => row.id);
      if (ids.length > 0) await deleteDeliveries(database, id, ids);
      pruned += ids.length;
      if (old.length < ROWS) break;
      passed = old.at(-1)?.id ?? passed;
    }
  }
  return pruned;
};

const deleteDeliveries = async ({ kysely }: Database, endpoint: string, ids: readonly string[]) => {
  await kysely
    .deleteFrom('webhook_attempt')
    .where('endpoint_id', '=', endpoint)
    .where('delivery_id', 'in', ids)
    .execute();
  await kysely
    .deleteFrom('webhook_delivery')
    .where('endpoint_id', '=', endpoint)
    .where('id', 'in', ids)
    .execute();
};
