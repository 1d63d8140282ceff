// Checks for stuck filings (unknown outcome, or not picked up by any worker) and for filed invoices that were
// not delivered to the buyer.
import { COUNTRIES } from '../../generated/countries.ts';
import { addDays, asDay, dayIn } from '../base/time/day.ts';
import type { Database } from '../db/database.ts';
import { findUnfiled } from '../domain/documents/credit-notes/settle-note.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { findDueComplements } from '../domain/documents/complements/store.ts';
import { isUnpaidAtOnce } from '../domain/documents/invoices/compliance.ts';
import { openIssuedBefore } from '../domain/documents/invoices/store/bulk.ts';
import { LATE_ATTEMPTS } from '../domain/filing/not-filed.ts';
import {
  countIdleFilings,
  failedDeliveries,
  unansweredCancellation,
  unclearFilings,
} from '../domain/filing/store/overdue.ts';
import { AWAITS_BUYER } from '../domain/filing/void.ts';
import { NOT_FOLLOWED, VOID_BEFORE_SENT } from '../domain/filing/delivery/record.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'filings';

/** Longer than the service takes to restart. */
const IDLE_MINUTES = 5;

export const checkFilings = async ({ reader }: Database): Promise<Check> => {
  const unclear = await unclearFilings(reader, LATE_ATTEMPTS);
  const [first] = unclear;
  if (first !== undefined) {
    return warn(
      NAME,
      `${unclear.length} unclear, such as ${first.document_id}: ${first.last_reason ?? 'no answer'}.`,
      'Make the provider through which they were sent reachable; the service keeps asking, and sends them nowhere else. What it refuses to tell, a person looks up there: "invoice not-filed" frees what it does not have.',
    );
  }
  const cancellation = await unansweredCancellation(reader, LATE_ATTEMPTS, AWAITS_BUYER);
  if (cancellation !== undefined) {
    return warn(
      NAME,
      `The cancellation of ${cancellation.document_id} gets no answer: ${cancellation.last_reason ?? ''}.`,
      'Make the provider reachable; the service keeps asking.',
    );
  }
  const idle = await countIdleFilings(reader, IDLE_MINUTES);
  return idle === 0
    ? ok(NAME, 'none is waiting')
    : warn(
        NAME,
        `${idle} wait for more than ${IDLE_MINUTES} minutes.`,
        'Start the service: its worker files them.',
      );
};

const DELIVERIES = 'deliveries';

/** After this long, somebody has had time to look. */
const RECENT_DAYS = 7;

/** Delivery outcomes that need no action. */
const ENDED_WELL = ['sent', 'no_recipient', 'delivered', VOID_BEFORE_SENT, NOT_FOLLOWED];

export const checkDeliveries = async ({ reader }: Database): Promise<Check> => {
  const failed = await failedDeliveries(reader, RECENT_DAYS, ENDED_WELL);
  const [last] = failed;
  if (last === undefined) return ok(DELIVERIES, `none failed within ${RECENT_DAYS} days`);
  const many = failed.length === 1 ? '1 filed invoice' : `${failed.length} filed invoices`;
  return warn(
    DELIVERIES,
    `${many} did not reach the buyer within ${RECENT_DAYS} days; last ${last.document_id}: ${last.last_reason ?? ''}`,
    'get_invoice says why. Hand the buyer what "invoice document" gives.',
  );
};

const UNFILED = 'credit notes';

const SHOWN = 5;

/** What earlier releases credited in the books alone. */
export const checkCreditNotes = async ({ reader }: Database): Promise<Check> => {
  const notes = await findUnfiled(reader);
  if (notes.length === 0) return ok(UNFILED, 'each was filed');
  const ids = notes.slice(0, SHOWN).map(({ id }) => id);
  return warn(
    UNFILED,
    `${notes.length} of an earlier release changed balances and were never filed: ${ids.join(', ')}${notes.length > SHOWN ? ', …' : ''}.`,
    'Have your accountant file them with the authority, or give the buyer the document, where that is due.',
  );
};

const COMPLEMENTS = 'complements';

/** Those not filed by their day; the days are those of the server's clock, which no company is far from. */
export const checkComplements = async ({ reader }: Database, now: Date): Promise<Check> => {
  const entities = (await allEntities(reader, null)).map(({ id }) => id);
  const late = await findDueComplements(reader, entities, addDays(dayIn('UTC', now), -1));
  const [first] = late;
  return first === undefined
    ? ok(COMPLEMENTS, 'none is late')
    : warn(
        COMPLEMENTS,
        `${late.length} are late, such as ${first.id} of the payment ${first.payment_id}, due on ${first.due_on}.`,
        '"complement list" shows their requests: "approval approve", or "complement submit" first. Each is owed even when late.',
      );
};

const PUE = 'invoices paid at once';
const MOST = 1_000;

/** Invoices that say PUE and were not paid in their month. */
export const checkPaidAtOnce = async ({ reader }: Database, now: Date): Promise<Check> => {
  const entities = (await allEntities(reader, null)).filter(
    ({ country_code }) => COUNTRIES[country_code].complement_series !== undefined,
  );
  const today = dayIn('UTC', now);
  const month = asDay(`${today.slice(0, 8)}01`);
  const open =
    entities.length === 0
      ? []
      : await openIssuedBefore(
          reader,
          entities.map(({ id }) => id),
          month,
          MOST,
        );
  const unpaid = open.filter((invoice) => isUnpaidAtOnce(invoice, today));
  const [first] = unpaid;
  return first === undefined
    ? ok(PUE, 'all were paid in their month')
    : warn(
        PUE,
        `${unpaid.length} were not paid in their month, such as ${first.id} of ${first.issue_date}.`,
        'Make each again as PPD with replaces_invoice_id; get_invoice says how. The former one is then cancelled with reason 01.',
      );
};
