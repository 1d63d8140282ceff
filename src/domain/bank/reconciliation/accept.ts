// A person accepts what is suggested: exactly what was shown, or nothing.
import type { Raises } from '../../../base/raises.ts';
import type { ConfirmBankMatchParams } from '../../../../generated/tools/confirm_bank_match.ts';
import type { BankTransactionId } from '../../../../generated/ids.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import { differenceOf } from '../../documents/payments/items.ts';
import { lockLine, requireMatchable } from '../transactions/line.ts';
import { type BankLine, readLines } from '../transactions/store/lines.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { confirmMatch } from './confirm.ts';
import { seenOf } from './seen.ts';
import { readSuggestions, strongLineIds, type Suggestion } from './store/suggestions.ts';

type ConfirmScope = Parameters<typeof confirmMatch>[0] & Raises<'transaction_changed'>;

/** Refuses when the line is not as it was shown. */
export const requireSeen = async (ctx: ConfirmScope, lineId: string, seen: string): Promise<void> => {
  await readSeen(ctx, lineId, seen);
};

const readSeen = async (
  ctx: ConfirmScope,
  lineId: string,
  seen: string,
): Promise<{ readonly line: BankLine; readonly rows: readonly Suggestion[] }> => {
  const line = await lockLine(ctx, lineId);
  await requireMatchable(ctx, line);
  const rows = line.match_status === 'suggested' ? await readSuggestions(ctx, [lineId]) : [];
  if (seenOf(line, rows) !== seen) throw ctx.error('transaction_changed', { transaction_id: lineId });
  return { line, rows };
};

export interface Acceptance {
  readonly line_id: string;
  readonly seen: string;
  /** The suggestion by default; the next best explanation when it is asked for. */
  readonly choice: 'suggestion' | 'runner_up';
  /** Not below this confidence. */
  readonly at_least?: number;
}

export const acceptSuggestion = async (
  ctx: ConfirmScope,
  { line_id, seen, choice, at_least = 0 }: Acceptance,
  how: Pick<ConfirmBankMatchParams, 'create_payment' | 'additional_payment' | 'confirm_surplus'>,
): Promise<Awaited<ReturnType<typeof confirmMatch>>> => {
  const { line, rows } = await readSeen(ctx, line_id, seen);
  const [first] = rows;
  const parts = choice === 'suggestion' ? rows : (first?.evidence?.runner_up?.allocations ?? []);
  if (first === undefined || parts.length === 0 || toNumber(decimal(first.confidence)) < at_least)
    throw ctx.error('transaction_changed', { transaction_id: line_id });
  const { difference_as } = first;
  const closes = choice === 'suggestion' && how.create_payment && difference_as !== null;
  const cause = closes ? { difference_as } : {};
  const confirmed = await confirmMatch(ctx, { ...toParams(line, parts), ...cause, ...how });
  if (closes && differencesOf(confirmed) !== sumOf(rows))
    throw ctx.error('transaction_changed', { transaction_id: line_id });
  return confirmed;
};

const sumOf = (rows: readonly Suggestion[]): number =>
  rows.reduce((sum, { difference_minor }) => sum + difference_minor, 0);

const differencesOf = ({ payment }: Awaited<ReturnType<typeof confirmMatch>>): number =>
  payment === null || typeof payment === 'string'
    ? 0
    : payment.allocations.reduce((sum, each) => sum + differenceOf(each, payment.payment.currency), 0);

const toParams = (
  line: BankLine,
  parts: readonly { readonly record_id: string; readonly amount_minor: number }[],
) => {
  const transaction_id = line.id as BankTransactionId;
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return { transaction_id, matched_record_id: only.record_id };
  const allocations = parts.map(({ record_id, amount_minor }) => ({
    matched_record_id: record_id,
    amount: minorToWire(amount_minor, line.currency),
  }));
  return { transaction_id, allocations };
};

export interface Strong {
  readonly line: BankLine;
  readonly seen: string;
  readonly rows: readonly Suggestion[];
}

/** One page of decisions. */
export const MAX_STRONG = 200;

/** The suggestions of an account that are at least this sure, latest first. */
export const strongSuggestions = async (
  ctx: ReadScope,
  bank_account_id: string,
  at_least: number,
): Promise<readonly Strong[]> => {
  const ids = await strongLineIds(ctx, bank_account_id, at_least, MAX_STRONG);
  const lines = new Map((await readLines(ctx, ids)).map((line) => [line.id, line]));
  const rows = await readSuggestions(ctx, ids);
  return ids.flatMap((id) => {
    const line = lines.get(id);
    const own = rows.filter(({ bank_transaction_id }) => bank_transaction_id === id);
    return line === undefined || own.length === 0 ? [] : [{ line, rows: own, seen: seenOf(line, own) }];
  });
};
