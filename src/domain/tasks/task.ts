// A task as the books hold it, and as answers and the trail show it.
import type { Selectable } from 'kysely';
import type { TaskId } from '../../../generated/ids.ts';
import type { Task, TaskableType } from '../../../generated/types.ts';
import { instantToIso, toInstant } from '../../db/instant.ts';
import type { TaskTable } from '../../db/schema.ts';
import type { ReadScope } from '../change/scope.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';

/** With what answers show of its assignee and of the record it is about. */
export type TaskRow = Omit<Selectable<TaskTable>, 'entity_id' | 'updated_at'> & {
  readonly assignee_email: string | null;
  readonly assignee_name: string | null;
  /** What search calls the record; null for one that it does not know. */
  readonly label: string | null;
};

/** The condition of being overdue at a moment; lists ask the same of the columns. */
export const isOverdue = ({ open, due_sort }: Pick<TaskRow, 'open' | 'due_sort'>, now: Date): boolean =>
  open && due_sort <= toInstant(now);

export const describeTask = (row: TaskRow, { entity, now }: Pick<ReadScope, 'entity' | 'now'>): Task => ({
  object: 'task',
  id: row.id as TaskId,
  task_id: row.id as TaskId,
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
  taskable_type: row.taskable_type as TaskableType,
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
