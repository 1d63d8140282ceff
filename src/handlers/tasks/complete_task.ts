import { approvalOfTask } from '../../domain/filing/store/approvals.ts';
import { completeTask } from '../../domain/documents/tasks/move.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import { getTask } from '../../domain/documents/tasks/store.ts';
import { handler } from '../handler.ts';
import { toDo } from '../../base/text/to-do.ts';

export const complete_task = handler('complete_task', async (ctx, params) => {
  const { task_id } = params;
  const approval = await approvalOfTask(ctx, task_id);
  if (approval === undefined) return describeTask(await completeTask(ctx, task_id), ctx);
  // The decision of a person completes it.
  ctx.unchanged();
  const review_url = ctx.pageUrl(`/approvals/${approval.id}`);
  const what = `the task is done when ${approval.id} is decided`;
  const review = review_url === null ? toDo('decide_filing', { id: approval.id }) : `See ${review_url}.`;
  ctx.warn('awaits_person', { path: 'task_id', what, review });
  return { ...describeTask(await getTask(ctx, task_id), ctx), review_url };
});
