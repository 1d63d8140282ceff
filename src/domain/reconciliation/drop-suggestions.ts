// A document that was settled another way takes its suggestions with it: what exceeds the balance that is left could
// only be confirmed into an error. A line that is left without any is unmatched again.
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';

interface Settled {
  readonly id: string;
  readonly currency: string;
  readonly balance_minor: number;
  readonly open: boolean;
}

/** Called with the documents as they were just written, in the transaction that wrote them. */
export const dropExceedingSuggestions = async (
  ctx: WriteScope,
  documents: readonly Settled[],
): Promise<void> => {
  if (documents.length === 0) return;
  const byId = new Map(documents.map((document) => [document.id, document]));
  const suggested = await scoped(ctx, 'bank_suggestion')
    .select()
    .innerJoin('bank_transaction', (join) =>
      join
        .onRef('bank_transaction.entity_id', '=', 'bank_suggestion.entity_id')
        .onRef('bank_transaction.id', '=', 'bank_suggestion.bank_transaction_id'),
    )
    .select([
      'bank_suggestion.bank_transaction_id as id',
      'bank_suggestion.record_id',
      'bank_suggestion.amount_minor',
      'bank_transaction.currency',
    ])
    .where('bank_suggestion.record_id', 'in', [...byId.keys()])
    .execute();
  const lost = suggested.filter(({ record_id, currency, amount_minor }) => {
    const document = byId.get(record_id);
    if (document === undefined) return false;
    return !document.open || (currency === document.currency && amount_minor > document.balance_minor);
  });
  if (lost.length === 0) return;
  const ids = [...new Set(lost.map(({ id }) => id))];
  await scoped(ctx, 'bank_suggestion').delete().where('bank_transaction_id', 'in', ids).execute();
  await scoped(ctx, 'bank_transaction')
    .update()
    .set(({ eb }) => ({
      match_status: 'unmatched',
      version: eb('version', '+', 1),
      updated_at: toInstant(ctx.now),
    }))
    .where('id', 'in', ids)
    .where('match_status', '=', 'suggested')
    .execute();
  const causeOf = new Map(lost.map(({ id, record_id }) => [id, record_id]));
  for (const id of ids) {
    ctx.record({
      event: 'bank_transaction.rejected',
      record_type: 'bank_transaction',
      record_id: id,
      before: { match_status: 'suggested' },
      after: { match_status: 'unmatched', settled_document_id: causeOf.get(id) },
    });
  }
};
