// Takes a confirmed match back: an administrator's decision, never an agent's. Balances, payments, suggestions and what
// was learned are what they were before; the two legs of a transfer come apart again.
import { scoped } from '../../db/scoped.ts';
import type { UndoState } from '../../db/schema.ts';
import { removePayment } from '../payments/remove.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { forget } from './learn.ts';
import { deleteMatches, type Match, matchesOf } from './matches.ts';
import { rejectPairs } from './reject.ts';
import { takeBack } from './set-aside.ts';
import { insertSuggestions, type Suggestion } from './suggestions.ts';
import { type BankLine, changeLine, lineState, lockLine, lockLines } from './transaction.ts';

type UndoScope = WriteScope & Raises<'transaction_not_found'>;

export const undoMatch = async (ctx: UndoScope, lineId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  if (line.match_status === 'no_match') return reopen(ctx, line, []);
  if (line.match_status !== 'confirmed') {
    throw new Refusal(
      'wrong_state',
      `The transaction ${lineId} is ${line.match_status}; there is no match to undo.`,
    );
  }
  if (line.transfer_status === 'linked') return unlinkTransfer(ctx, line);
  const matches = await matchesOf(ctx, [lineId]);
  await returnPayment(ctx, matches);
  await deleteMatches(ctx, lineId);
  await forget(ctx, lineId);
  // Who takes back what the matcher booked says that it was wrong: it is not to be booked again by the next run.
  if (matches[0]?.source === 'ai') {
    await rejectPairs(ctx, lineId, [...new Set(matches.map(({ record_id }) => record_id))]);
  }
  await reopen(ctx, line, matches);
};

const returnPayment = async (ctx: WriteScope, matches: readonly Match[]): Promise<void> => {
  const [match] = matches;
  if (match?.payment_id === undefined || match.payment_id === null) return;
  if (match.payment_made) return removePayment(ctx, match.payment_id);
  await scoped(ctx, 'payment')
    .update()
    .set({ bank_linked: false, bank_transaction_id: null })
    .where('id', '=', match.payment_id)
    .execute();
};

/** The suggestion as it was, unless one of its documents has been settled another way since. */
const stillFitting = async (
  ctx: WriteScope,
  line: BankLine,
  state: UndoState | undefined,
): Promise<readonly Suggestion[]> => {
  const suggestions = (state?.suggestions ?? []).map((row) => ({ ...row, bank_transaction_id: line.id }));
  for (const { record_type, record_id, amount_minor } of suggestions) {
    const document = await scoped(ctx, record_type as 'invoice')
      .select()
      .select(['open', 'balance_minor', 'currency'])
      .where('id', '=', record_id)
      .executeTakeFirst();
    if (document === undefined || !document.open) return [];
    if (document.currency === line.currency && document.balance_minor < amount_minor) return [];
  }
  return suggestions;
};

const unlinkTransfer = async (ctx: UndoScope, line: BankLine): Promise<void> => {
  const legs = await lockLines(ctx, [line.id, line.transfer_peer_id ?? line.id]);
  for (const leg of legs) await reopen(ctx, leg, [], 'suggested');
};

/** As it was before it was settled. */
const reopen = async (
  ctx: WriteScope,
  line: BankLine,
  matches: readonly Match[],
  transfer_status: BankLine['transfer_status'] = line.transfer_status,
): Promise<void> => {
  const state = await takeBack(ctx, line.id);
  const suggestions = await stillFitting(ctx, line, state);
  await insertSuggestions(ctx, suggestions);
  const unmarked = suggestions.length > 0 ? 'suggested' : 'unmatched';
  const match_status = state?.match_status === 'no_match' ? 'no_match' : unmarked;
  const after = await changeLine(ctx, line, { match_status, matched_at: null, transfer_status });
  ctx.record({
    event: 'bank_transaction.unmatched',
    record_type: 'bank_transaction',
    record_id: line.id,
    before: { ...lineState(line), matches },
    after: lineState(after),
  });
};
