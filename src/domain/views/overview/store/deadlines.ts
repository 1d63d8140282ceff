// What is due by day over all companies of an organisation: at most as many rows of each kind as a page shows.
import { type RawBuilder, sql } from 'kysely';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { acrossTenants } from '../../../../db/scoped.ts';

export interface DueRecord {
  /** Null for what belongs to the organisation. */
  readonly entity_id: string | null;
  readonly record_id: string;
  readonly due_on: IsoDay;
  readonly title: string | null;
}

/** Records due by this day, after the last one of the page before. */
export interface Span {
  readonly after: Pick<DueRecord, 'due_on' | 'record_id'> | null;
  readonly through: IsoDay;
  readonly now: Date;
  readonly take: number;
}

const within = (day: RawBuilder<string>, id: string, { after, through }: Span): RawBuilder<boolean> =>
  after === null
    ? sql<boolean>`${day} <= ${through}`
    : sql<boolean>`${day} <= ${through} and (${day} > ${after.due_on} or (${day} = ${after.due_on} and ${sql.ref(id)} > ${after.record_id}))`;

const NO_TITLE = sql<string | null>`null`.as('title');

export const dueComplements = (db: Reader, ids: readonly string[], span: Span): Promise<DueRecord[]> => {
  const day = sql<IsoDay>`complement.due_on`;
  return acrossTenants(db, ids, 'complement')
    .select(['complement.entity_id', 'complement.id as record_id', day.as('due_on'), NO_TITLE])
    .where('complement.status', '=', 'draft')
    .where(within(day, 'complement.id', span))
    .orderBy('complement.due_on')
    .orderBy('complement.id')
    .limit(span.take)
    .execute();
};

export const dueApprovals = (db: Reader, ids: readonly string[], span: Span): Promise<DueRecord[]> => {
  const day = sql<IsoDay>`left(approval.expires_at, 10)`;
  return acrossTenants(db, ids, 'approval', { index: 'ix_approval_expiry' })
    .select(['approval.entity_id', 'approval.id as record_id', day.as('due_on'), NO_TITLE])
    .where('approval.status', '=', 'pending')
    .where('approval.expires_at', '>', toInstant(span.now))
    .where(within(day, 'approval.id', span))
    .orderBy(day)
    .orderBy('approval.id')
    .limit(span.take)
    .execute();
};

export const dueCancellations = (db: Reader, ids: readonly string[], span: Span): Promise<DueRecord[]> => {
  const day = sql<IsoDay>`left(cancellation_request.expires_at, 10)`;
  return acrossTenants(db, ids, 'cancellation_request')
    .select([
      'cancellation_request.entity_id',
      'cancellation_request.id as record_id',
      day.as('due_on'),
      NO_TITLE,
    ])
    .where('cancellation_request.status', '=', 'pending')
    .where('cancellation_request.expires_at', '>', toInstant(span.now))
    .where(within(day, 'cancellation_request.id', span))
    .orderBy(day)
    .orderBy('cancellation_request.id')
    .limit(span.take)
    .execute();
};

/** A task's day is the one that was given; the moment beside it is of the company's own clock. */
export const dueTasks = async (db: Reader, ids: readonly string[], span: Span): Promise<DueRecord[]> => {
  const open = (of: readonly string[]) =>
    acrossTenants(db, of, 'task', { index: 'ix_task_due' })
      .where('task.open', '=', true)
      .where('task.due_on', '>=', span.after?.due_on ?? FIRST_DAY)
      .where('task.due_on', '<=', span.through);
  const companies =
    ids.length <= 1
      ? ids
      : firstOf(
          await open(ids)
            .select(['task.entity_id', sql<IsoDay>`min(task.due_on)`.as('first')])
            .groupBy('task.entity_id')
            .execute(),
          span,
        );
  const found = companies.map((id) => {
    const rows = open([id]).select(['task.entity_id', 'task.id as record_id', 'task.due_on', 'task.title']);
    const later = rows.where(within(sql<IsoDay>`task.due_on`, 'task.id', span));
    return sql`(${later.orderBy('task.due_on').orderBy('task.id').limit(span.take)})`;
  });
  if (found.length === 0) return [];
  return db
    .selectFrom(sql<DueRecord>`(${sql.join(found, sql` union all `)})`.as('due'))
    .selectAll()
    .orderBy('due.due_on')
    .orderBy('due.record_id')
    .limit(span.take)
    .execute();
};

/** The first of the calendar that a task may name. */
const FIRST_DAY = '0001-01-01';

/**
 * The companies with what is due first: those that begin after so many others have nothing on the page. On the day of the
 * cursor some have only what was shown already; they count besides.
 */
const firstOf = (
  companies: readonly { readonly entity_id: string; readonly first: IsoDay }[],
  { after, take }: Span,
): readonly string[] => {
  const later = companies.map(({ first }) => first).filter((first) => first !== after?.due_on);
  const last = later.toSorted().at(take - 1);
  return companies.flatMap(({ entity_id, first }) =>
    last === undefined || first <= last ? [entity_id] : [],
  );
};
