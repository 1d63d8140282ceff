// Tasks as the database keeps them, read with their assignees and the names of what they are about.
import { type Selectable, sql } from 'kysely';
import type { TaskId } from '../../../../generated/ids.ts';
import {
  type TaskableType,
  type TaskPriority,
  TaskPriorityValues,
  type TaskStatus,
  type TaskStatusFilter,
} from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { TaskTable } from '../../../db/schema.ts';
import { acrossTenants, mergedPage, scoped, type SelectOptions, type TenantRow } from '../../../db/scoped.ts';
import type { Raises } from '../../../base/raises.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Condition } from '../../ground/lists/store.ts';

/** With what answers show of its assignee and of the record it is about. */
export type TaskRow = Omit<Selectable<TaskTable>, 'entity_id' | 'updated_at' | 'id' | 'made_by_key'> & {
  readonly id: TaskId;
  readonly assignee_email: string | null;
  readonly assignee_name: string | null;
  /** What search calls the record; null for one that it does not know. */
  readonly label: string | null;
};

const selectTasks = (ctx: ReadScope, options: SelectOptions = {}) => scoped(ctx, 'task').select(options);

/** Adds what an answer shows: two look-ups by primary key for each row. */
const withNames = (ctx: ReadScope, query: ReturnType<typeof selectTasks>) =>
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

type Columns = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

const toTask = (row: Columns): TaskRow => ({ ...row, id: row.id as TaskId });

export const findTask = async (ctx: ReadScope, id: string): Promise<TaskRow | undefined> => {
  const row = await withNames(ctx, selectTasks(ctx).where('task.id', '=', id)).executeTakeFirst();
  return row === undefined ? undefined : toTask(row);
};

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

/** Which tasks a list shows. */
export interface TaskFilters {
  readonly status: TaskStatusFilter;
  readonly priority?: TaskPriority | undefined;
  readonly taskable_type?: TaskableType | undefined;
  readonly assignee_id?: string | undefined;
  readonly overdue_only?: boolean | undefined;
}

/** 0 for the most pressing: the place in the spec's list. */
export const rankPriority = (priority: TaskPriority): number => TaskPriorityValues.indexOf(priority);

const RANKS = TaskPriorityValues.map((_, rank) => rank);

/** Each is open; tasks of one member, and those about one kind of record, are listed by their state. */
const OPEN_STATES = ['pending', 'in_progress'] as const satisfies readonly TaskStatus[];

const indexOf = ({ taskable_type, assignee_id }: TaskFilters) => {
  if (assignee_id !== undefined) return 'ix_task_assignee_status';
  return taskable_type === undefined ? 'ix_task_status' : 'ix_task_type_status';
};

const isByState = ({ taskable_type, assignee_id }: TaskFilters): boolean =>
  taskable_type !== undefined || assignee_id !== undefined;

const byIndex = (ctx: ReadScope, filters: TaskFilters) => {
  const { status } = filters;
  const of = indexOf(filters);
  if (status !== 'open') return selectTasks(ctx, { index: of }).where('task.status', '=', status);
  return isByState(filters)
    ? selectTasks(ctx, { index: of }).where('task.status', 'in', OPEN_STATES)
    : selectTasks(ctx, { index: 'ix_task_open' }).where('task.open', '=', true);
};

const matching = (ctx: ReadScope, filters: TaskFilters) => {
  const { priority, taskable_type, assignee_id, overdue_only } = filters;
  let query = byIndex(ctx, filters);
  if (priority !== undefined) query = query.where('task.priority_rank', '=', rankPriority(priority));
  if (taskable_type !== undefined) query = query.where('task.taskable_type', '=', taskable_type);
  if (assignee_id !== undefined) query = query.where('task.assignee_id', '=', assignee_id);
  // The same as `isOverdue` of a row. The days are looked for within each priority, not behind all of the first.
  if (overdue_only === true)
    query = query
      .where('task.open', '=', true)
      .where('task.priority_rank', 'in', RANKS)
      .where('task.due_sort', '<=', toInstant(ctx.now));
  return query;
};

