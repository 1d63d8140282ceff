// Lists of counterparties, and what the search index keeps of their names.
import { type Expression, type SqlBool, sql } from 'kysely';
import { normaliseName } from '../../../../base/names/normalise.ts';
import { scoped } from '../../../../db/scoped.ts';
import { compactIdentifier } from '../../../ground/search-index/expand.ts';
import { allOf } from '../../../ground/lists/store.ts';
import { hasWords } from '../../../ground/search-index/store/conditions.ts';
import { findCandidates } from '../../../ground/search-index/parts/candidates.ts';
import { type Fitting, fittingInOrder, merged, unindexed } from '../../../ground/search-index/parts/page.ts';
import { type Pattern, patternOfWord, patternsOf, sortOf } from '../../../ground/search-index/parts/parts.ts';
import type { CounterpartyRole } from '../../../../../generated/types.ts';
import type { Books, CounterpartyRow } from './counterparties.ts';

type Condition = Expression<SqlBool>;

/** What a list asks; all of it must hold. */
export interface CounterpartyFilters {
  readonly query?: string | undefined;
  readonly role: CounterpartyRole;
}

/** Holds every column that filters and order need, so that a rare word costs a walk over the index, not over the rows. */
const LIST_INDEX = 'ix_counterparty_name';

const matching = (ctx: Books, { query, role }: CounterpartyFilters, index = LIST_INDEX) => {
  const all = scoped(ctx, 'counterparty').select({ index });
  const held = role === 'all' ? all : all.where(`counterparty.is_${role}`, '=', true);
  return query === undefined ? held : held.where(nameOrTaxId(query));
};

/** The ids of at most `take` in the order of their names, only those that fulfil `after`. */
export const listIds = async (
  ctx: Books,
  filters: CounterpartyFilters,
  after: Condition | null,
  take: number,
  /** The name that `after` begins at, so that a later page looks at nothing before it. */
  from: string | null = null,
): Promise<readonly string[]> => {
  const { query } = filters;
  const beside = query === undefined ? null : await unindexed(ctx, 'names');
  if (query === undefined || beside === null) return walk(ctx, filters, after, take);
  const candidates = await findCandidates(ctx, 'names', patternsOfQuery(query));
  const among = (ids: readonly string[]) =>
    foundNames(restOf(matching(ctx, filters, 'PRIMARY').where('counterparty.id', 'in', ids), after));
  const start = from === null ? null : sortOf(from);
  const list = { kind: 'names', descending: false, from: start, to: null, among, compare: byName } as const;
  const found = await fittingInOrder(ctx, candidates, list, take);
  if (found === null) return walk(ctx, filters, after, take);
  const changed = matching(ctx, filters, 'ix_counterparty_updated').where(
    'counterparty.updated_at',
    '>=',
    beside.since,
  );
  const others = [
    ...(await foundNames(restOf(changed, after))),
    ...(beside.ids.length === 0 ? [] : await among(beside.ids)),
  ];
  return merged(found, others, byName, take).map(({ id }) => id);
};

type FoundName = Fitting & { readonly name_norm: string };

const byName = (a: FoundName, b: FoundName): number =>
  compareBytes(a.name_norm, b.name_norm) || compareBytes(a.id, b.id);

/** As the database compares. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

type Matching = ReturnType<typeof matching>;

const restOf = (query: Matching, after: Condition | null): Matching =>
  after === null ? query : query.where(after);

const foundNames = async (query: Matching): Promise<readonly FoundName[]> => {
  const rows = await query.select(['counterparty.id', 'counterparty.name_norm']).execute();
  return rows.map((row) => ({ ...row, sort: sortOf(row.name_norm) }));
};

const walk = async (
  ctx: Books,
  filters: CounterpartyFilters,
  after: Condition | null,
  take: number,
): Promise<readonly string[]> => {
  const keys = await restOf(matching(ctx, filters), after)
    .select('counterparty.id')
    .orderBy('counterparty.name_norm')
    .orderBy('counterparty.id')
    .limit(take)
    .execute();
  return keys.map(({ id }) => id);
};

/** Counts at most `max`. */
export const countListed = async (ctx: Books, filters: CounterpartyFilters, max: number): Promise<number> =>
  (await listIds(ctx, filters, null, max)).length;

const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What a query may be part of. */
const readQuery = (query: string) => {
  const name = normaliseName(query);
  const tax_id = compactIdentifier(query);
  const written = query.trim().toUpperCase();
  return { name, tax_id, as_written: written === tax_id ? '' : written };
};

const patternsOfQuery = (query: string): readonly (readonly Pattern[])[] => {
  const { name, tax_id, as_written } = readQuery(query);
  return [patternsOf(name), ...[tax_id, as_written].filter((text) => text !== '').map(patternOfWord)].filter(
    (patterns) => patterns.length > 0,
  );
};

/** The words in any order, each part of the name, accents and case aside, or part of the tax id: RFCs and VAT ids without separators, others as written. */
const nameOrTaxId = (query: string): Condition => {
  const { name, tax_id, as_written } = readQuery(query);
  const parts = [
    ...(name === '' ? [] : [allOf(hasWords('counterparty.name_norm', name))]),
    ...(tax_id === '' ? [] : [sql`counterparty.tax_id like ${`%${tax_id}%`}`]),
    ...(as_written === '' ? [] : [sql`counterparty.tax_id like ${`%${escapeWildcards(as_written)}%`}`]),
  ];
  // Punctuation alone matches nothing.
  return parts.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
};

/** The names and tax ids of these, for the search index. */
export const listedNames = (
  ctx: Books,
  ids: readonly string[],
): Promise<readonly Pick<CounterpartyRow, 'id' | 'name_norm' | 'tax_id'>[]> =>
  scoped(ctx, 'counterparty')
    .select({ index: 'PRIMARY' })
    .select(['id', 'name_norm', 'tax_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

/** Counts at most `most`. */
export const countNames = async (ctx: Books, most: number): Promise<number> => {
  const query = scoped(ctx, 'counterparty').select({ index: LIST_INDEX }).select('counterparty.id');
  return (await query.limit(most).execute()).length;
};

/** Counterparties in the order of their ids. */
export const namesAfter = async (ctx: Books, after: string, limit: number): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'counterparty')
    .select({ index: 'PRIMARY' })
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Those that changed since, in this order. */
export const namesSince = (
  ctx: Books,
  after: { readonly id: string; readonly at: string },
  limit: number,
): Promise<readonly { readonly id: string; readonly at: string }[]> =>
  scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_updated' })
    .select(['id', 'updated_at as at'])
    .where('updated_at', '>=', after.at)
    .where(({ or, and, eb }) =>
      or([eb('updated_at', '>', after.at), and([eb('updated_at', '=', after.at), eb('id', '>', after.id)])]),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute();
