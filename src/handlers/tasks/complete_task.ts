import { completeTask } from '../../domain/tasks/move.ts';
import { describeTask } from '../../domain/tasks/describe.ts';
import { handler } from '../handler.ts';

export const complete_task = handler('complete_task', async (ctx, params) =>
  describeTask(await completeTask(ctx, params.task_id), ctx),
);
