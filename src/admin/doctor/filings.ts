// Filings that do not come to an end: those whose outcome is not known, and those that nobody works on.
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'filings';

/** Attempts after which an outcome is late: with the usual pauses, after some minutes. */
const LATE_ATTEMPTS = 4;

/** Longer than a restart of the service takes. */
const IDLE_MINUTES = 5;

export const checkFilings = async ({ kysely }: Database): Promise<Check> => {
  const open = kysely.selectFrom('outbox').where('open', '=', 1).where('kind', '=', 'file');
  const unclear = await open
    .select(['invoice_id', 'last_reason'])
    .where('state', '=', 'ready')
    .where('attempts', '>=', LATE_ATTEMPTS)
    .orderBy('next_attempt_at')
    .execute();
  const [first] = unclear;
  if (first !== undefined) {
    return warn(
      NAME,
      `${unclear.length} unclear, such as ${first.invoice_id}: ${first.last_reason ?? 'no answer'}.`,
      'Make the provider through which they were sent reachable; the service keeps asking, and sends them nowhere else.',
    );
  }
  const { idle } = await open
    .select(({ fn }) => fn.countAll<number>().as('idle'))
    .where('next_attempt_at', '<', sql<string>`utc_timestamp(3) - interval ${IDLE_MINUTES} minute`)
    .executeTakeFirstOrThrow();
  return idle === 0
    ? ok(NAME, 'none is waiting')
    : warn(
        NAME,
        `${idle} wait for more than ${IDLE_MINUTES} minutes.`,
        'Start the service: its worker files them.',
      );
};
