// A task as answers and the trail show it, and as search knows it.
import type { Task } from '../../../../generated/types.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import type { TaskRow } from './store.ts';

/** The condition of being overdue at a moment; lists ask the same of the columns. */
export const isOverdue = ({ open, due_sort }: Pick<TaskRow, 'open' | 'due_sort'>, now: Date): boolean =>
  open && due_sort <= toInstant(now);

export const describeTask = (row: TaskRow, { entity, now }: Pick<ReadScope, 'entity' | 'now'>): Task => ({
  object: 'task',
  id: row.id,
  task_id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  due_at: row.due_at,
  overdue: isOverdue(row, now),
  assignee:
    row.assignee_email === null
      ? null
      : { email: row.assignee_email, name: row.assignee_name ?? row.assignee_email },
  taskable_type: row.taskable_type,
  taskable_id: row.taskable_id,
  taskable_label: row.taskable_type === 'Entity' ? entity.name : row.label,
  completed_at: row.completed_at === null ? null : instantToIso(row.completed_at),
  created_at: instantToIso(row.created_at),
});

/** What the trail and events keep of it. */
export const taskState = (row: TaskRow): object => ({
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  due_at: row.due_at,
  assignee: row.assignee_email,
  taskable_type: row.taskable_type,
  taskable_id: row.taskable_id,
});

/** Search finds a task by its title. */
export const indexedTask = ({ id, title }: Pick<TaskRow, 'id' | 'title'>): IndexedRecord => ({
  record_id: id,
  type: 'tasks',
  label: title,
  identifiers: [],
});
