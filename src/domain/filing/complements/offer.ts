// Brings a drafted complement to its filing: a person is asked, or the company's standing order has granted it.
import { LIMITS } from '../../../../generated/limits.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { dueOn } from '../../documents/tasks/due.ts';
import { grantRequest } from '../approval/decide.ts';
import { openRequest, reopenRequest } from '../approval/request.ts';
import { lockFilable } from '../filable.ts';
import type { Approval } from '../store/approvals.ts';

/** For a draft without a request. One that cannot be filed yet becomes a task. */
export const offerFiling = async (ctx: WriteScope, id: string): Promise<void> => {
  const draft = await requireLocked(ctx, id);
  const issues = draft.issues();
  const errors = issues.filter(({ severity }) => severity === 'error');
  const { duty, customer } = draft;
  if (errors.length > 0 && duty !== undefined) {
    const reasons = errors.map(({ rule, message, fix }) => `${rule} ${message} ${fix}`).join(' ');
    await openTask(ctx, duty.taskable_id, {
      title: `Complete the payment complement to ${customer.name}`,
      description: `It is due on ${duty.due_on} and cannot be filed yet: ${reasons} Then "complement submit ${id}".`,
      due: duty.due_on,
    });
    return;
  }
  const warnings = issues.map(({ rule, message }) => `${rule}: ${message}`);
  await grantIfAutomatic(ctx, await openRequest(ctx, draft, warnings));
};

/** The standing order of the company approves in the name of the administrator who gave it. */
export const grantIfAutomatic = async (ctx: WriteScope, pending: Approval): Promise<Approval> => {
  // As it stands now: a call may carry the company as it was a moment ago, and filing is irreversible.
  const { complements, complements_granted_by: by } = (await getEntity(ctx.db, ctx.entity.id)).details;
  if (complements !== 'automatic' || by === undefined || pending.status !== 'pending') return pending;
  return grantRequest(ctx, await requireLocked(ctx, pending.document_id), pending, by);
};

/** What an earlier release had approved is not filed unseen: it waits for another look, or for the standing order. */
export const askAnew = async (ctx: WriteScope, document: Filable, approved: Approval): Promise<void> => {
  const request = await reopenRequest(ctx, document, approved);
  if (document.kind.record_type === 'payment_complement') await grantIfAutomatic(ctx, request);
};

const requireLocked = async (ctx: WriteScope, id: string): Promise<Filable> => {
  const found = await lockFilable(ctx, id);
  if (found === undefined) throw new Error(`${id} was drafted and is not there`);
  return found;
};

interface Duty {
  readonly title: string;
  readonly description: string;
  readonly due: IsoDay;
}

/** About the payment, which is what people know of it. */
export const openTask = async (
  ctx: WriteScope,
  paymentId: string,
  { title, description, due }: Duty,
): Promise<void> => {
  await storeTask(ctx, {
    title: title.slice(0, LIMITS.ListedTask.title),
    description: description.slice(0, LIMITS.ListedTask.description),
    priority: 'high',
    due: dueOn(ctx, due),
    assignee: null,
    taskable_type: 'InvoicePayment',
    taskable_id: paymentId,
  });
};
