// What is due by day over all companies of an organisation: at most as many rows of each kind as a page shows.
import { type RawBuilder, sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import { addDays, type IsoDay } from '../../../../base/time/day.ts';
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

/** The documents of companies that are due first, of each company at most `take`. */
export const firstDue = async (
  db: Reader,
  kind: DocumentType,
  ids: readonly string[],
  take: number,
): Promise<DueRecord[]> => {
  const found: DueRecord[] = [];
  for (let at = 0; at < ids.length; at += COMPANIES_TOGETHER) {
    const [first, ...rest] = ids.slice(at, at + COMPANIES_TOGETHER).map((id) => {
      // Both tables have these columns, but the builder's types need one of them.
      const open = acrossTenants(db, [id], kind as 'invoice', { index: `ix_${kind}_open` })
        .select(['entity_id', 'id as record_id', sql<IsoDay>`due_date`.as('due_on'), NO_TITLE])
        .where('open', '=', true);
      return (kind === 'invoice' ? open.where('status', '=', 'filed') : open)
        .orderBy('due_date')
        .orderBy('id')
        .limit(take);
    });
    if (first === undefined) continue;
    const none = db.selectFrom(first.as('company')).selectAll();
    const all = rest.reduce((one, other) => one.unionAll(({ parens }) => parens(other)), none);
    found.push(...(await all.execute()));
  }
  return found;
};

/** A statement with more of them is slow to read. */
const COMPANIES_TOGETHER = 50;

/** A task's day is the one that was given; the moment beside it is of the company's own clock. */
export const dueTasks = (db: Reader, ids: readonly string[], span: Span): Promise<DueRecord[]> => {
  const day = sql<IsoDay>`left(task.due_at, 10)`;
  return acrossTenants(db, ids, 'task')
    .select(['task.entity_id', 'task.id as record_id', day.as('due_on'), 'task.title'])
    .where('task.open', '=', true)
    .where('task.due_sort', '<', toInstant(new Date(`${addDays(span.through, 3)}T00:00:00Z`)))
    .where(within(day, 'task.id', span))
    .orderBy(day)
    .orderBy('task.id')
    .limit(span.take)
    .execute();
};
