// Filings that do not come to an end: those whose outcome is not known, and those that nobody works on. And invoices
// that were filed, but did not reach their buyer.
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { LATE_ATTEMPTS } from '../../domain/filing/not-filed.ts';
import { AWAITS_BUYER } from '../../domain/filing/cancel.ts';
import { NOT_FOLLOWED, VOID_BEFORE_SENT } from '../../domain/filing/delivery.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'filings';

/** Longer than a restart of the service takes. */
const IDLE_MINUTES = 5;

export const checkFilings = async ({ kysely }: Database): Promise<Check> => {
  const open = kysely.selectFrom('outbox').where('open', '=', true).where('kind', '=', 'file');
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
      'Make the provider through which they were sent reachable; the service keeps asking, and sends them nowhere else. What it refuses to tell, a person looks up there: "invoice not-filed" frees what it does not have.',
    );
  }
  const [cancellation] = await kysely
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', true)
    .where('kind', '=', 'cancel')
    .where('attempts', '>=', LATE_ATTEMPTS)
    .where('last_reason', '!=', AWAITS_BUYER)
    .orderBy('next_attempt_at')
    .limit(1)
    .execute();
  if (cancellation !== undefined) {
    return warn(
      NAME,
      `The cancellation of ${cancellation.invoice_id} gets no answer: ${cancellation.last_reason ?? ''}.`,
      'Make the provider reachable; the service keeps asking.',
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

const DELIVERIES = 'deliveries';

/** Long enough for somebody to have looked. */
const RECENT_DAYS = 7;

/** How a delivery ends where nothing is to be done. */
const ENDED_WELL = ['sent', 'no_recipient', 'delivered', VOID_BEFORE_SENT, NOT_FOLLOWED];

export const checkDeliveries = async ({ kysely }: Database): Promise<Check> => {
  const failed = await kysely
    .selectFrom('outbox')
    .select(['invoice_id', 'last_reason'])
    .where('open', '=', false)
    .where('next_attempt_at', '>', sql<string>`utc_timestamp(3) - interval ${RECENT_DAYS} day`)
    .where('kind', 'in', ['deliver', 'evidence'])
    .where('last_reason', 'not in', ENDED_WELL)
    .orderBy('next_attempt_at', 'desc')
    .execute();
  const [last] = failed;
  if (last === undefined) return ok(DELIVERIES, `none failed within ${RECENT_DAYS} days`);
  const many = failed.length === 1 ? '1 filed invoice' : `${failed.length} filed invoices`;
  return warn(
    DELIVERIES,
    `${many} did not reach the buyer within ${RECENT_DAYS} days; last ${last.invoice_id}: ${last.last_reason ?? ''}`,
    'get_invoice says why. Hand the buyer what "invoice document" gives.',
  );
};
