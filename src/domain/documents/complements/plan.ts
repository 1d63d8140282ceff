// What a complement says of each invoice that a payment settles: its instalment, its balances as the books have them,
// and its share of the taxes.
import type { ComplementEntry } from '../../../db/stated.ts';
import { METHOD_DEFERRED } from '../../../einvoicing/mx-cfdi/codes.ts';
import { chooseTaxObject } from '../../../einvoicing/mx-cfdi/payment/tax-shares.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import { amount } from '../../../base/money/amount.ts';
import { toText } from '../../../base/money/decimal.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { AllocationFact, ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { findNotesOn } from '../credit-notes/store/notes.ts';
import { getUuid, storedFiling } from '../shared/filing.ts';
import { rateIfKnown } from '../../money/exchange-rates/latest-rate.ts';
import { toDocument } from '../invoices/document.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import { causeRule } from '../payments/causes.ts';
import { findPaymentsOf } from '../payments/store/payments.ts';
import type { ComplementHeader } from './record.ts';
import { findComplementsOn } from './store.ts';
import { hasTaxes, shareTaxes, storeShares } from './taxes.ts';

/** Whether the invoice says that it is paid later (PPD). */
export const isDeferred = ({ country_details }: Pick<InvoiceRecord['header'], 'country_details'>): boolean =>
  country_details['payment_method'] === METHOD_DEFERRED;

/** Whether the authority wants a complement for each of its payments. */
export const wantsComplements = ({ header }: InvoiceRecord): boolean =>
  isDeferred(header) && header.status === 'filed';

/** Why the books cannot say what a complement has to; null when they can. */
export const explainUnknown = (record: InvoiceRecord, document: InvoiceDocument): string | null => {
  const { header } = record;
  const { id } = header;
  if (getUuid(header) === null) return `The invoice ${id} has no UUID here.`;
  // An invoice of this service has an approval; the others came with an import.
  if (storedFiling(header).approval !== undefined) return null;
  if (!hasTaxes(document.lines)) return `The invoice ${id} was imported without its taxes.`;
  if (header.presettled_minor > 0 && header.installments_paid === null)
    return `The invoice ${id} was imported without the number of its instalments (installments_paid).`;
  return null;
};

/** Those that stand for a payment of the invoice: not cancelled, and not about to be replaced; by instalment. */
export const standingComplements = async (
  ctx: ReadScope,
  invoiceId: string,
): Promise<readonly ComplementHeader[]> => {
  const all = (await findComplementsOn(ctx, invoiceId)).filter(({ status }) => status !== 'void');
  const replaced = new Set(all.map(({ replaces }) => replaces));
  return all
    .filter(({ id }) => !replaced.has(id))
    .toSorted((a, b) => installmentOf(a, invoiceId) - installmentOf(b, invoiceId));
};

export const entryOf = ({ content }: ComplementHeader, invoiceId: string): ComplementEntry | undefined =>
  content.documents.find(({ invoice_id }) => invoice_id === invoiceId);

const installmentOf = (header: ComplementHeader, invoiceId: string): number =>
  entryOf(header, invoiceId)?.installment ?? 0;

/** More payments than NumParcialidad can count. */
const MAX_PAYMENTS = 10_000;

export interface Place {
  readonly installment: number;
  /** What earlier payments lacked and the books wrote off: for the authority it is still owed. */
  readonly short_minor: number;
}

/** NumParcialidad: the payments before this one count, whoever filed their complements. */
export const nextPlace = async (
  ctx: ReadScope,
  { header }: InvoiceRecord,
  later: readonly string[],
): Promise<Place> => {
  const payments = await findPaymentsOf(ctx, header.id, MAX_PAYMENTS);
  const earlier = payments.filter(({ id, historic }) => !historic && !later.includes(id));
  return {
    installment: (header.installments_paid ?? 0) + earlier.length + 1,
    short_minor: earlier
      .filter(({ currency }) => currency === header.currency)
      .filter(({ difference_cause }) => !isPaidInFull(ctx, difference_cause))
      .reduce((sum, row) => sum + Math.max(0, row.allocated_minor - row.payment_minor), 0),
  };
};

/** What our own bank kept was paid. */
export const isPaidInFull = (
  { entity }: Pick<ReadScope, 'entity'>,
  cause: AllocationFact['difference_cause'],
): boolean => cause !== null && causeRule(entity, cause)?.paid_in_full === true;

export type Figures = Pick<
  ComplementEntry,
  'installment' | 'balance_before_minor' | 'paid_minor' | 'balance_after_minor'
>;

/**
 * As the books have them right after the payment. A complement says what was received and applied (ImpPagado): what is
 * missing and written off stays in ImpSaldoInsoluto, what came beyond the balance is not in it.
 */
export const figuresOf = (
  ctx: Pick<ReadScope, 'entity'>,
  { amount_minor, difference_minor, difference_cause, balance_minor }: AllocationFact,
  { installment, short_minor }: Place,
): Figures => {
  const short = isPaidInFull(ctx, difference_cause) ? 0 : Math.min(0, difference_minor);
  const paid_minor = amount_minor + short;
  const balance_before_minor = balance_minor + amount_minor + short_minor;
  return {
    installment,
    balance_before_minor,
    paid_minor,
    balance_after_minor: balance_before_minor - paid_minor,
  };
};

export const rateText = async (ctx: WriteScope, currency: string, day: IsoDay): Promise<string | null> => {
  const known = await rateIfKnown(ctx, currency, day);
  return known === null ? null : toText(known.rate);
};

export const planEntry = async (
  ctx: WriteScope,
  record: InvoiceRecord,
  figures: Figures,
  paidOn: IsoDay,
): Promise<ComplementEntry> => {
  const { header, customer } = record;
  const { id, currency } = header;
  const document = toDocument(ctx.entity, record);
  const notes = (await findNotesOn(ctx, id)).filter(({ status }) => status === 'filed');
  const standing = await standingComplements(ctx, id);
  const earlier = standing.flatMap((complement) => entryOf(complement, id) ?? []);
  const taxes = shareTaxes(
    {
      entity: ctx.entity,
      total: document.total,
      lines: document.lines,
      notes: notes.map((note) => ({ header: note, customer })),
      earlier: earlier.filter(({ installment }) => installment < figures.installment),
    },
    amount(figures.balance_before_minor, currency),
    amount(figures.paid_minor, currency),
  );
  const objects = document.lines.map(({ countryDetails }) => String(countryDetails['tax_object'] ?? ''));
  return {
    invoice_id: id,
    uuid: getUuid(header) ?? '',
    series: header.series,
    number: header.number,
    currency,
    exchange_rate: await rateText(ctx, currency, paidOn),
    ...figures,
    tax_object: chooseTaxObject(objects, taxes),
    taxes: storeShares(taxes),
  };
};
