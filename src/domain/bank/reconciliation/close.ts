// Closes what a line lacks of whole documents: the part for which no money moved is settled with its cause. What the terms
// say to the cent is closed by itself; anything else is said by a person or an agent, within what the country allows.
import type { PaymentCause } from '../../../../generated/countries.ts';
import type { DifferenceCause, DocumentType } from '../../../../generated/types.ts';
import { amount, parseAmount, saidAmount } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import type { Raises } from '../../../base/raises.ts';
import { type SaidSentence, say } from '../../../base/said.ts';
import {
  causeRule,
  discountsTaken,
  offerOn,
  percentOf,
  spread,
  takeOffTaxes,
} from '../../documents/payments/causes.ts';
import { discardNote, draftDiscountNote } from '../../filing/discounts/notes.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { dayNumber, explainShortage } from '../../../matching/index.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { DifferenceBasis, Part } from './book.ts';
import { differenceLimit } from './describe.ts';
import { NO_TERMS, type Settlements, settlementsOf } from './settlements.ts';

export type CloseRefusal =
  | 'cause_without_difference'
  | 'cause_of_invoices_only'
  | 'cause_in_one_currency'
  | 'cause_needs_payment'
  | 'cause_too_large'
  | 'cause_not_in_document'
  | 'discount_note_impossible';

type CloseScope = ReadScope & Raises<CloseRefusal>;

/** Negative when the line has more than all of them. */
export const missingOf = ({ amount_minor }: Pick<BankLine, 'amount_minor'>, parts: readonly Part[]): number =>
  parts.reduce((sum, { document }) => sum + document.balance_minor, 0) - amount_minor;

/** The parts as the caller wants what is missing booked; refuses what cannot be. */
export const closeAs = async (
  ctx: CloseScope,
  line: BankLine,
  parts: readonly Part[],
  cause: DifferenceCause,
): Promise<readonly Part[]> => {
  await requirePossible(ctx, line, parts, cause);
  const settlements = await settlementsOf(ctx, parts);
  // Of several invoices terms may say which of them have the discount.
  const agreed =
    cause === 'early_payment_discount' && parts.every((part) => isUntouched(part, line))
      ? agreedClosing(ctx, line, parts, settlements)
      : null;
  const shares = agreed?.shares ?? inProportion(line, parts);
  return close(ctx, parts, { cause, by: 'caller', shares }, settlements);
};

/**
 * Of what we owe only a discount is taken off without money, and only where no document of the supplier is needed for it:
 * a fee, withheld tax or a slip is between us and the supplier.
 */
const takesCause = (
  { entity }: Pick<ReadScope, 'entity'>,
  kind: DocumentType,
  cause: DifferenceCause,
): boolean =>
  kind === 'invoice' ||
  (cause === 'early_payment_discount' && causeRule(entity, cause)?.settled_by === 'entry');

const requirePossible = async (
  ctx: CloseScope,
  line: BankLine,
  parts: readonly Part[],
  cause: DifferenceCause,
): Promise<void> => {
  const path = 'difference_as';
  const [part] = parts;
  if (part === undefined || !takesCause(ctx, part.document.kind, cause))
    throw ctx.error('cause_of_invoices_only', { path, cause });
  const { currency } = line;
  const { currency: document_currency, folio, id } = part.document;
  if (currency !== document_currency)
    throw ctx.error('cause_in_one_currency', { path, cause, currency, document_currency });
  const rule = causeRule(ctx.entity, cause);
  const missing = missingOf(line, parts);
  if (missing === 0 || (missing < 0 && cause !== 'rounding'))
    throw ctx.error('cause_without_difference', { path, cause });
  const said = (minor: number) => saidAmount(amount(minor, currency));
  if (rule === undefined || rule.settled_by === 'document')
    throw ctx.error('cause_not_in_document', { path, invoice: folio ?? id, missing: said(missing) });
  const most =
    cause === 'rounding'
      ? await differenceLimit(ctx, currency)
      : percentOf(baseOf(cause, parts), decimal(String(rule.most_percent)), currency);
  if (Math.abs(missing) > most)
    throw ctx.error('cause_too_large', {
      path,
      cause,
      missing: said(Math.abs(missing)),
      most: said(most),
    });
};

