// Queue entries of all companies that need a person's attention.
import { sql } from 'kysely';
import type { Reader } from '../../../db/database.ts';

interface Late {
  readonly document_id: string;
  readonly last_reason: string | null;
}

const openFilings = (db: Reader) =>
  db.selectFrom('outbox').where('open', '=', true).where('kind', '=', 'file');

/** Filings without an outcome after this many attempts. */
export const unclearFilings = (db: Reader, attempts: number): Promise<Late[]> =>
  openFilings(db)
    .select(['document_id', 'last_reason'])
    .where('state', '=', 'ready')
    .where('attempts', '>=', attempts)
    .orderBy('next_attempt_at')
    .execute();

/** A cancellation that after this many attempts waits for anything but the expected reason. */
export const unansweredCancellation = (
  db: Reader,
  attempts: number,
  expected: string,
): Promise<Late | undefined> =>
  db
    .selectFrom('outbox')
    .select(['document_id', 'last_reason'])
    .where('open', '=', true)
    .where('kind', '=', 'cancel')
    .where('attempts', '>=', attempts)
    .where('last_reason', '!=', expected)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();

/** The number of filings overdue by this many minutes. */
export const countIdleFilings = async (db: Reader, minutes: number): Promise<number> => {
  const { idle } = await openFilings(db)
    .select(({ fn }) => fn.countAll<number>().as('idle'))
    .where('next_attempt_at', '<', sql<string>`utc_timestamp(3) - interval ${minutes} minute`)
    .executeTakeFirstOrThrow();
  return idle;
};

/** Deliveries of the last days that ended for other reasons than these, newest first. */
export const failedDeliveries = (db: Reader, days: number, endedWell: readonly string[]): Promise<Late[]> =>
  db
    .selectFrom('outbox')
    .select(['document_id', 'last_reason'])
    .where('open', '=', false)
    .where('next_attempt_at', '>', sql<string>`utc_timestamp(3) - interval ${days} day`)
    .where('kind', 'in', ['deliver', 'evidence'])
    .where('last_reason', 'not in', endedWell)
    .orderBy('next_attempt_at', 'desc')
    .execute();
