// Finds records by their words, starting at the rarest word.
import { sql } from 'kysely';
import type { SearchType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { acrossTenants } from '../../../../db/scoped.ts';
import type { Expansion } from '../expand.ts';

/** The tenants that the caller may see, and the record types wanted (null: all). */
export interface SearchSpace {
  readonly tenants: readonly string[];
  readonly types: readonly SearchType[] | null;
}

/**
 * Words of more records than this count as equally common. All records with a rarer word are looked at for the other
 * words; where every word is common, as many with one of them.
 */
const MAX_CANDIDATES = 5_000;
/** The number of records scored; a query that matches more is too broad to rank. */
const MAX_RECORDS = 300;

/** Records with all words; if there are none, records with some, the rarest word first. */
export const recordsWith = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
): Promise<string[]> => {
  const known = expansions.filter(({ tokens }) => tokens.length > 0);
  const rarestFirst = await byRarity(db, space, known);
  const [rarest, ...others] = rarestFirst;
  if (rarest === undefined) return [];
  const isComplete = known.length === expansions.length;
  const complete = isComplete ? await withAll(db, space, rarest, others) : [];
  return complete.length > 0 ? complete : withSome(db, space, rarestFirst);
};

const byRarity = async (
  db: Reader,
  space: SearchSpace,
  expansions: readonly Expansion[],
): Promise<Expansion[]> => {
  if (expansions.length < 2) return [...expansions];
  const counted: { expansion: Expansion; count: number }[] = [];
  // Sequential, since a transaction has one connection.
  for (const expansion of expansions) {
    const some = postings(db, space, expansion.tokens)
      .select(sql<number>`1`.as('one'))
      .limit(MAX_CANDIDATES);
    const { count } = await db
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    counted.push({ expansion, count });
  }
  return counted.toSorted((a, b) => a.count - b.count).map(({ expansion }) => expansion);
};

const withAll = async (
  db: Reader,
  space: SearchSpace,
  rarest: Expansion,
  others: readonly Expansion[],
): Promise<string[]> => {
  const candidates = postings(db, space, rarest.tokens)
    .select(['search_token.entity_id', 'search_token.type', 'search_token.record_id'])
    .limit(MAX_CANDIDATES);
  let query = db
    .selectFrom(candidates.as('candidate'))
    .select('candidate.record_id')
    .distinct()
    .limit(MAX_RECORDS);
  for (const { tokens } of others) query = query.where(isAmong(tokens));
  const rows = await query.execute();
  return rows.map(({ record_id }) => record_id);
};

/**
 * Servers gather all records with the word for `exists`, but evaluate a scalar subquery for each candidate. They look up
 * no list of words in an index that begins with a column of the candidate, so it is the index of the candidate's words.
 */
const isAmong = (tokens: readonly string[]) => sql<boolean>`(
  select 1 from search_token as other force index (ix_search_token_record)
  where other.entity_id = candidate.entity_id and other.record_id = candidate.record_id
  and other.type = candidate.type and other.token in (${sql.join(tokens)}) limit 1) = 1`;

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
