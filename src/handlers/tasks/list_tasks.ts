import { mapPage } from '../../domain/ground/lists/page.ts';
import { describeListed, listTasks } from '../../domain/documents/tasks/describe.ts';
import { handler } from '../handler.ts';

export const list_tasks = handler('list_tasks', async (ctx, params) => {
  const page = await listTasks(ctx, params);
  return mapPage(page, (row) => describeListed(row, ctx));
});
