// Pages of tasks: the most pressing first, then by due date with none last.
import { sql } from 'kysely';
import type { TaskableType, TaskPriority, TaskStatusFilter } from '../../../generated/types.ts';
import { TaskPriorityValues } from '../../../generated/types.ts';
import { toInstant } from '../../db/instant.ts';
import { type Page, readPage } from '../lists/page.ts';
import type { OrderColumn } from '../lists/store.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { tasksOf, withNames } from './rows.ts';
import type { TaskRow } from './task.ts';

export interface TaskFilters {
  readonly status: TaskStatusFilter;
  readonly priority?: TaskPriority | undefined;
  readonly taskable_type?: TaskableType | undefined;
  readonly overdue_only?: boolean | undefined;
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
  filters: TaskFilters,
): Promise<Page<TaskRow>> =>
  readPage(ctx, {
    tool: 'list_tasks',
    tenant: ctx.entity.id,
    filters,
    limit: filters.limit,
    cursor: filters.cursor,
    order: ORDER,
    rows: (after, take) => {
      const query = matching(ctx, filters);
      return withNames(ctx, after === null ? query : query.where(after))
        .orderBy('task.priority_rank')
        .orderBy('task.due_sort')
        .orderBy('task.id')
        .limit(take)
        .execute();
    },
    count: async (max) => {
      const rows = await matching(ctx, filters)
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });

const matching = (ctx: ReadScope, { status, priority, taskable_type, overdue_only }: TaskFilters) => {
  let query =
    status === 'open'
      ? tasksOf(ctx, { index: 'ix_task_open' }).where('task.open', '=', 1)
      : tasksOf(ctx, { index: 'ix_task_status' }).where('task.status', '=', status);
  if (priority !== undefined) query = query.where('task.priority_rank', '=', rankOf(priority));
  if (taskable_type !== undefined) query = query.where('task.taskable_type', '=', taskable_type);
  // The same as `isOverdue` of a row.
  if (overdue_only === true)
    query = query.where('task.open', '=', 1).where('task.due_sort', '<=', toInstant(ctx.now));
  return query;
};

/** 0 for the most pressing: the place in the spec's list. */
export const rankOf = (priority: TaskPriority): number => TaskPriorityValues.indexOf(priority);
