// Closes what a line lacks of whole invoices: the part for which no money came is settled with its cause. What the terms
// say to the cent is closed by itself; anything else is said by a person or an agent, within what the country allows.
import type { DifferenceCause } from '../../../../generated/types.ts';
import { amount, saidAmount } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import type { Raises } from '../../../base/raises.ts';
import { readSettlement } from '../../documents/invoices/store/settlement.ts';
import {
  causeRule,
  discountsFor,
  isAgreed,
  percentOf,
  readTerms,
  spread,
  toDiscounts,
  takeOffTaxes,
} from '../../documents/payments/causes.ts';
import { discardNote, draftDiscountNote } from '../../filing/discounts/notes.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { dayNumber, explainShortage } from '../../../matching/index.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Part } from './book.ts';
import { differenceLimit } from './describe.ts';

export type CloseRefusal =
  | 'cause_without_difference'
  | 'cause_of_invoices_only'
  | 'cause_in_one_currency'
  | 'cause_needs_payment'
  | 'cause_too_large'
  | 'cause_not_in_document'
  | 'discount_note_impossible';

type CloseScope = ReadScope & Raises<CloseRefusal>;

type Settlement = Awaited<ReturnType<typeof readSettlement>>[number];

export type Settlements = ReadonlyMap<string, Settlement>;

/** Of all lines of a batch they are read at once. */
export const settlementsOf = async (
  ctx: ReadScope,
  parts: readonly Pick<Part, 'document'>[],
): Promise<Settlements> => {
  if (parts.length === 0) return new Map();
  const rows = await readSettlement(
    ctx,
    parts.map(({ document }) => document.id),
  );
  return new Map(rows.map((row) => [row.id, row]));
};

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
  return close(ctx, line, parts, cause);
};

const requirePossible = async (
  ctx: CloseScope,
  line: BankLine,
  parts: readonly Part[],
  cause: DifferenceCause,
): Promise<void> => {
  const path = 'difference_as';
  const [part] = parts;
  if (part?.document.kind !== 'invoice') throw ctx.error('cause_of_invoices_only', { path, cause });
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
  const owed = missing + line.amount_minor;
  const most =
    cause === 'rounding'
      ? await differenceLimit(ctx, currency)
      : percentOf(owed, decimal(String(rule.most_percent)), currency);
  if (Math.abs(missing) > most)
    throw ctx.error('cause_too_large', {
      path,
      cause,
      missing: said(Math.abs(missing)),
      most: said(most),
    });
};

/** Each invoice in proportion to what is owed of it. */
export const close = async (
  ctx: ReadScope,
  line: BankLine,
  parts: readonly Part[],
  cause: DifferenceCause,
  known?: Settlements,
): Promise<readonly Part[]> => {
  const rule = causeRule(ctx.entity, cause);
  const settlements = known ?? (await settlementsOf(ctx, parts));
  const shares = spread(
    missingOf(line, parts),
    parts.map(({ document }) => document.balance_minor),
  );
  return parts.map(({ document }, index) => {
    const missing = shares[index] ?? 0;
    const { balance_minor, currency } = document;
    if (rule?.settled_by === 'credit_note') {
      const paid = balance_minor - missing;
      return { document, line_minor: paid, document_minor: paid, note: { cause, minor: missing } };
    }
    const breakdown = settlements.get(document.id)?.tax_breakdown ?? [];
    const taxes = rule?.reduces_tax === true ? takeOffTaxes(breakdown, missing, currency) : [];
    return {
      document,
      line_minor: balance_minor,
      document_minor: balance_minor,
      difference_minor: -missing,
      closing: { cause, taxes },
    };
  });
};

/** Why exactly this much is missing, as far as terms say so; null where a person has to. */
export const agreedCause = async (
  ctx: ReadScope,
  line: BankLine,
  parts: readonly Part[],
  known?: Settlements,
): Promise<DifferenceCause | null> => {
  const missing = missingOf(line, parts);
  const short = missing > 0 && line.amount_minor > 0;
  const rule = causeRule(ctx.entity, 'early_payment_discount');
  if (!short || rule === undefined || !parts.every((part) => isUntouched(part, line))) return null;
  const settlements = known ?? (await settlementsOf(ctx, parts));
  const shares = spread(
    missing,
    parts.map(({ document }) => document.balance_minor),
  );
  const agreed = parts.every(({ document }, index) => {
    const found = settlements.get(document.id);
    const terms = discountsFor(
      ctx.entity,
      toDiscounts(found?.content?.terms.discount_terms ?? []),
      readTerms(found?.payment_terms ?? null),
    );
    const { issue_date, balance_minor, currency } = document;
    return isAgreed(terms, {
      issue_date,
      paid_on: line.date,
      balance_minor,
      missing_minor: shares[index] ?? 0,
      currency,
    });
  });
  return agreed ? 'early_payment_discount' : null;
};

/** A discount is granted to who pays all at once. */
const isUntouched = ({ document }: Part, { currency }: BankLine): boolean =>
  document.kind === 'invoice' && document.currency === currency && document.paid_minor === 0;

/** A usual fee of the country, where its file says that it may be booked unasked. */
export const tabledCause = (
  { entity }: Pick<ReadScope, 'entity'>,
  line: BankLine,
  [part, ...more]: readonly Part[],
): DifferenceCause | null => {
  if (part === undefined || more.length > 0 || part.document.kind !== 'invoice') return null;
  const { document } = part;
  if (document.currency !== line.currency || causeRule(entity, 'bank_fee')?.by_table !== true) return null;
  const before = {
    total: document.total_minor,
    balance: document.balance_minor,
    issued: dayNumber(document.issue_date),
  };
  const found = explainShortage(before, line.amount_minor, dayNumber(line.date), entity.country_code);
  return found?.cause === 'known_fee' ? 'bank_fee' : null;
};

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
