// A task as answers and the trail show it, and as search knows it.
import type { ListedTask, Task } from '../../../../generated/types.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import { findFormerMember, findMember } from '../../ground/organisations/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';
import { type TaskFilters, type TaskRow, countTasks, selectPage } from './store.ts';
import type { Raises } from '../../../base/raises.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { OrderColumn } from '../../ground/lists/store.ts';

/** The condition of being overdue at a moment; lists ask the same of the columns. */
export const isOverdue = ({ open, due_sort }: Pick<TaskRow, 'open' | 'due_sort'>, now: Date): boolean =>
  open && due_sort <= toInstant(now);

export const describeTask = (row: TaskRow, at: Pick<ReadScope, 'entity' | 'now'>): Task => ({
  ...describeListed(row, at),
  completed_at: row.completed_at === null ? null : instantToIso(row.completed_at),
  created_at: instantToIso(row.created_at),
});

export const describeListed = (
  row: TaskRow,
  { entity, now }: Pick<ReadScope, 'entity' | 'now'>,
): ListedTask => ({
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
  ...(row.completed_at === null ? {} : { completed_at: instantToIso(row.completed_at) }),
});

type Told =
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'due_at'
  | 'assignee_email'
  | 'taskable_type'
  | 'taskable_id';

/** What the trail and events keep of it. */
export const taskState = (row: Pick<TaskRow, Told>): object => ({
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

export interface TaskListRequest extends Omit<TaskFilters, 'assignee_id'> {
  readonly assigned_to_email?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const ORDER: readonly OrderColumn<TaskRow>[] = [
  { column: 'task.priority_rank', direction: 'ascending', type: 'number', value: (row) => row.priority_rank },
  { column: 'task.due_sort', direction: 'ascending', type: 'text', value: (row) => row.due_sort },
  { column: 'task.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

/** Who left may have left tasks. */
const findAssignee = async (
  { db, entity, error }: ReadScope & Raises<'member_not_found'>,
  email: string,
): Promise<string> => {
  const { organisation_id } = entity;
  const id =
    (await findMember(db, organisation_id, email.trim()))?.id ??
    (await findFormerMember(db, organisation_id, email.trim()));
  if (id === undefined) throw error('member_not_found', { path: 'assigned_to_email', received: email });
  return id;
};

export const listTasks = async (
  ctx: ReadScope & Raises<'invalid_cursor' | 'member_not_found'>,
  { assigned_to_email: email, ...asked }: TaskListRequest,
): Promise<Page<TaskRow>> => {
  const assignee_id = email === undefined ? undefined : await findAssignee(ctx, email);
  const filters = { ...asked, assignee_id };
  return readPage(ctx, {
    tool: 'list_tasks',
    tenant: ctx.entity.id,
    filters,
    limit: asked.limit,
    cursor: asked.cursor,
    order: ORDER,
    rows: (after, take) => selectPage(ctx, filters, after, take),
    count: (max) => countTasks(ctx, filters, max),
  });
};
