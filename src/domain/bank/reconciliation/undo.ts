// Undoes a confirmed match: restores balances, payments and suggestions, deletes what was learned, and separates the legs
// of a transfer.
import type { UndoState } from '../../../db/schema.ts';
import { type ReversalRefusal, reversePayment } from '../../documents/payments/reverse.ts';
import type { PaymentFact, WriteScope } from '../../ground/change/scope.ts';
import { asChecked, type Raises } from '../../../base/raises.ts';
import { toInstant } from '../../../db/instant.ts';
import { changeLine, lineState, lockLine } from '../transactions/line.ts';
import { type BankLine, lockLines } from '../transactions/store/lines.ts';
import { unlinkFromBankLine } from '../../documents/payments/store/state.ts';
import { takeBack } from './set-aside.ts';
import { undoReturn } from './undo-return.ts';
import { counterpartyOf, readStanding } from './store/books.ts';
import { unlearnFrom, unlearnLine } from '../aliases/learn.ts';
import { deleteMatches, type Match, readMatches } from './store/matches.ts';
import { insertRejections, insertSuggestions, type Suggestion } from './store/suggestions.ts';

export type UndoScope = WriteScope &
  Raises<
    | ReversalRefusal
    | 'changed_meanwhile'
    | 'transaction_not_found'
    | 'no_match_to_undo'
    | 'return_settled_since'
  >;

export const undoMatch = async (ctx: UndoScope, lineId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  if (line.match_status === 'no_match') return reopen(ctx, line, []);
  if (line.match_status !== 'confirmed') {
    const { match_status: status } = line;
    throw ctx.error('no_match_to_undo', { path: 'transaction_id', transaction_id: lineId, status });
  }
  if (line.transfer_status === 'linked') return unlinkTransfer(ctx, line);
  if (line.transfer_status === 'returned') return unlinkReturn(ctx, line);
  const matches = await readMatches(ctx, [lineId]);
  await deleteMatch(ctx, line, matches);
  await returnPayment(ctx, matches);
  await reopen(ctx, line, matches);
};

/** Whether there is something to undo that somebody confirmed, or the matcher by itself; locks the line. */
export const isUndoable = async (
  ctx: UndoScope,
  lineId: string,
): Promise<'by_hand' | 'by_matcher' | false> => {
  const { match_status } = await lockLine(ctx, lineId);
  if (match_status !== 'confirmed' && match_status !== 'no_match') return false;
  const [match] = await readMatches(ctx, [lineId]);
  return match?.source === 'ai' ? 'by_matcher' : 'by_hand';
};

/** Undoes the match of a payment that was reversed, unless undoing the match is what reversed it. */
export const undoMatchOfPayment = async (
  ctx: WriteScope,
  { id, bank_transaction_id }: Pick<PaymentFact, 'id' | 'bank_transaction_id'>,
): Promise<void> => {
  if (bank_transaction_id === null) return;
  const matches = await readMatches(ctx, [bank_transaction_id]);
  if (matches[0]?.payment_id !== id) return;
  const [line] = await lockLines(ctx, [bank_transaction_id]);
  if (line?.match_status !== 'confirmed') throw new Error(`${bank_transaction_id} of ${id} is not confirmed`);
  await deleteMatch(ctx, line, matches);
  await reopen(ctx, line, matches);
};

const deleteMatch = async (ctx: WriteScope, line: BankLine, matches: readonly Match[]): Promise<void> => {
  await deleteMatches(ctx, line.id);
  await unlearnLine(ctx, line.id);
  // Who takes back what the matcher booked says that it was wrong: the next run must not book it again.
  const [first] = matches;
  if (first?.source !== 'ai') return;
  await unlearnFrom(ctx, line, await counterpartyOf(ctx, first.record_type, first.record_id), 'booked');
  const records = [...new Set(matches.map(({ record_id }) => record_id))];
  await insertRejections(ctx, line.id, records, toInstant(ctx.now));
};

const REASON = 'Bank match undone';

const returnPayment = async (ctx: UndoScope, matches: readonly Match[]): Promise<void> => {
  const [match] = matches;
  if (match?.payment_id === undefined || match.payment_id === null) return;
  if (match.payment_made) await reversePayment(asChecked(ctx, 'no_payment'), match.payment_id, REASON);
  else await unlinkFromBankLine(ctx, match.payment_id);
};

/** Restores the suggestion, unless one of its documents has been settled since. */
const keepFitting = async (
  ctx: WriteScope,
  line: BankLine,
  state: UndoState | undefined,
): Promise<readonly Suggestion[]> => {
  const suggestions = (state?.suggestions ?? []).map((row) => ({
    ...row,
    // Those that an earlier release set aside do not say them.
    difference_minor: row.difference_minor ?? 0,
    difference_as: row.difference_as ?? null,
    evidence: row.evidence ?? null,
    bank_transaction_id: line.id,
  }));
  for (const { record_type, record_id, amount_minor } of suggestions) {
    const document = await readStanding(ctx, record_type, record_id);
    if (document?.open !== true) return [];
    if (document.currency === line.currency && document.balance_minor < amount_minor) return [];
  }
  return suggestions;
};

const unlinkTransfer = async (ctx: UndoScope, line: BankLine): Promise<void> => {
  const legs = await lockLines(ctx, [line.id, line.transfer_peer_id ?? line.id]);
  for (const leg of legs) await reopen(ctx, leg, [], 'suggested');
};

const unlinkReturn = async (ctx: UndoScope, line: BankLine): Promise<void> => {
  for (const taking of await undoReturn(asChecked(ctx, 'no_payment'), line))
    await reopen(ctx, taking, [], null);
};

/** Restores the state before the match. */
const reopen = async (
  ctx: WriteScope,
  line: BankLine,
  matches: readonly Match[],
  transfer_status: BankLine['transfer_status'] = line.transfer_status,
): Promise<void> => {
  const state = await takeBack(ctx, line.id);
  const suggestions = await keepFitting(ctx, line, state);
  await insertSuggestions(ctx, suggestions);
  const unmarked = suggestions.length > 0 ? 'suggested' : 'unmatched';
  const match_status = state?.match_status === 'no_match' ? 'no_match' : unmarked;
  const peer = transfer_status === null ? { transfer_peer_id: null } : {};
  const after = await changeLine(ctx, line, { match_status, matched_at: null, transfer_status, ...peer });
  ctx.record({
    event: 'bank_transaction.unmatched',
    record_type: 'bank_transaction',
    record_id: line.id,
    before: { ...lineState(line), matches },
    after: lineState(after),
  });
};