/** At most `take` of them, the most pressing first, then by due date. */
export const selectPage = async (
  ctx: ReadScope,
  filters: TaskFilters,
  after: Condition | null,
  take: number,
): Promise<TaskRow[]> => {
  const inOrder = (wanted: TaskFilters) => {
    const query = matching(ctx, wanted);
    return (after === null ? query : query.where(after))
      .orderBy('task.priority_rank')
      .orderBy('task.due_sort')
      .orderBy('task.id')
      .limit(take);
  };
  const isMerged = filters.status === 'open' && isByState(filters);
  const lists = OPEN_STATES.map((state) => inOrder({ ...filters, status: state }).select([...KEY]));
  const query = isMerged
    ? mergedPage(ctx, 'task', lists, ORDER, take)
        .orderBy('task.priority_rank')
        .orderBy('task.due_sort')
        .orderBy('task.id')
    : inOrder(filters);
  return (await withNames(ctx, query).execute()).map(toTask);
};

const KEY = ['task.priority_rank', 'task.due_sort', 'task.id'] as const;
const ORDER = [sql`priority_rank`, sql`due_sort`, sql`id`];

/** How many they are, counted up to `max`. */
export const countTasks = async (ctx: ReadScope, filters: TaskFilters, max: number): Promise<number> => {
  const rows = await matching(ctx, filters)
    .select(sql<number>`1`.as('one'))
    .limit(max)
    .execute();
  return rows.length;
};

/** How many tasks that were made with the key are open. */
export const countOpenTasks = async (
  db: Reader,
  entityIds: readonly string[],
  key: string,
): Promise<number> => {
  const { open } = await acrossTenants(db, entityIds, 'task')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('open', '=', true)
    .where('made_by_key', '=', key)
    .executeTakeFirstOrThrow();
  return open;
};

type NewTaskRow = Omit<
  TenantRow<'task'>,
  'open' | 'completed_at' | 'status' | 'created_at' | 'updated_at' | 'made_by_key'
> & { readonly made_by_key?: string | null };

export const insertTask = async (ctx: WriteScope, task: NewTaskRow): Promise<void> => {
  const now = toInstant(ctx.now);
  await scoped(ctx, 'task')
    .insert({
      made_by_key: null,
      ...task,
      status: 'pending',
      completed_at: null,
      open: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
};

/** False when the task is no longer in the state that was read, because somebody else moved it first. */
export const updateStatus = async (
  ctx: WriteScope,
  { id, status }: Pick<TaskRow, 'id' | 'status'>,
  to: TaskStatus,
): Promise<boolean> => {
  const now = toInstant(ctx.now);
  const { numUpdatedRows } = await scoped(ctx, 'task')
    .update()
    .set({
      status: to,
      open: to === 'pending' || to === 'in_progress',
      completed_at: to === 'completed' ? now : null,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const hasRecord = async (
  ctx: ReadScope,
  table: 'invoice' | 'bill' | 'counterparty',
  id: string,
): Promise<boolean> =>
  (await scoped(ctx, table).select().select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** The same of tables that hold several types of records side by side. */
export const hasRecordOfType = async (
  ctx: ReadScope,
  table: 'credit_note' | 'payment' | 'reference_record',
  type: string,
  id: string,
): Promise<boolean> => {
  const rows = scoped(ctx, table).select().select(['id', 'type']);
  const row = await rows.where('id', '=', id).executeTakeFirst();
  return row?.type === type;
};

/** Tasks about a counterparty that is merged into another one. */
export const moveTasks = async (
  ctx: WriteScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const tasks = await scoped(ctx, 'task')
    .select()
    .select('id')
    .where('taskable_id', '=', from)
    .forUpdate()
    .execute();
  const ids = tasks.map(({ id }) => id);
  if (ids.length > 0)
    await scoped(ctx, 'task').update().set({ taskable_id: to }).where('id', 'in', ids).execute();
};
