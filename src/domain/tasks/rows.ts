// Reads tasks with their assignees and the names of what they are about.
import type { SelectOptions } from '../../db/scoped.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { TaskRow } from './task.ts';

export const tasksOf = (ctx: ReadScope, options: SelectOptions = {}) => scoped(ctx, 'task').select(options);

/** Adds what an answer shows: two look-ups by primary key for each row. */
export const withNames = (ctx: ReadScope, query: ReturnType<typeof tasksOf>) =>
  query
    .leftJoin('member', (join) =>
      join
        .on('member.organisation_id', '=', ctx.entity.organisation_id)
        .onRef('member.id', '=', 'task.assignee_id'),
    )
    .leftJoin('search_record', (join) =>
      join
        .onRef('search_record.entity_id', '=', 'task.entity_id')
        .onRef('search_record.record_id', '=', 'task.taskable_id'),
    )
    .select([
      'task.id',
      'task.title',
      'task.description',
      'task.status',
      'task.priority',
      'task.priority_rank',
      'task.due_at',
      'task.due_sort',
      'task.assignee_id',
      'task.taskable_type',
      'task.taskable_id',
      'task.completed_at',
      'task.open',
      'task.created_at',
      'member.email as assignee_email',
      'member.name as assignee_name',
      'search_record.label',
    ]);

export const findTask = (ctx: ReadScope, id: string): Promise<TaskRow | undefined> =>
  withNames(ctx, tasksOf(ctx).where('task.id', '=', id)).executeTakeFirst();

/** The task as it was just stored. */
export const readBack = async (ctx: ReadScope, id: string): Promise<TaskRow> => {
  const row = await findTask(ctx, id);
  if (row === undefined) throw new Error(`the task ${id} was stored and is not there`);
  return row;
};

/** The task, which must be one of the entity. */
export const getTask = async (ctx: ReadScope & Raises<'task_not_found'>, id: string): Promise<TaskRow> => {
  const row = await findTask(ctx, id);
  if (row === undefined) throw ctx.error('task_not_found', { path: 'task_id', received: id });
  return row;
};
