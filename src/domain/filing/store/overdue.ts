// Entries of the queue that a person should look at, over all companies.
import { sql } from 'kysely';
import type { Reader } from '../../../db/database.ts';

interface Late {
  readonly invoice_id: string;
  readonly last_reason: string | null;
}

const openFilings = (db: Reader) =>
  db.selectFrom('outbox').where('open', '=', true).where('kind', '=', 'file');

/** Filings that were sent, with so many attempts behind them and no outcome. */
export const unclearFilings = (db: Reader, attempts: number): Promise<Late[]> =>
  openFilings(db)
    .select(['invoice_id', 'last_reason'])
    .where('state', '=', 'ready')
    .where('attempts', '>=', attempts)
    .orderBy('next_attempt_at')
    .execute();

/** A cancellation with so many attempts behind it that waits for something else than this. */
export const unansweredCancellation = (
  db: Reader,
  attempts: number,
  expected: string,
): Promise<Late | undefined> =>
  db
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', true)
    .where('kind', '=', 'cancel')
    .where('attempts', '>=', attempts)
    .where('last_reason', '!=', expected)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();

/** How many filings have been due for so many minutes. */
export const countIdleFilings = async (db: Reader, minutes: number): Promise<number> => {
  const { idle } = await openFilings(db)
    .select(({ fn }) => fn.countAll<number>().as('idle'))
    .where('next_attempt_at', '<', sql<string>`utc_timestamp(3) - interval ${minutes} minute`)
    .executeTakeFirstOrThrow();
  return idle;
};

/** Deliveries that ended within so many days for another reason than these, newest first. */
export const failedDeliveries = (db: Reader, days: number, endedWell: readonly string[]): Promise<Late[]> =>
  db
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', false)
    .where('next_attempt_at', '>', sql<string>`utc_timestamp(3) - interval ${days} day`)
    .where('kind', 'in', ['deliver', 'evidence'])
    .where('last_reason', 'not in', endedWell)
    .orderBy('next_attempt_at', 'desc')
    .execute();
