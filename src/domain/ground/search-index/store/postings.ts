// Finds records by their words, starting at the rarest word.
import { sql, type SqlBool } from 'kysely';
import type { SearchType } from '../../../../../generated/types.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { Reader } from '../../../../db/database.ts';
import { acrossTenants } from '../../../../db/scoped.ts';
import type { Expansion } from '../expand.ts';

/** The tenants that the caller may see, and the record types wanted (null: all). */
export interface SearchSpace {
  readonly tenants: readonly string[];
  readonly types: readonly SearchType[] | null;
}

/** Words are counted up to these, until one is rarer. All records with it are looked at for the other words, up to the last. */
const COUNTED = [300, 1_500, 5_001] as const;
const MAX_CANDIDATES = 5_000;
/** The number of records scored; a query that matches more is too broad to rank. */
const MAX_RECORDS = 300;
/** Candidates of one look, and of one statement; so many companies share one, and so many statements run at a time. */
const FIRST_CANDIDATES = 600;
const PER_STATEMENT = 1_000;
const COMPANIES = 4;
const AT_ONCE = 4;

interface WithWords {
  readonly ids: readonly string[];
  /** Not all records with the rarest word were looked at. */
  readonly isCut: boolean;
}

/** Records with all words; if there are none, records with some, the rarest word first. */
export const recordsWith = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
): Promise<WithWords> => {
  const known = expansions.filter(({ tokens }) => tokens.length > 0);
  const rarestFirst = await byRarity(db, space, known);
  const [rarest, ...others] = rarestFirst;
  if (rarest === undefined) return { ids: [], isCut: false };
  const isComplete = known.length === expansions.length && others.length > 0;
  const complete = isComplete ? await withAll(db, space, rarest, others) : { ids: [], isCut: false };
  return complete.ids.length > 0
    ? complete
    : { ids: await withSome(db, space, rarestFirst), isCut: complete.isCut };
};

const byRarity = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
): Promise<readonly Expansion[]> => {
  if (expansions.length < 2) return expansions;
  let counts: readonly number[] = [];
  for (const most of COUNTED) {
    counts = await countEach(db, space, expansions, most);
    if (Math.min(...counts) < most) break;
  }
  return expansions
    .map((expansion, at) => ({ expansion, count: counts[at] ?? 0 }))
    .toSorted((a, b) => a.count - b.count)
    .map(({ expansion }) => expansion);
};

/** Up to so many records with each, by one statement. */
const countEach = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
  most: number,
): Promise<readonly number[]> => {
  // A row of no word first: what follows may have parentheses, and with them a limit of its own.
  const none = db.selectNoFrom(sql<number>`-1`.as('at'));
  const rows = await expansions
    .map(({ tokens }, at) =>
      postings(db, space, tokens)
        .select(sql<number>`${sql.lit(at)}`.as('at'))
        .limit(most),
    )
    .reduce((all, some) => all.unionAll(({ parens }) => parens(some)), none)
    .execute();
  const counts = expansions.map(() => 0);
  for (const { at } of rows) if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  return counts;
};

interface Candidate {
  readonly entity_id: string;
  readonly record_id: string;
}

const withAll = async (
  db: Reader,
  space: SearchSpace,
  rarest: Expansion,
  others: readonly Expansion[],
): Promise<WithWords> => {
  const complete = new Set<string>();
  let looked = 0;
  for (const most of [FIRST_CANDIDATES, MAX_CANDIDATES + 1]) {
    const rows = await postings(db, space, rarest.tokens)
      .select(['search_token.entity_id', 'search_token.record_id'])
      .limit(most)
      .execute();
    for (const id of await haveAll(db, rows.slice(looked, MAX_CANDIDATES), others)) complete.add(id);
    const isEnough = complete.size >= MAX_RECORDS;
    if (isEnough || rows.length < most)
      return { ids: [...complete].slice(0, MAX_RECORDS), isCut: isEnough && rows.length === most };
    looked = rows.length;
  }
  return { ids: [...complete], isCut: true };
};

/** Those of the candidates that have each of the words, company by company. */
const haveAll = async (
  db: Reader,
  candidates: readonly Candidate[],
  words: readonly Expansion[],
): Promise<readonly string[]> => {
  const found = new Map<string, Set<string>>();
  const waiting = [...groupsOf(candidates)];
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      for (const { record_id, token } of await tokensOf(db, group, words)) {
        const tokens = found.get(record_id) ?? new Set<string>();
        found.set(record_id, tokens.add(token));
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...found]
    .filter(([, tokens]) => words.every((word) => word.tokens.some((token) => tokens.has(token))))
    .map(([id]) => id);
};

type Group = ReadonlyMap<string, readonly string[]>;

/** By company, a few of them together, so that few companies take one statement. */
const groupsOf = (candidates: readonly Candidate[]): readonly Group[] => {
  const companies = new Map<string, string[]>();
  for (const { entity_id, record_id } of candidates)
    companies.set(entity_id, [...(companies.get(entity_id) ?? []), record_id]);
  const groups: Map<string, readonly string[]>[] = [];
  let room = 0;
  for (const [company, ids] of companies)
    for (const some of chunks([...new Set(ids)], PER_STATEMENT)) {
      let last = groups.at(-1);
      if (last === undefined || last.size === COMPANIES || last.has(company) || room < some.length) {
        groups.push((last = new Map()));
        room = PER_STATEMENT;
      }
      last.set(company, some);
      room -= some.length;
    }
  return groups;
};

/**
 * The words that these records have. Servers would look up each word of each record in the index, were they told the words
 * as they are stored.
 */
const tokensOf = (db: Reader, group: Group, words: readonly Expansion[]) =>
  acrossTenants(db, [...group.keys()], 'search_token', { index: 'ix_search_token_record' })
    .select(['search_token.record_id', 'search_token.token'])
    .where(({ or, and, eb }) =>
      or(
        [...group].map(([company, ids]) =>
          and([eb('search_token.entity_id', '=', company), eb('search_token.record_id', 'in', ids)]),
        ),
      ),
    )
    .where(
      sql<SqlBool>`concat(search_token.token, '') in (${sql.join([...new Set(words.flatMap(({ tokens }) => tokens))])})`,
    )
    .execute();

const withSome = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
): Promise<string[]> => {
  const found = new Set<string>();
  for (const { tokens } of expansions) {
    if (found.size >= MAX_RECORDS) break;
    const rows = await postings(db, space, tokens)
      .select('search_token.record_id')
      .distinct()
      .limit(MAX_RECORDS - found.size)
      .execute();
    for (const { record_id } of rows) found.add(record_id);
  }
  return [...found];
};

const postings = (db: Reader, { tenants, types }: SearchSpace, tokens: readonly string[]) => {
  const query = acrossTenants(db, tenants, 'search_token').where('search_token.token', 'in', tokens);
  return types === null ? query : query.where('search_token.type', 'in', types);
};