/** A discount and withheld tax are shares of the invoice, whatever of it was paid before; a fee is one of the payment. */
const baseOf = (cause: DifferenceCause, parts: readonly Part[]): number =>
  parts.reduce((sum, { document: { balance_minor, total_minor, credited_minor } }) => {
    const ofInvoice = cause === 'early_payment_discount' || cause === 'withholding';
    return sum + (ofInvoice ? Math.max(balance_minor, total_minor - credited_minor) : balance_minor);
  }, 0);

/** How what is missing is settled, and on whose word. */
export interface Closing {
  readonly cause: DifferenceCause;
  readonly by: DifferenceBasis;
  /** Each part's of what is missing. */
  readonly shares: readonly number[];
}

/** Each invoice in proportion to what is owed of it. */
const inProportion = (line: BankLine, parts: readonly Part[]): readonly number[] =>
  spread(
    missingOf(line, parts),
    parts.map(({ document }) => document.balance_minor),
  );

export const close = (
  { entity }: Pick<ReadScope, 'entity'>,
  parts: readonly Part[],
  { cause, by, shares }: Closing,
  settlements: Settlements,
): readonly Part[] => {
  const rule = causeRule(entity, cause);
  return parts.map(({ document }, index) => {
    const missing = shares[index] ?? 0;
    const { balance_minor, currency } = document;
    const whole = { document, line_minor: balance_minor, document_minor: balance_minor };
    if (missing === 0) return whole;
    if (rule?.settled_by === 'credit_note') {
      const paid = balance_minor - missing;
      return { document, line_minor: paid, document_minor: paid, note: { cause, by, minor: missing } };
    }
    const { taxes: stated = [], credited = [] } = settlements.get(document.id) ?? {};
    const taxes = rule?.reduces_tax === true ? takeOffTaxes(stated, missing, currency, credited) : [];
    return { ...whole, difference_minor: -missing, closing: { cause, by, taxes } };
  });
};

/** The parts as a suggestion has them, which a person or an agent confirms. */
export const closeSuggested = async (
  ctx: ReadScope,
  parts: readonly Part[],
  cause: DifferenceCause,
  shares: readonly number[],
): Promise<readonly Part[]> =>
  close(ctx, parts, { cause, by: 'caller', shares }, await settlementsOf(ctx, parts));

/** The parts with the discount that terms say is missing of them, to the cent; null where a person has to say why. */
export const closeAgreed = async (
  ctx: ReadScope,
  line: BankLine,
  parts: readonly Part[],
  known?: Settlements,
): Promise<readonly Part[] | null> => {
  if (missingOf(line, parts) <= 0 || !parts.every((part) => isUntouched(part, line))) return null;
  const settlements = known ?? (await settlementsOf(ctx, parts));
  const closing = agreedClosing(ctx, line, parts, settlements);
  return closing === null ? null : close(ctx, parts, closing, settlements);
};

const STRENGTH = ['invoice', 'counterparty', 'country'] as const;

const agreedClosing = (
  ctx: Pick<ReadScope, 'entity'>,
  line: BankLine,
  parts: readonly Part[],
  settlements: Settlements,
): Closing | null => {
  const cause = 'early_payment_discount';
  const missing = missingOf(line, parts);
  if (missing <= 0 || causeRule(ctx.entity, cause) === undefined) return null;
  if (!parts.every(({ document }) => takesCause(ctx, document.kind, cause))) return null;
  const offered = parts.map(({ document: { id, issue_date, balance_minor } }) => ({
    balance_minor,
    offer: offerOn(ctx.entity, settlements.get(id)?.terms ?? NO_TERMS, issue_date, line.date),
  }));
  const shares = discountsTaken(offered, missing, line.currency);
  if (shares === null) return null;
  const used = offered.flatMap(({ offer }, index) => ((shares[index] ?? 0) > 0 ? [offer.by] : []));
  const by = STRENGTH.findLast((each) => used.includes(each));
  // What is only usual is taken off all of them or is not what happened.
  return by === undefined || (by === 'country' && used.length < parts.length) ? null : { cause, by, shares };
};

