// Makes a task about a record of the entity, for a member or for nobody yet.
import { because, say } from '../../../base/said.ts';
import type { CreateTaskParams } from '../../../../generated/tools/create_task.ts';
import { newId } from '../../../db/ids.ts';
import { companiesOf, requireRoom } from '../../parties/access/open-limit.ts';
import { type Member, findMember } from '../../ground/organisations/store.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { type Due, NEVER, readDue } from './due.ts';
import {
  type TaskRow,
  countOpenTasks,
  hasRecord,
  hasRecordOfType,
  insertTask,
  rankPriority,
  readBack,
} from './store.ts';
import { indexedTask, taskState } from './describe.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Registration, lackingRegistration } from '../../../einvoicing/peppol-ubl/participant.ts';
import { sellerOf } from '../../../einvoicing/peppol-ubl/parties.ts';
import { type Books, SYSTEM, newAct } from '../../ground/change/change.ts';
import { entitiesToAsk, markAsked } from '../../ground/entities/store.ts';
import { ID_PREFIXES, type IdTypes, type TaskId } from '../../../../generated/ids.ts';
import type { TaskableType } from '../../../../generated/types.ts';
import { followCounterparty } from '../../parties/counterparties/look-up.ts';
import { heldSlot } from '../../ground/periods/period.ts';

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
    await requireRoom(ctx, actor, 'tasks', 'title', async (bound) =>
      countOpenTasks(ctx.db, await companiesOf(ctx.db, ctx.entity.organisation_id, bound), actor),
    );
  const id = await storeTask(ctx, {
    title,
    description: params.description ?? null,
    priority: params.priority,
    due,
    assignee: assignee ?? null,
    taskable_type: params.taskable_type,
    taskable_id,
    made_by_key: ctx.actor.type === 'key' ? actor : null,
  });
  return readBack(ctx, id);
};

/** A task whose parts are known to be right: also those that the service itself opens. */
export interface NewTask {
  readonly title: string;
  readonly description: string | null;
  readonly priority: CreateTaskParams['priority'];
  readonly due: Due;
  readonly assignee: Pick<Member, 'id' | 'email'> | null;
  readonly taskable_type: CreateTaskParams['taskable_type'];
  readonly taskable_id: string;
  /** The key that it was made with, of which there may be only so many open. */
  readonly made_by_key?: string | null;
}

/** As the server keeps a text: one that was cut may end in half a pair. */
const asKept = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

export const storeTask = async (ctx: WriteScope, { due, assignee, ...facts }: NewTask): Promise<TaskId> => {
  const id = newId('TaskId');
  const title = asKept(facts.title);
  const description = facts.description === null ? null : asKept(facts.description);
  const task = { ...facts, ...due, title, description, assignee_id: assignee?.id ?? null };
  await insertTask(ctx, { ...task, id, priority_rank: rankPriority(facts.priority) });
  await indexRecord(ctx, indexedTask({ id, title }));
  ctx.record({
    event: 'task.created',
    record_type: 'task',
    record_id: id,
    before: null,
    after: taskState({ ...task, status: 'pending', assignee_email: assignee?.email ?? null }),
  });
  return id;
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

const openTask = async (ctx: WriteScope, { names }: Registration): Promise<void> => {
  const { id, name, country_code: country } = ctx.entity;
  await storeTask(ctx, {
    title: `State the ${names} of ${name}`.slice(0, LIMITS.ListedTask.title),
    description: `The network takes no invoice to companies in ${country} without it. An administrator sets it in the settings of the company.`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Entity',
    taskable_id: id,
  });
};

interface Kind {
  readonly id: keyof IdTypes;
  /** Whether the record is one of the entity's own. */
  readonly exists: (ctx: ReadScope, id: string) => Promise<boolean>;
  /** Where an id may stand for another record by now: that record's. */
  readonly follow?: (ctx: WriteScope, id: string) => Promise<string>;
}

const inTable =
  (table: Parameters<typeof hasRecord>[1]): Kind['exists'] =>
  (ctx, id) =>
    hasRecord(ctx, table, id);

const ofType =
  (table: Parameters<typeof hasRecordOfType>[1], type: string): Kind['exists'] =>
  (ctx, id) =>
    hasRecordOfType(ctx, table, type, id);

/** It is not merged into another one before the task is stored. */
const whatItIsNow = async (ctx: WriteScope, id: string): Promise<string> => {
  await heldSlot(ctx);
  return (await followCounterparty(ctx, id))?.id ?? id;
};

const KINDS: Readonly<Record<TaskableType, Kind>> = {
  Invoice: { id: 'InvoiceId', exists: inTable('invoice') },
  Bill: { id: 'BillId', exists: inTable('bill') },
  InvoiceCreditNote: { id: 'InvoiceCreditNoteId', exists: ofType('credit_note', 'invoice_credit_note') },
  InvoicePayment: { id: 'InvoicePaymentId', exists: ofType('payment', 'invoice_payment') },
  BillTicket: { id: 'BillTicketId', exists: ofType('reference_record', 'bill_tickets') },
  Counterparty: { id: 'CounterpartyId', exists: inTable('counterparty'), follow: whatItIsNow },
  Entity: { id: 'EntityId', exists: async ({ entity }, id) => entity.id === id },
};

type TaskableRaises = Raises<'taskable_not_found' | 'taskable_type_mismatch'>;

/** The record's id. Refuses an id of another kind, and one that the entity does not have, be it unknown or somebody else's. */
export const requireTaskable = async (
  ctx: WriteScope & TaskableRaises,
  type: TaskableType,
  id: string,
): Promise<string> => {
  const kind = KINDS[type];
  const expected_prefix = `${ID_PREFIXES[kind.id]}_`;
  const details = { path: 'taskable_id', taskable_type: type, received: id };
  if (!id.startsWith(expected_prefix))
    throw ctx.error('taskable_type_mismatch', { ...details, expected_prefix });
  const own = kind.follow === undefined ? id : await kind.follow(ctx, id);
  if (!(await kind.exists(ctx, own))) throw ctx.error('taskable_not_found', details);
  return own;
};
