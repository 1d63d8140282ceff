// Withdraws suggestions when a document is settled another way: confirming more than the remaining balance would fail.
// A line without a remaining suggestion becomes unmatched again.
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { withdrawSuggested } from '../transactions/store/lines.ts';
import { deleteSuggestions, suggestedForRecords } from './store/suggestions.ts';

interface Settled {
  readonly id: string;
  readonly currency: string;
  readonly balance_minor: number;
  readonly open: boolean;
}

/** Called with the documents just written, in the same transaction. */
export const dropExceedingSuggestions = async (
  ctx: WriteScope,
  documents: readonly Settled[],
): Promise<void> => {
  if (documents.length === 0) return;
  const byId = new Map(documents.map((document) => [document.id, document]));
  const suggested = await suggestedForRecords(ctx, [...byId.keys()]);
  const lost = suggested.filter(({ record_id, currency, amount_minor }) => {
    const document = byId.get(record_id);
    if (document === undefined) return false;
    return !document.open || (currency === document.currency && amount_minor > document.balance_minor);
  });
  if (lost.length === 0) return;
  const ids = [...new Set(lost.map(({ line_id }) => line_id))];
  await deleteSuggestions(ctx, ids);
  await withdrawSuggested(ctx, ids, toInstant(ctx.now));
  const causes = new Map(lost.map(({ line_id, record_id }) => [line_id, record_id]));
  for (const id of ids) {
    ctx.record({
      event: 'bank_transaction.rejected',
      record_type: 'bank_transaction',
      record_id: id,
      before: { match_status: 'suggested' },
      after: { match_status: 'unmatched', settled_document_id: causes.get(id) },
    });
  }
};
