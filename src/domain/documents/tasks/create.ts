// Makes a task about a record of the entity, for a member or for nobody yet.
import { say, because } from '../../../base/said.ts';
import type { CreateTaskParams } from '../../../../generated/tools/create_task.ts';
import { newId } from '../../../db/ids.ts';
import { companiesOf, requireRoom } from '../../parties/access/open-limit.ts';
import { type Member, findMember } from '../../ground/organisations/store.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { type Due, NEVER, readDue } from './due.ts';
import { type TaskRow, countOpenTasks, insertTask, rankPriority, readBack } from './store.ts';
import { requireTaskable } from './taskable.ts';
import { indexedTask, taskState } from './describe.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Registration, lackingRegistration } from '../../../einvoicing/peppol-ubl/participant.ts';
import { sellerOf } from '../../../einvoicing/peppol-ubl/parties.ts';
import { type Books, SYSTEM, newAct } from '../../ground/change/change.ts';
import { entitiesToAsk, markAsked } from '../../ground/entities/store.ts';

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

const COUNTRIES_THAT_ASK = Object.values(COUNTRIES)
  .filter(({ registration_needed = [] }) => registration_needed.includes('seller'))
  .map(({ country }) => country);

const lackedBy = (entity: Entity): Registration | null => {
  const { tax_number, participant_id } = entity.details;
  const vat_id = sellerOf(entity).vatId ?? undefined;
  return lackingRegistration('seller', entity.country_code, { vat_id, tax_number, participant_id });
};

/** Opens a task for each company that lacks its entry. Repeated, it does nothing; only one of several instances asks. */
export const askRegistrations = async (books: Books, now: Date): Promise<void> => {
  for (const entity of await entitiesToAsk(books.database.reader, COUNTRIES_THAT_ASK)) {
    const lacking = lackedBy(entity);
    const act = newAct(SYSTEM, 'entity ask registration', entity.id, now);
    await books.transaction(async (open) => {
      if (!(await markAsked(open.db, entity.id)) || lacking === null) return;
      await open.change(entity, act, (ctx: WriteScope) => openTask(ctx, lacking));
    });
  }
};

const openTask = async (ctx: WriteScope, { field, names }: Registration): Promise<void> => {
  const { id, name, country_code: country } = ctx.entity;
  await storeTask(ctx, {
    title: `State the ${names} of ${name}`.slice(0, LIMITS.Task.title),
    description: `The network takes no invoice to companies in ${country} without it. An administrator sets it on the admin command line: "entity update ${id} --${field.replace('_', '-')} ...".`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee_id: null,
    taskable_type: 'Entity',
    taskable_id: id,
  });
};
