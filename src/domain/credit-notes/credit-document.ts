// What a credit note does to the document that it credits.
import type { Row } from '../../db/row.ts';
import type { SettledDocument } from '../documents/document.ts';
import { SETTLED_BEFORE, shrinkPresettled } from '../documents/presettled.ts';
import { close, credit, replacePresettled } from '../documents/settle.ts';
import { getPaymentType } from '../payments/record.ts';
import { type Released, releaseAllocations } from '../payments/release.ts';
import { toOpenDay } from '../periods/period.ts';
import { insertPayments } from '../payments/insert.ts';
import type { WriteScope } from '../change/scope.ts';
import type { IsoDay } from '../../base/time/day.ts';

export interface Credited {
  readonly document: SettledDocument;
  /** The payments that the document no longer takes. */
  readonly released: readonly Released[];
}

type Counterparty = Pick<Row<'counterparty'>, 'id' | 'name'>;

/** What may still be credited. */
export const creditable = ({ total_minor, credited_minor }: SettledDocument): number =>
  total_minor - credited_minor;

/**
 * Reduces the balance of the document, which must be locked, by at most what is creditable. An excess over the balance
 * releases payments, newest first, and last what an earlier system had settled.
 */
export const creditDocument = async (
  ctx: WriteScope,
  document: SettledDocument,
  counterparty: Counterparty,
  { credited, day }: { readonly credited: number; readonly day: IsoDay },
): Promise<Credited> => {
  const unpaid = Math.max(0, credited - document.balance_minor);
  const ofPayments = Math.min(unpaid, document.paid_minor - document.presettled_minor);
  const unsettled = unpaid - ofPayments;
  const released = await releaseAllocations(ctx, document, ofPayments);
  const after = await credit(ctx, document, { credited, unpaid, unsettled });
  const owed = unsettled === 0 ? [] : [await recordPresettled(ctx, after, counterparty, unsettled)];
  return { document: await closeIfNothingLeft(ctx, after, day), released: [...released, ...owed] };
};

/** The imported balance already includes the note, so it replaces what an earlier system had settled. */
export const creditPresettled = async (
  ctx: WriteScope,
  document: SettledDocument,
  { credited, day }: { readonly credited: number; readonly day: IsoDay },
): Promise<SettledDocument> => {
  await shrinkPresettled(ctx, document, credited);
  const after = await replacePresettled(ctx, document, credited, 'credit_note');
  return closeIfNothingLeft(ctx, after, day);
};

/** A fully credited invoice is reversed. A bill keeps its state, which people decide. */
const closeIfNothingLeft = async (
  ctx: WriteScope,
  document: SettledDocument,
  day: IsoDay,
): Promise<SettledDocument> =>
  document.kind === 'invoice' && creditable(document) === 0
    ? close(ctx, document, 'reversed', day)
    : document;

/** The counterparty has a credit of this amount, so it becomes a payment without a document. */
const recordPresettled = async (
  ctx: WriteScope,
  document: SettledDocument,
  counterparty: Counterparty,
  minor: number,
): Promise<Released> => {
  await shrinkPresettled(ctx, document, minor);
  const [record] = await insertPayments(ctx, [
    {
      type: getPaymentType(document.kind),
      counterparty,
      amount_minor: minor,
      currency: document.currency,
      exchange_rate: null,
      exchange_rate_date: null,
      exchange_rate_source: null,
      paid_on: await toOpenDay(ctx, document.issue_date),
      payment_method: 'other',
      reference: null,
      notes: SETTLED_BEFORE,
      bank_transaction_id: null,
      bank_linked: false,
      historic: true,
      external_id: null,
      allocations: [{ document, amount_minor: 0, payment_minor: 0 }],
    },
  ]);
  if (record === undefined) throw new Error('a payment was stored and is gone');
  return { payment_id: record.payment.id, minor, currency: document.currency };
};
