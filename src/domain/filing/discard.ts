// Discards a draft, with the number and the approval request it holds. The audit trail keeps it; only administrators
// can do this.
import type { WriteScope } from '../ground/change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { FilableView } from '../documents/shared/filable.ts';
import { hasLapsed, storedFiling } from '../documents/shared/filing.ts';
import { sweepApproval } from './approval/end.ts';
import { requireFilable } from './filable.ts';
import { returnNumber } from './numbers.ts';

export type DiscardScope = WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_draft' | 'filing_in_progress'>;

/** Returns the discarded draft. Its rows are deleted, so that no query must exclude them; the audit row keeps them. */
export const discardDraft = async (ctx: DiscardScope, id: string): Promise<FilableView> => {
  const draft = await requireFilable(ctx, id);
  const { kind, status, filing_status } = draft;
  const shown = await kind.show(ctx, id);
  if (shown === undefined) throw new Error(`${id} was locked and is not there`);
  // An expired request no longer blocks, even if the worker has not ended it yet.
  if (hasLapsed(draft, ctx.now)) await sweepApproval(ctx, id, storedFiling(draft).approval?.id ?? '');
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path: 'invoice_id', status });
  if (!(await draft.discard(ctx))) {
    throw ctx.error('filing_in_progress', { path: 'invoice_id', filing_status });
  }
  await returnNumber(ctx, draft);
  ctx.record({
    event: kind.event('discarded'),
    record_type: kind.record_type,
    record_id: id,
    before: draft.wholeState(),
    after: null,
  });
  return shown;
};
