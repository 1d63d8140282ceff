// What follows when a substitute is filed: it takes the place of the earlier invoice in the books, and the authority is
// asked to cancel that one (reason 01). Until it has, both are valid there.
import { LIMITS } from '../../../generated/limits.ts';
import { isRefusal } from '../../base/errors.ts';
import { mayRaise } from '../../base/raises.ts';
import type { WriteScope } from '../ground/change/scope.ts';
import type { Filable } from '../documents/shared/filable.ts';
import { takePlace } from '../documents/invoices/take-place.ts';
import { storeTask } from '../documents/tasks/create.ts';
import { NEVER } from '../documents/tasks/due.ts';
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
  if (replaces === null) return;
  if (substitute.kind.record_type === 'invoice' && !(await takePlace(ctx, id, replaces))) return;
  const replaced = await lockFilable(ctx, replaces);
  if (replaced === undefined) throw new Error(`${replaces} is locked and is not there`);
  const by = (await findApproval(ctx, job.approval_id ?? ''))?.decided_by ?? ctx.actor.id;
  try {
    await askToCancel(mayRaise(ctx), replaced, { reason: '01', replacement: id, by });
  } catch (error) {
    // It refuses before it writes anything, and the substitute is filed whatever becomes of the other.
    if (!isRefusal(error)) throw error;
    await openTask(ctx, replaced, error.message);
  }
};

/** The authority or the buyer has refused to cancel an invoice that another one replaces. */
export const noteRefused = async (ctx: WriteScope, job: JobOf<'cancel'>, reason: string): Promise<void> => {
  const document = await lockFilable(ctx, job.document_id);
  if (document === undefined) return;
  if (job.order.reason === '01') await openTask(ctx, document, reason);
  else if (document.kind.record_type === 'payment_complement') await openReversalTask(ctx, document, reason);
};

const openTask = (ctx: WriteScope, replaced: Filable, reason: string): Promise<void> => {
  const { kind, id } = replaced;
  return storeAbout(ctx, replaced, {
    title: `Cancel ${kind.a_noun} that was replaced`,
    description: `The ${kind.noun} still counts at the authority, beside the one that replaces it: ${reason} Ask the customer to accept, then use "invoice void ${id} --reason 01".`,
  });
};

const openReversalTask = (ctx: WriteScope, complement: Filable, reason: string): Promise<void> => {
  const payment = complement.duty?.taskable_id ?? '';
  return storeAbout(ctx, complement, {
    title: 'A payment could not be taken back',
    description: `Its complement ${complement.folio ?? complement.id} was not cancelled: ${reason} The payment counts until it is. Ask the customer to accept, then use "payment reverse ${payment}" again.`,
  });
};

const storeAbout = async (
  ctx: WriteScope,
  { id, kind, duty }: Filable,
  { title, description }: { readonly title: string; readonly description: string },
): Promise<void> => {
  await storeTask(ctx, {
    title: title.slice(0, LIMITS.ListedTask.title),
    description: description.slice(0, LIMITS.ListedTask.description),
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: kind.taskable_type,
    taskable_id: duty?.taskable_id ?? id,
  });
};
