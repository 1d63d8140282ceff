// What is overdue or due soon in all companies of an organisation, by day. Each kind is read from the day and record
// after which the page begins, so that a page reads no more than it shows.
import type { DeadlineKind, Deadline } from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Raises } from '../../../base/raises.ts';
import { addDays, dayIn, type IsoDay, parseDay } from '../../../base/time/day.ts';
import { instantToIso } from '../../../db/instant.ts';
import { listKeys } from '../../parties/access/store.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { listEntities } from '../../ground/entities/store.ts';
import { listRequests } from '../../parties/key-requests/store.ts';
import { decodeCursor, type ListQuestion } from '../../ground/lists/cursor.ts';
import { cursorAfter, type Page } from '../../ground/lists/page.ts';
import type { OrderColumn } from '../../ground/lists/store.ts';
import {
  dueApprovals,
  dueCancellations,
  dueComplements,
  type DueRecord,
  dueTasks,
  type Span,
} from './store/deadlines.ts';
import { lastCertificateDays } from './store/counts.ts';
import { dueDocuments } from './due-documents.ts';

export interface DeadlineFilters {
  /** How many days from today on. */
  readonly days: number;
  readonly kind?: DeadlineKind | null | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** More than any organisation has; keeps the statement within bounds. */
const MAX_COMPANIES = 10_000;

const ORDER: readonly OrderColumn<Deadline>[] = [
  { column: 'due_on', direction: 'ascending', type: 'text', value: ({ due_on }) => due_on },
  { column: 'record_id', direction: 'ascending', type: 'text', value: ({ record_id }) => record_id },
];

export const pageOfDeadlines = async (
  ctx: OrganisationScope & Raises<'invalid_cursor'>,
  { days, kind, limit, cursor }: DeadlineFilters,
): Promise<Page<Deadline>> => {
  const question: ListQuestion = {
    tool: 'list_deadlines',
    tenant: ctx.organisation_id,
    filters: { days, kind },
  };
  const entities = await listEntities(ctx.db, ctx.organisation_id, MAX_COMPANIES);
  const span: Span = {
    after: startOf(ctx, question, cursor),
    through: addDays(dayIn('UTC', ctx.now), days),
    now: ctx.now,
    take: limit + 1,
  };
  const rows = (await readDue(ctx, entities, span, kind ?? undefined)).slice(0, limit + 1);
  const data = rows.slice(0, limit).map((row) => describe(ctx.now, entities, row));
  const last = data.at(-1);
  const has_more = rows.length > limit && last !== undefined;
  return {
    data,
    has_more,
    next_cursor: has_more ? cursorAfter({ ...question, order: ORDER }, last) : null,
    total_count: span.after === null && !has_more ? data.length : null,
  };
};

const startOf = (
  ctx: Raises<'invalid_cursor'>,
  question: ListQuestion,
  cursor: string | undefined,
): Span['after'] => {
  if (cursor === undefined) return null;
  const [due_on, record_id] = decodeCursor(question, cursor, ['text', 'text']) ?? [];
  const day = typeof due_on === 'string' ? parseDay(due_on) : undefined;
  if (day === undefined || typeof record_id !== 'string')
    throw ctx.error('invalid_cursor', { path: 'cursor' });
  return { due_on: day, record_id };
};

type Due = DueRecord & { readonly kind: DeadlineKind };

type Placed = Pick<DueRecord, 'due_on' | 'record_id'>;

const byDay = (left: Placed, right: Placed): number =>
  left.due_on < right.due_on || (left.due_on === right.due_on && left.record_id < right.record_id) ? -1 : 1;

const readDue = async (
  ctx: OrganisationScope,
  entities: readonly Entity[],
  span: Span,
  only: DeadlineKind | undefined,
): Promise<Due[]> => {
  const ids = entities.map(({ id }) => id);
  const sources: Readonly<Record<DeadlineKind, () => Promise<readonly DueRecord[]>>> = {
    complement_due: () => dueComplements(ctx.db, ids, span),
    approval_expires: async () => [
      ...(await dueApprovals(ctx.db, ids, span)),
      ...(await dueCancellations(ctx.db, ids, span)),
    ],
    task_due: () => dueTasks(ctx.db, ids, span),
    certificate_expires: () => certificates(ctx, ids),
    api_key_expires: () => keys(ctx),
    key_request_expires: () => requests(ctx),
    invoices_due: () => dueDocuments(ctx, 'invoice', ids, span.through),
    bills_due: () => dueDocuments(ctx, 'bill', ids, span.through),
  };
  const kinds = only === undefined ? (Object.keys(sources) as DeadlineKind[]) : [only];
  const found = await Promise.all(
    kinds.map(async (kind): Promise<Due[]> => (await sources[kind]()).map((row) => ({ ...row, kind }))),
  );
  return found
    .flat()
    .filter((row) => row.due_on <= span.through && (span.after === null || byDay(span.after, row) < 0))
    .sort(byDay);
};

const dayOf = (instant: string): IsoDay => dayIn('UTC', new Date(instant));

const certificates = async ({ db }: OrganisationScope, ids: readonly string[]): Promise<DueRecord[]> =>
  (await lastCertificateDays(db, ids)).map(({ entity_id, valid_to }) => ({
    entity_id,
    record_id: entity_id,
    due_on: dayOf(instantToIso(valid_to)),
    title: null,
  }));

const keys = async ({ db, organisation_id, now }: OrganisationScope): Promise<DueRecord[]> =>
  (await listKeys(db, organisation_id, now)).flatMap(({ id, entity_id, name, status, expires_at }) =>
    status === 'active' && expires_at !== null
      ? [{ entity_id, record_id: id, due_on: dayOf(expires_at), title: name }]
      : [],
  );

const requests = async ({ db, organisation_id, now }: OrganisationScope): Promise<DueRecord[]> =>
  (await listRequests(db, organisation_id, now, 'pending')).map(({ id, entity_id, name, expires_at }) => ({
    entity_id,
    record_id: id,
    due_on: dayOf(expires_at),
    title: name,
  }));

const describe = (now: Date, entities: readonly Entity[], row: Due): Deadline => {
  const entity = entities.find(({ id }) => id === row.entity_id);
  return {
    kind: row.kind,
    due_on: row.due_on,
    overdue: row.due_on < dayIn(entity?.time_zone ?? 'UTC', now),
    entity_id: entity?.id ?? null,
    entity_name: entity?.name ?? null,
    record_id: row.record_id,
    title: row.title,
  };
};
