// Lists of received documents, the latest first.
import { sql, type SqlBool } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import { plainWords } from '../../../../base/names/normalise.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import type { Condition, OrderColumn } from '../../../ground/lists/store.ts';
import { findCandidates } from '../../../ground/search-index/parts/candidates.ts';
import {
  type Fitting,
  fittingInOrder,
  MAX_PENDING,
  merged,
  unindexed,
} from '../../../ground/search-index/parts/page.ts';
import { patternsOfStretch } from '../../../ground/search-index/parts/parts.ts';
import type { ListedReceived, ReceivedRow } from '../record.ts';
import { listed } from './documents.ts';
import { receivedSince, unitsBy } from './texts.ts';

type Books = Tenant<Reader>;

export interface ReceivedFilters {
  readonly status?: ReceivedRow['status'] | undefined;
  readonly kind?: ReceivedRow['kind'] | undefined;
  readonly query?: string | undefined;
  /** Moments, as they are stored. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

export const RECEIVED_ORDER: readonly OrderColumn<ListedReceived>[] = [
  {
    column: 'received_document.received_at',
    direction: 'descending',
    type: 'text',
    value: (row) => row.received_at,
  },
  { column: 'received_document.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

/** In the order of the list behind what is asked. */
const indexOf = ({ status, kind }: ReceivedFilters): string => {
  if (status === undefined)
    return kind === undefined ? 'ix_received_document_received_at' : 'ix_received_document_kind';
  return kind === undefined ? 'ix_received_document_status' : 'ix_received_document_status_kind';
};

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Of the counterparty by a scalar subquery, which is looked up only where the text is nowhere else. */
const hasText = (ctx: Books, query: string): Condition => {
  const like = contains(query);
  const called = scoped(ctx, 'counterparty')
    .select()
    .select(sql`1`.as('one'))
    .where('counterparty.id', '=', sql<string>`${sql.ref('received_document.counterparty_id')}`)
    .where('counterparty.name', 'like', like)
    .limit(1);
  const columns = ['number', 'supplier_name', 'file_name'].map(
    (column) => sql`${sql.ref(`received_document.${column}`)} like ${like}`,
  );
  return sql<SqlBool>`(${sql.join([...columns, sql`${called} = 1`], sql` or `)})`;
};

const matching = (ctx: Books, filters: ReceivedFilters, index = indexOf(filters)) => {
  const { status, kind, query, since, before } = filters;
  let rows = scoped(ctx, 'received_document').select({ index });
  if (status !== undefined) rows = rows.where('received_document.status', '=', status);
  if (kind !== undefined) rows = rows.where('received_document.kind', '=', kind);
  if (since !== undefined) rows = rows.where('received_document.received_at', '>=', since);
  if (before !== undefined) rows = rows.where('received_document.received_at', '<', before);
  return query === undefined ? rows : rows.where(hasText(ctx, query));
};

type Matching = ReturnType<typeof matching>;

const beyond = (rows: Matching, after: Condition | null) =>
  (after === null ? rows : rows.where(after)).select([
    'received_document.id',
    'received_document.received_at as sort',
  ]);

/** At most `take` of them, the latest first. */
const latest = (rows: Matching, after: Condition | null, take: number): Promise<readonly Fitting[]> =>
  beyond(rows, after)
    .orderBy('received_document.received_at', 'desc')
    .orderBy('received_document.id', 'desc')
    .limit(take)
    .execute();

/** The next documents that fit; none that fits `after` came later than `until`. */
type FindIds = (after: Condition | null, take: number, until: string | null) => Promise<readonly string[]>;

const idsOf = (found: readonly Fitting[]): readonly string[] => found.map(({ id }) => id);

const latestFirst = (a: Fitting, b: Fitting): number =>
  a.sort < b.sort || (a.sort === b.sort && a.id < b.id) ? 1 : -1;

/** What may be missing in the index; null where that is not of use, and all are walked. */
const unindexedUnits = async (ctx: Books): Promise<readonly string[] | null> => {
  const beside = await unindexed(ctx, 'inbox');
  if (beside === null) return null;
  const changed = await receivedSince(ctx, { id: '', at: beside.since }, MAX_PENDING + 1);
  return changed.length > MAX_PENDING ? null : [...new Set([...beside.ids, ...changed.map(({ id }) => id)])];
};

/** Of other scripts the server takes letters for equal that the index keeps apart. */
const IS_INDEXED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

const finder = async (ctx: Books, filters: ReceivedFilters): Promise<FindIds> => {
  const walk: FindIds = async (after, take) => idsOf(await latest(matching(ctx, filters), after, take));
  const { query = '' } = filters;
  const patterns = IS_INDEXED.test(query) ? patternsOfStretch(plainWords(query)) : [];
  const units = patterns.length === 0 ? null : await unindexedUnits(ctx);
  if (units === null) return walk;
  const candidates = await findCandidates(ctx, 'inbox', [patterns]);
  return async (after, take, until) => {
    const { since = null, before = null } = filters;
    const list = {
      kind: 'inbox',
      descending: true,
      from: since,
      to: before === null || (until !== null && until < before) ? until : before,
      among: (ids: readonly string[]) =>
        beyond(matching(ctx, filters, 'PRIMARY').where('received_document.id', 'in', ids), after).execute(),
      compare: latestFirst,
    } as const;
    const found = await fittingInOrder(ctx, candidates, list, take);
    if (found === null) return walk(after, take, until);
    const others: Fitting[] = [];
    for (const { column, index, units: some } of unitsBy(units))
      others.push(
        ...(await latest(
          matching(ctx, filters, index).where(`received_document.${column}`, 'in', some),
          after,
          take,
        )),
      );
    return idsOf(merged(found, others, latestFirst, take));
  };
};

/** One more than is told exactly. */
const MOST_COUNTED = SERVICE.limits.exact_total_up_to + 1;

export const receivedPage = (ctx: Books, filters: ReceivedFilters) => {
  let found: Promise<FindIds> | undefined;
  // The first page of a text counts what it looks at, since most of the time goes into that.
  let counted: number | null = null;
  const ids: FindIds = async (after, take, until) =>
    (await (found ??= finder(ctx, filters)))(after, take, until);
  return {
    rows: async (
      after: Condition | null,
      take: number,
      key: CursorKey | null = null,
    ): Promise<readonly ListedReceived[]> => {
      const counts = filters.query !== undefined && after === null;
      const until = typeof key?.[0] === 'string' ? key[0] : null;
      const some = await ids(after, counts ? Math.max(take, MOST_COUNTED) : take, until);
      if (counts) counted = some.length;
      if (some.length === 0) return [];
      return listed(ctx, 'PRIMARY')
        .where('received_document.id', 'in', some.slice(0, take))
        .orderBy('received_document.received_at', 'desc')
        .orderBy('received_document.id', 'desc')
        .execute();
    },
    count: async (max: number): Promise<number> => counted ?? (await ids(null, max, null)).length,
  };
};
