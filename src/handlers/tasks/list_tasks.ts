import { mapPage } from '../../domain/lists/page.ts';
import { listTasks } from '../../domain/tasks/list.ts';
import { describeTask } from '../../domain/tasks/describe.ts';
import { handler } from '../handler.ts';

export const list_tasks = handler('list_tasks', async (ctx, params) => {
  const page = await listTasks(ctx, params);
  return mapPage(page, (row) => describeTask(row, ctx));
});
