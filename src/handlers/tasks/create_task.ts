import { createTask } from '../../domain/documents/tasks/create.ts';
import { describeTask } from '../../domain/documents/tasks/describe.ts';
import { handler } from '../handler.ts';

export const create_task = handler('create_task', async (ctx, params) =>
  describeTask(await createTask(ctx, params), ctx),
);
