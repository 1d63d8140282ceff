// Reads what a caller says a bank line settles into documents and amounts, and refuses what cannot be. Each rule of the
// description has an error of its own.
import type { ConfirmBankMatchParams } from '../../../../generated/tools/confirm_bank_match.ts';
import { ID_PREFIXES } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { DocumentType, MatchedRecordId } from '../../../../generated/types.ts';
import { findCounterparties } from '../../parties/counterparties/store/counterparties.ts';
import { toCandidate } from '../../parties/counterparties/describe.ts';
import type { SettledDocument } from '../../documents/shared/document.ts';
import { lockDocument } from '../../documents/shared/store/lock.ts';
import { amount, fitsAmount, minorToWire, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { roundHalfUp, roundUp, toText } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { type PaymentRate, type RateScope, paymentRate } from '../../documents/payments/rate.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { kindOf } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Part } from './book.ts';
import { differenceLimit, settlesWhole, unexplained, withDifference } from './describe.ts';

type PartsScope = RateScope &
  Raises<
    | 'matched_record_not_found'
    | 'match_wrong_direction'
    | 'split_type_mixed'
    | 'split_counterparty_mixed'
    | 'split_currency_mixed'
    | 'split_sum_differs'
    | 'split_record_repeated'
    | 'payment_too_small'
    | 'too_many_decimals'
    | 'amount_too_large'
  >;

export interface Asked {
  readonly parts: readonly Part[];
  readonly rate: PaymentRate | null;
}

interface AskedPart {
  readonly id: MatchedRecordId;
  /** Where the id and the amount stand in the call. */
  readonly path: string;
  readonly line_minor: number;
}

/** The documents are locked, in the order of their ids. */
export const readParts = async (
  ctx: PartsScope,
  line: BankLine,
  params: Pick<
    ConfirmBankMatchParams,
    'matched_record_id' | 'allocations' | 'create_payment' | 'difference_as'
  >,
): Promise<Asked> => {
  const asked = askedParts(ctx, line, params);
  const kind = requireOneType(ctx, line, asked);
  const documents = await lockAll(ctx, kind, asked);
  if (params.allocations === undefined) return singlePart(ctx, line, documents[0]);
  await requireOneCounterparty(ctx, documents);
  requireOneCurrency(ctx, line, documents);
  const parts = documents.map((document, index) => {
    const line_minor = asked[index]?.line_minor ?? 0;
    return { document, line_minor, document_minor: line_minor };
  });
  return { rate: null, parts: await summed(ctx, line, parts, params) };
};

const askedParts = (
  ctx: PartsScope,
  line: BankLine,
  { matched_record_id, allocations }: Pick<ConfirmBankMatchParams, 'matched_record_id' | 'allocations'>,
): readonly AskedPart[] => {
  if (allocations === undefined) {
    if (matched_record_id === undefined) throw new Error('neither shape was given');
    if (line.amount_minor === 0) {
      throw ctx.error('payment_too_small', {
        path: 'transaction_id',
        received: 0,
        currency: line.currency,
        document_currency: line.currency,
      });
    }
    return [{ id: matched_record_id, path: 'matched_record_id', line_minor: line.amount_minor }];
  }
  const seen = new Set<string>();
  return allocations.map((allocation, index) => {
    const path = `allocations[${index}]`;
    const id = allocation.matched_record_id;
    if (seen.has(id))
      throw ctx.error('split_record_repeated', { path: `${path}.matched_record_id`, received: id });
    seen.add(id);
    const part = readAmount(ctx, `${path}.amount`, allocation.amount, line.currency);
    if (part.minor === 0) {
      throw ctx.error('payment_too_small', {
        path: `${path}.amount`,
        received: allocation.amount,
        currency: line.currency,
        document_currency: line.currency,
      });
    }
    return { id, path: `${path}.matched_record_id`, line_minor: part.minor };
  });
};

const readKind = (id: string): DocumentType =>
  id.startsWith(`${ID_PREFIXES.InvoiceId}_`) ? 'invoice' : 'bill';

/** Credits settle invoices, debits bills. */
const requireOneType = (ctx: PartsScope, line: BankLine, asked: readonly AskedPart[]): DocumentType => {
  const kinds = new Set(asked.map(({ id }) => readKind(id)));
  if (kinds.size > 1) throw ctx.error('split_type_mixed', { path: 'allocations' });
  const expected = kindOf(line);
  const wrong = asked.find(({ id }) => readKind(id) !== expected);
  if (wrong !== undefined) {
    throw ctx.error('match_wrong_direction', {
      path: wrong.path,
      transaction_type: line.transaction_type,
      expected: `${expected}s`,
      received: wrong.id,
    });
  }
  return expected;
};

const lockAll = async (
  ctx: PartsScope,
  kind: DocumentType,
  asked: readonly AskedPart[],
): Promise<readonly SettledDocument[]> => {
  const found = new Map<string, SettledDocument>();
  for (const { id, path } of asked.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const document = await lockDocument(ctx, kind, id);
    if (document === undefined) throw ctx.error('matched_record_not_found', { path, received: id });
    found.set(id, document);
  }
  return asked.flatMap(({ id }) => found.get(id) ?? []);
};

const singlePart = async (
  ctx: PartsScope,
  line: BankLine,
  document: SettledDocument | undefined,
): Promise<Asked> => {
  if (document === undefined) throw new Error('the document is gone');
  const line_minor = line.amount_minor;
  if (document.currency === line.currency)
    return { rate: null, parts: [{ document, line_minor, document_minor: line_minor }] };
  const rate = await paymentRate(ctx, line.currency, document.currency, asDay(line.date));
  if (rate === null) throw new Error('two currencies without a rate');
  return { rate, parts: [{ document, line_minor, document_minor: converted(ctx, line, document, rate) }] };
};

/** What the line is worth in the document's currency; what only rounding puts above the balance is the balance. */
const converted = (
  ctx: PartsScope,
  line: BankLine,
  document: SettledDocument,
  { rate }: PaymentRate,
): number => {
  const paid = toDecimal(amount(line.amount_minor, line.currency));
  const exact = paid.times(rate);
  if (!fitsAmount(exact, document.currency)) {
    throw ctx.error('amount_too_large', {
      path: 'transaction_id',
      received: toText(roundHalfUp(exact, currencyDigits(document.currency))),
    });
  }
  const { minor } = roundToCurrency(exact, document.currency);
  if (minor === 0) {
    throw ctx.error('payment_too_small', {
      path: 'transaction_id',
      received: minorToWire(line.amount_minor, line.currency),
      currency: line.currency,
      document_currency: document.currency,
    });
  }
  if (document.balance_minor <= 0) return minor;
  const due = toDecimal(amount(document.balance_minor, document.currency)).div(rate);
  // Whoever pays what the balance is worth pays the balance, whichever way the last digit was rounded.
  const digits = currencyDigits(line.currency);
  const isDue = roundHalfUp(due, digits).eq(paid) || roundUp(due, digits).eq(paid);
  return isDue ? document.balance_minor : minor;
};

const requireOneCounterparty = async (
  ctx: PartsScope,
  documents: readonly SettledDocument[],
): Promise<void> => {
  const ids = [...new Set(documents.map(({ counterparty_id }) => counterparty_id))];
  if (ids.length < 2) return;
  const rows = await findCounterparties(ctx, ids.slice(0, SERVICE.limits.max_candidates));
  throw ctx.error('split_counterparty_mixed', { path: 'allocations', candidates: rows.map(toCandidate) });
};

const MAX_CURRENCIES = 20;

const requireOneCurrency = (
  ctx: PartsScope,
  { currency }: BankLine,
  documents: readonly SettledDocument[],
): void => {
  const received = [...new Set(documents.map((document) => document.currency))];
  if (received.every((each) => each === currency)) return;
  throw ctx.error('split_currency_mixed', {
    path: 'allocations',
    currency,
    received: received.slice(0, MAX_CURRENCIES),
  });
};

/** Parts that are whole balances may miss the line by a small difference: who names them says so. */
const summed = async (
  ctx: PartsScope,
  line: BankLine,
  parts: readonly Part[],
  { create_payment, difference_as }: Pick<ConfirmBankMatchParams, 'create_payment' | 'difference_as'>,
): Promise<readonly Part[]> => {
  const difference = unexplained(line, parts);
  if (difference === 0) return parts;
  // What is missing gets its cause.
  if (difference_as !== undefined && difference < 0 && settlesWhole(parts)) return parts;
  const limit = await differenceLimit(ctx, line.currency);
  const small = Math.abs(difference) <= limit;
  if (create_payment && small && settlesWhole(parts)) return withDifference(parts, difference);
  // That one was paid meanwhile is said first.
  if (create_payment && small && parts.some(({ document }) => document.balance_minor <= 0)) return parts;
  throw ctx.error('split_sum_differs', {
    path: 'allocations',
    received: minorToWire(line.amount_minor - difference, line.currency),
    expected: minorToWire(line.amount_minor, line.currency),
    difference_limit: minorToWire(limit, line.currency),
    currency: line.currency,
  });
};