/** A discount is granted to who pays all at once. */
const isUntouched = ({ document }: Part, { currency }: Pick<BankLine, 'currency'>): boolean =>
  document.currency === currency && document.paid_minor === 0;

/** With a usual fee of the country, as far as its file says that it may be booked unasked. */
export const closeTabled = (
  ctx: Pick<ReadScope, 'entity'>,
  line: BankLine,
  parts: readonly Part[],
): readonly Part[] | null => {
  const [part, ...more] = parts;
  if (part?.document.kind !== 'invoice' || more.length > 0 || !isUntouched(part, line)) return null;
  const { document } = part;
  const { country_code } = ctx.entity;
  const table = causeRule(ctx.entity, 'bank_fee')?.by_table;
  const missing = missingOf(line, parts);
  if (table === undefined || missing > mostByTable(table, document)) return null;
  const before = {
    total: document.total_minor,
    balance: document.balance_minor,
    issued: dayNumber(document.issue_date),
  };
  const found = explainShortage(before, line.amount_minor, dayNumber(line.date), country_code);
  if (found?.cause !== 'known_fee') return null;
  return close(ctx, parts, { cause: 'bank_fee', by: 'country', shares: [missing] }, new Map());
};

/** A fee is small, and small beside what is paid: more is rather agreed with the customer, or a slip. */
const mostByTable = (
  { most, most_percent }: NonNullable<PaymentCause['by_table']>,
  { balance_minor, currency }: Part['document'],
): number =>
  Math.min(
    parseAmount(String(most), currency).minor,
    percentOf(balance_minor, decimal(String(most_percent)), currency),
  );

/** The notes that discounts need, drafted and asked for, all or none; `refused`: why there can be none. */
export const draftNotes = async (
  ctx: WriteScope,
  parts: readonly Part[],
): Promise<{ readonly parts: readonly Part[]; readonly refused: string | null }> => {
  const drafted: Part[] = [];
  for (const part of parts) {
    const { document, note } = part;
    if (note === undefined) drafted.push(part);
    else {
      const { id: invoice_id, currency } = document;
      const made = await draftDiscountNote(ctx, { invoice_id, minor: note.minor, currency });
      if ('refused' in made) {
        for (const { note: other } of drafted) if (other?.id !== undefined) await discardNote(ctx, other.id);
        return { parts: parts.map(({ note: _none, ...rest }) => rest), refused: made.refused };
      }
      drafted.push({ ...part, note: { ...note, id: made.id } });
    }
  }
  return { parts: drafted, refused: null };
};

/** Where there can be no credit note, the rest stays open without one. */
export const withNotes = async (ctx: WriteScope, parts: readonly Part[]): Promise<readonly Part[]> =>
  (await draftNotes(ctx, parts)).parts;

export const countNotes = (parts: readonly Part[]): number =>
  parts.filter(({ note }) => note !== undefined).length;

const TOLD = {
  invoice: () => say('closed_by_invoice', {}),
  counterparty: () => say('closed_by_counterparty', {}),
  country: () => say('closed_by_country', {}),
} as const;

/** First of its reasons: on whose word what is missing is settled. */
export const withBasis = <R extends { readonly reasons: readonly SaidSentence[] }>(
  result: R,
  parts: readonly Part[],
): R => {
  const by = parts.map(({ closing, note }) => (closing ?? note)?.by).find((each) => each !== undefined);
  return by === undefined || by === 'caller'
    ? result
    : { ...result, reasons: [TOLD[by](), ...result.reasons] };
};
