// What a process does under the lease of an endpoint: it alone delivers there, until it is done or dies.
import { type Insertable, sql } from 'kysely';
import { type Said, toColumn } from '../../../../base/said.ts';
import type { Database } from '../../../../db/database.ts';
import type { EventId } from '../../../../../generated/ids.ts';
import {
  type Lease,
  holds,
  isFree,
  mayTake,
  nextLease,
  renewLease,
  releaseLease,
  requireHeld,
  taken,
} from '../../../../db/lease.ts';
import type { WebhookAttemptTable } from '../../../../db/schema.ts';
import { serverNow, serverNowPlus } from '../../../../db/instant.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { stillWants } from '../../../ground/outbox/kinds.ts';
import { endUnwanted } from './deliveries.ts';
import type { SealedSecrets } from './endpoints.ts';

/** An endpoint that this process delivers to. */
export interface Visited extends SealedSecrets {
  readonly id: string;
  readonly organisation_id: string;
  readonly entity_id: string | null;
  readonly url: string;
  readonly failing_since: string | null;
  readonly lease: Lease;
}

/** Takes up to `most` endpoints with something due, those first that wait longest. */
export const takeEndpoints = async (
  database: Database,
  owner: string,
  leaseMs: number,
  most: number,
): Promise<Visited[]> => {
  const due = await database.reader
    .selectFrom('webhook_endpoint')
    .selectAll('webhook_endpoint')
    .where('status', '=', 'enabled')
    .where(isFree())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('webhook_delivery.endpoint_id', '=', 'webhook_endpoint.id')
          .where('webhook_delivery.due_at', '<=', serverNow()),
      ),
    )
    .orderBy('visited_at')
    .limit(most)
    .execute();
  const got: Visited[] = [];
  for (const row of due) {
    const lease = nextLease(owner, row);
    const { numUpdatedRows } = await database.kysely
      .updateTable('webhook_endpoint')
      .set({ ...taken(lease, leaseMs), visited_at: serverNow() })
      .where('id', '=', row.id)
      .where('status', '=', 'enabled')
      .where(mayTake(lease))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n) got.push({ ...row, lease });
  }
  return got;
};

const held = ({ kysely }: Pick<Database, 'kysely'>, { id, lease }: Visited) =>
  kysely.updateTable('webhook_endpoint').where('id', '=', id).where(holds(lease));

export const renewVisit = (database: Database, visited: Visited, leaseMs: number): Promise<boolean> =>
  renewLease(held(database, visited), leaseMs);

export const endVisit = (database: Database, visited: Visited): Promise<void> =>
  releaseLease(held(database, visited));

/** A delivery to be made now. */
export interface Due {
  readonly id: string;
  readonly tenant_id: string;
  readonly event_id: EventId;
  readonly type: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly sequence: number;
  readonly attempts: number;
  readonly round: number;
  readonly created_at: string;
}

/** What it is now, if it may still be delivered to; it may have been switched off or moved meanwhile. */
const asItIs = async ({ reader }: Database, { id, url, lease }: Visited) => {
  const endpoint = await reader
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'entity_id', 'events'])
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .where(holds(lease))
    .executeTakeFirst();
  return endpoint?.url === url ? endpoint : undefined;
};

export const readDue = async (database: Database, visited: Visited, take: number): Promise<Due[]> => {
  const endpoint = await asItIs(database, visited);
  if (endpoint === undefined) return [];
  const due = await database.reader
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('endpoint_id', '=', visited.id)
    .where('due_at', '<=', serverNow())
    .orderBy('due_at')
    .orderBy('id')
    .limit(take)
    .execute();
  const wanted = due.filter((each) => stillWants(endpoint, each));
  // Put on their way by changes that had not seen yet what it takes now.
  if (wanted.length < due.length) await inTransaction(database, (db) => endUnwanted(db, endpoint));
  return wanted;
};

/** What came of one attempt. */
export interface Result {
  readonly due: Due;
  readonly attempt: Pick<Insertable<WebhookAttemptTable>, 'duration_ms' | 'http_status' | 'excerpt'> & {
    readonly error: Said | null;
  };
  /** When the next attempt follows a failure; null: none does. */
  readonly wait_ms: number | null;
}

/** As wide as the column. */
const MAX_ERROR = 500;

const isDelivered = ({ attempt }: Result): boolean => attempt.error === null;

/** Stores what came of attempts, unless another process has taken the endpoint. */
export const storeResults = async (
  database: Database,
  visited: Visited,
  results: readonly Result[],
): Promise<void> => {
  const anyTaken = results.some(isDelivered);
  await inTransaction(database, async (db) => {
    requireHeld(
      await db
        .updateTable('webhook_endpoint')
        // Also a change of the row, without which servers that count changed rows would count none.
        .set({
          visited_at: serverNow(),
          failing_since: anyTaken ? null : sql<string>`coalesce(failing_since, ${serverNow()})`,
        })
        .where('id', '=', visited.id)
        .where(holds(visited.lease))
        .executeTakeFirstOrThrow(),
      visited.id,
    );
    await db
      .insertInto('webhook_attempt')
      .values(
        results.map(({ due, attempt }) => ({
          ...attempt,
          error: attempt.error === null ? null : toColumn(attempt.error, MAX_ERROR),
          endpoint_id: visited.id,
          delivery_id: due.id,
          number: due.attempts + 1,
          attempted_at: serverNow(),
        })),
      )
      .execute();
    const count = { attempts: sql<number>`attempts + 1`, round: sql<number>`round + 1` };
    const of = (ids: readonly string[]) =>
      db.updateTable('webhook_delivery').where('endpoint_id', '=', visited.id).where('id', 'in', ids);
    const delivered = results.filter(isDelivered).map(({ due }) => due.id);
    if (delivered.length > 0)
      await of(delivered)
        .set({ ...count, status: 'delivered', due_at: null, finished_at: serverNow() })
        .execute();
    const failed = results.filter((each) => !isDelivered(each));
    for (const wait_ms of new Set(failed.map((each) => each.wait_ms)))
      await of(failed.filter((each) => each.wait_ms === wait_ms).map(({ due }) => due.id))
        .set(
          wait_ms === null
            ? { ...count, status: 'failed', due_at: null, finished_at: serverNow() }
            : { ...count, due_at: serverNowPlus(wait_ms) },
        )
        .execute();
  });
};
