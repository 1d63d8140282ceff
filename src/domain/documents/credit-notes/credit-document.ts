// What a credit note does to the document that it credits.
import type { Row } from '../../../db/schema.ts';
import { type SettledDocument, formatInvoiceFolio } from '../shared/document.ts';
import { SETTLED_BEFORE, close, credit, replacePresettled, shrinkPresettled } from '../shared/settle.ts';
import { invoiceFiled } from '../invoices/write-filing.ts';
import type { InvoiceHeader } from '../invoices/record.ts';
import { post } from '../../money/ledger/post.ts';
import { getPaymentType } from '../payments/items.ts';
import { type Released, releaseAllocations } from '../payments/release.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { insertPayments } from '../payments/insert.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { IsoDay } from '../../../base/time/day.ts';

export interface Credited {
  readonly document: SettledDocument;
  /** The payments that the document no longer takes. */
  readonly released: readonly Released[];
}

type Counterparty = Pick<Row<'counterparty'>, 'id' | 'name'>;

/** What may still be credited. */
export const creditable = ({ total_minor, credited_minor }: SettledDocument): number =>
  total_minor - credited_minor;

export interface Crediting {
  /** In minor units. */
  readonly credited: number;
  readonly day: IsoDay;
  /** Of what was paid before the invoice something is not credited yet, so that it is not closed. */
  readonly unfinished?: boolean;
}

/**
 * Reduces the balance of the document, which must be locked, by at most what is creditable. An excess over the balance
 * releases payments, newest first, and last what an earlier system had settled.
 */
export const creditDocument = async (
  ctx: WriteScope,
  document: SettledDocument,
  counterparty: Counterparty,
  { credited, day, unfinished = false }: Crediting,
): Promise<Credited> => {
  const unpaid = Math.max(0, credited - document.balance_minor);
  const ofPayments = Math.min(unpaid, document.paid_minor - document.presettled_minor);
  const unsettled = unpaid - ofPayments;
  const released = await releaseAllocations(ctx, document, ofPayments);
  const after = await credit(ctx, document, { credited, unpaid, unsettled });
  const owed = unsettled === 0 ? [] : [await recordPresettled(ctx, after, counterparty, unsettled)];
  const closed = unfinished ? after : await closeIfNothingLeft(ctx, after, day);
  return { document: closed, released: [...released, ...owed] };
};

/**
 * What was paid before an invoice and is credited now: never owed on it, so that the ledger has neither. It becomes a
 * payment without a document, and the part of the invoice that it had paid is booked beside it.
 */
export const refundPrepaid = async (
  ctx: WriteScope,
  invoice: InvoiceHeader,
  counterparty: Counterparty,
  { minor, day }: { readonly minor: number; readonly day: IsoDay },
): Promise<readonly Released[]> => {
  if (minor === 0) return [];
  const description = `Paid before ${formatInvoiceFolio(invoice) ?? invoice.id}`;
  await post(ctx, [{ ...invoiceFiled(invoice), date: day, amount_minor: minor, description }]);
  const { currency } = invoice;
  return [await recordOwed(ctx, { counterparty, minor, currency, day, notes: description })];
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
  return recordOwed(ctx, {
    kind: document.kind,
    counterparty,
    minor,
    currency: document.currency,
    day: await toOpenDay(ctx, document.issue_date),
    notes: SETTLED_BEFORE,
    document,
  });
};

interface Owed {
  readonly kind?: SettledDocument['kind'];
  readonly counterparty: Counterparty;
  readonly minor: number;
  readonly currency: string;
  readonly day: IsoDay;
  readonly notes: string;
  /** That it had settled, so that it still shows it. */
  readonly document?: SettledDocument;
}

/** Money that came before these books knew of it, and is the counterparty's again. */
const recordOwed = async (
  ctx: WriteScope,
  { kind = 'invoice', counterparty, minor, currency, day, notes, document }: Owed,
): Promise<Released> => {
  const [record] = await insertPayments(ctx, [
    {
      type: getPaymentType(kind),
      counterparty,
      amount_minor: minor,
      currency,
      exchange_rate: null,
      exchange_rate_date: null,
      exchange_rate_source: null,
      paid_on: day,
      payment_method: 'other',
      reference: null,
      notes,
      bank_transaction_id: null,
      bank_linked: false,
      historic: true,
      external_id: null,
      allocations: document === undefined ? [] : [{ document, amount_minor: 0, payment_minor: 0 }],
    },
  ]);
  if (record === undefined) throw new Error('a payment was stored and is gone');
  return { payment_id: record.payment.id, minor, currency };
};
