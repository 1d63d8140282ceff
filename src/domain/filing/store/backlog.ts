// The queue's backlog, for metrics.
import { sql } from 'kysely';
import type { Reader } from '../../../db/database.ts';
import type { OutboxKind } from '../../../db/schema.ts';
import { serverNow } from '../../../db/server-clock.ts';

export interface Backlog {
  readonly entries: number;
  readonly oldest_s: number;
}

const NONE: Backlog = { entries: 0, oldest_s: 0 };

/** Open entries of all entities, by kind. */
export const readBacklog = async (db: Reader): Promise<Readonly<Record<OutboxKind, Backlog>>> => {
  // `created_at` is by the instance's clock, which may be ahead of the server's.
  const age = sql<number>`greatest(0, timestampdiff(second, min(created_at), ${serverNow()}))`;
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('entries'), age.as('oldest_s')])
    .where('open', '=', true)
    .groupBy('kind')
    .execute();
  const all: Record<OutboxKind, Backlog> = {
    file: NONE,
    cancel: NONE,
    deliver: NONE,
    evidence: NONE,
    expire: NONE,
    lookup: NONE,
    acuse: NONE,
  };
  for (const { kind, ...backlog } of rows) all[kind] = backlog;
  return all;
};
