// What follows when a substitute is filed: it takes the place of the earlier invoice in the books, and the authority is
// asked to cancel that one (reason 01). Until it has, both are valid there.
import { LIMITS } from '../../../generated/limits.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Filable } from '../documents/filable.ts';
import { takePlace } from '../invoices/take-place.ts';
import { storeTask } from '../tasks/create.ts';
import { NEVER } from '../tasks/due.ts';
import { lockFilable } from './filable.ts';
import type { JobOf } from './job.ts';
import { findApproval } from './store/approvals.ts';
import { askToCancel } from './void.ts';

export const cancelReplaced = async (
  ctx: WriteScope,
  substitute: Filable,
  job: JobOf<'file'>,
): Promise<void> => {
  const { replaces, id } = substitute;
  if (replaces === null || !(await takePlace(ctx, id, replaces))) return;
  const replaced = await lockFilable(ctx, replaces);
  if (replaced === undefined) throw new Error(`${replaces} is locked and is not there`);
  const by = (await findApproval(ctx, job.approval_id ?? ''))?.decided_by ?? ctx.actor.id;
  try {
    await askToCancel(ctx, replaced, { reason: '01', replacement: id, by });
  } catch (error) {
    // It refuses before it writes anything, and the substitute is filed whatever becomes of the other.
    if (!(error instanceof Refusal)) throw error;
    await openTask(ctx, replaces, error.message);
  }
};

/** The authority or the buyer has refused to cancel an invoice that another one replaces. */
export const noteRefused = async (ctx: WriteScope, job: JobOf<'cancel'>, reason: string): Promise<void> => {
  if (job.order.reason === '01') await openTask(ctx, job.document_id, reason);
};

const openTask = async (ctx: WriteScope, invoiceId: string, reason: string): Promise<void> => {
  await storeTask(ctx, {
    title: 'Cancel an invoice that was replaced'.slice(0, LIMITS.Task.title),
    description:
      `The invoice still counts at the authority, beside the one that replaces it: ${reason} Ask the customer to accept, then use "invoice void ${invoiceId} --reason 01".`.slice(
        0,
        LIMITS.Task.description,
      ),
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee_id: null,
    taskable_type: 'Invoice',
    taskable_id: invoiceId,
  });
};
