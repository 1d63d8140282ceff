// Makes a task about a record of the entity, for a member or for nobody yet.
import { say, because } from '../../../base/said.ts';
import type { CreateTaskParams } from '../../../../generated/tools/create_task.ts';
import { newId } from '../../../db/ids.ts';
import { companiesOf, requireRoom } from '../../parties/access/open-limit.ts';
import { findMember, type Member } from '../../ground/organisations/store.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { type Due, readDue } from './due.ts';
import { countOpenTasks, insertTask, rankPriority, readBack, type TaskRow } from './store.ts';
import { requireTaskable } from './taskable.ts';
import { indexedTask, taskState } from './describe.ts';

type CreateScope = WriteScope &
  Raises<
    | 'too_many_open'
    | 'impossible_date'
    | 'invalid_parameter'
    | 'member_not_found'
    | 'taskable_not_found'
    | 'taskable_type_mismatch'
  >;

export const createTask = async (ctx: CreateScope, params: CreateTaskParams): Promise<TaskRow> => {
  const title = readTitle(ctx, params.title);
  const due = readDue(ctx, params.due_at, 'due_at');
  const taskable_id = await requireTaskable(ctx, params.taskable_type, params.taskable_id);
  const assignee = await findAssignee(ctx, params.assigned_to_email);
  const { id: actor } = ctx.actor;
  if (ctx.actor.type === 'key')
    await requireRoom(ctx, actor, 'tasks', 'title', async () =>
      countOpenTasks(ctx.db, await companiesOf(ctx.db, ctx.entity.organisation_id, actor, ctx.now), actor),
    );
  return storeTask(ctx, {
    title,
    description: params.description ?? null,
    priority: params.priority,
    due,
    assignee_id: assignee?.id ?? null,
    taskable_type: params.taskable_type,
    taskable_id,
    made_by_key: ctx.actor.type === 'key' ? actor : null,
  });
};

/** A task whose parts are known to be right: also those that the service itself opens. */
export interface NewTask {
  readonly title: string;
  readonly description: string | null;
  readonly priority: CreateTaskParams['priority'];
  readonly due: Due;
  readonly assignee_id: string | null;
  readonly taskable_type: CreateTaskParams['taskable_type'];
  readonly taskable_id: string;
  /** The key that it was made with, of which there may be only so many open. */
  readonly made_by_key?: string | null;
}

export const storeTask = async (ctx: WriteScope, { due, ...facts }: NewTask): Promise<TaskRow> => {
  const id = newId('TaskId');
  await insertTask(ctx, { ...facts, ...due, id, priority_rank: rankPriority(facts.priority) });
  const task = await readBack(ctx, id);
  await indexRecord(ctx, indexedTask(task));
  ctx.record({
    event: 'task.created',
    record_type: 'task',
    record_id: id,
    before: null,
    after: taskState(task),
  });
  return task;
};

const readTitle = (ctx: Raises<'invalid_parameter'>, text: string): string => {
  const title = text.trim();
  if (title !== '') return title;
  const hint = 'Say in title what is to be done.';
  throw ctx.error('invalid_parameter', {
    path: 'title',
    ...because(say('demand_not_blank', {})),
    received: text,
    hint,
  });
};

const findAssignee = async (ctx: CreateScope, email: string | undefined): Promise<Member | undefined> => {
  if (email === undefined) return undefined;
  const member = await findMember(ctx.db, ctx.entity.organisation_id, email.trim());
  if (member === undefined)
    throw ctx.error('member_not_found', { path: 'assigned_to_email', received: email });
  return member;
};
