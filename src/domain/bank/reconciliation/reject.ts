// reject_ai_suggestion: deletes the suggestion; its pairs are never suggested again.
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { changeLine, lineState, lockLine } from '../transactions/line.ts';
import { unlearnFrom } from '../aliases/learn.ts';
import { counterpartyOf } from './store/books.ts';
import { deleteSuggestions, insertRejections, readSuggestions } from './store/suggestions.ts';

type RejectScope = WriteScope & Raises<'transaction_not_found' | 'transaction_not_suggested'>;

export const rejectSuggestion = async (ctx: RejectScope, lineId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  if (line.match_status !== 'suggested') {
    throw ctx.error('transaction_not_suggested', { path: 'transaction_id', match_status: line.match_status });
  }
  const suggested = await readSuggestions(ctx, [line.id]);
  const records = [...new Set(suggested.map(({ record_id }) => record_id))];
  await insertRejections(ctx, line.id, records, toInstant(ctx.now));
  await deleteSuggestions(ctx, [line.id]);
  const [first] = suggested;
  if (first !== undefined)
    await unlearnFrom(ctx, line, await counterpartyOf(ctx, first.record_type, first.record_id), 'suggested');
  const after = await changeLine(ctx, line, { match_status: 'unmatched' });
  ctx.record({
    event: 'bank_transaction.rejected',
    record_type: 'bank_transaction',
    record_id: line.id,
    before: { ...lineState(line), suggested: records },
    after: lineState(after),
  });
};
