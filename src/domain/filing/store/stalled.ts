// Filings and deliveries of all entities that do not come to an end, as the doctor looks for them.
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Statements = Database['kysely'];

export interface Stalled {
  readonly invoice_id: string;
  readonly last_reason: string | null;
}

const openFilings = (kysely: Statements) =>
  kysely.selectFrom('outbox').where('open', '=', 1).where('kind', '=', 'file');

/** Filings that were tried this often and are still open. */
export const unclearFilings = (kysely: Statements, attempts: number): Promise<Stalled[]> =>
  openFilings(kysely)
    .select(['invoice_id', 'last_reason'])
    .where('state', '=', 'ready')
    .where('attempts', '>=', attempts)
    .orderBy('next_attempt_at')
    .execute();

/** The first cancellation that was tried this often and waits for another reason than this one. */
export const firstUnclearCancellation = (
  kysely: Statements,
  attempts: number,
  expectedReason: string,
): Promise<Stalled | undefined> =>
  kysely
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', 1)
    .where('kind', '=', 'cancel')
    .where('attempts', '>=', attempts)
    .where('last_reason', '!=', expectedReason)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();

/** How many filings are due for longer than this. */
export const countIdleFilings = async (kysely: Statements, minutes: number): Promise<number> => {
  const { idle } = await openFilings(kysely)
    .select(({ fn }) => fn.countAll<number>().as('idle'))
    .where('next_attempt_at', '<', sql<string>`utc_timestamp(3) - interval ${minutes} minute`)
    .executeTakeFirstOrThrow();
  return idle;
};

/** Deliveries of the last days that ended for other reasons than these, latest first. */
export const failedDeliveries = (
  kysely: Statements,
  days: number,
  endedWell: readonly string[],
): Promise<Stalled[]> =>
  kysely
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', 0)
    .where('next_attempt_at', '>', sql<string>`utc_timestamp(3) - interval ${days} day`)
    .where('kind', 'in', ['deliver', 'evidence'])
    .where('last_reason', 'not in', endedWell)
    .orderBy('next_attempt_at', 'desc')
    .execute();
