// reject_ai_suggestion: the suggestion goes, and its pairs are never suggested again.
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { deleteSuggestions, suggestionsOf } from './suggestions.ts';
import { changeLine, lineState, lockLine } from './transaction.ts';

type RejectScope = WriteScope & Raises<'transaction_not_found' | 'transaction_not_suggested'>;

export const rejectSuggestion = async (ctx: RejectScope, lineId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  if (line.match_status !== 'suggested') {
    throw ctx.error('transaction_not_suggested', { path: 'transaction_id', match_status: line.match_status });
  }
  const suggested = await suggestionsOf(ctx, [line.id]);
  const records = [...new Set(suggested.map(({ record_id }) => record_id))];
  await rejectPairs(ctx, line.id, records);
  await deleteSuggestions(ctx, [line.id]);
  const after = await changeLine(ctx, line, { match_status: 'unmatched' });
  ctx.record({
    event: 'bank_transaction.rejected',
    record_type: 'bank_transaction',
    record_id: line.id,
    before: { ...lineState(line), suggested: records },
    after: lineState(after),
  });
};

/** Remembered for good: matching offers none of them for the line again. */
export const rejectPairs = async (
  ctx: WriteScope,
  lineId: string,
  recordIds: readonly string[],
): Promise<void> => {
  if (recordIds.length === 0) return;
  const created_at = toInstant(ctx.now);
  await scoped(ctx, 'bank_rejection')
    .insert(recordIds.map((record_id) => ({ bank_transaction_id: lineId, record_id, created_at })))
    .ignore()
    .execute();
};
