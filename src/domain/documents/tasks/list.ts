// Pages of tasks: the most pressing first, then by due date with none last.
import type { Raises } from '../../../base/raises.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { OrderColumn } from '../../ground/lists/store.ts';
import { countTasks, selectPage, type TaskFilters, type TaskRow } from './store.ts';

export interface TaskListRequest extends TaskFilters {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const ORDER: readonly OrderColumn<TaskRow>[] = [
  { column: 'task.priority_rank', direction: 'ascending', type: 'number', value: (row) => row.priority_rank },
  { column: 'task.due_sort', direction: 'ascending', type: 'text', value: (row) => row.due_sort },
  { column: 'task.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const listTasks = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  filters: TaskListRequest,
): Promise<Page<TaskRow>> =>
  readPage(ctx, {
    tool: 'list_tasks',
    tenant: ctx.entity.id,
    filters,
    limit: filters.limit,
    cursor: filters.cursor,
    order: ORDER,
    rows: (after, take) => selectPage(ctx, filters, after, take),
    count: (max) => countTasks(ctx, filters, max),
  });
