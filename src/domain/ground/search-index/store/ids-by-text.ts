// Finds the records of one type that match a text filter, starting at its rarest word.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { SearchType } from '../../../../../generated/types.ts';
import type { DB } from '../../../../db/schema.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { ReadScope } from '../../change/scope.ts';
import { termsFit, tokenFits } from './conditions.ts';
import type { FilterTerm, FilterWord, TextFilter } from '../text-filter.ts';

/** Selects `record_id`; a record may be there several times. */
export type Hit = SelectQueryBuilder<DB, never, { record_id: string }>;

interface Space {
  readonly ctx: ReadScope;
  readonly type: SearchType;
}

interface Driver {
  readonly term: FilterTerm;
  readonly word: FilterWord;
}

/** All matching ids, however many, as queries: a record may be in several of them. */
export const hitsByText = async (
  ctx: ReadScope,
  type: SearchType,
  { identifier, beginning, record_id, terms }: TextFilter,
): Promise<readonly Hit[]> => {
  const space = { ctx, type };
  const driver = await rarest(space, terms);
  return [
    ...(identifier === null ? [] : [withIdentifier(space, identifier.pattern, [])]),
    ...(beginning === null ? [] : [withLabel(space, beginning)]),
    ...(driver === undefined ? [] : withTerms(space, driver, terms)),
    ...(record_id === null ? [] : [withId(space, record_id)]),
  ];
};

/** The first rows of each query, and from which of them each is, by one statement. */
export const firstOfEach = async (
  { db }: ReadScope,
  hits: readonly Hit[],
  most: number,
): Promise<readonly { readonly record_id: string; readonly hit: number }[]> => {
  const [first, ...others] = hits.map((hit, at) =>
    db.selectFrom(hit.limit(most).as('some')).select(['record_id', sql<number>`${sql.lit(at)}`.as('hit')]),
  );
  if (first === undefined) return [];
  return others.reduce((all, other) => all.unionAll(other), first).execute();
};

/** All ids, or null if there are more than `max`. */
export const idsOfHits = async (
  ctx: ReadScope,
  hits: readonly Hit[],
  max: number,
): Promise<readonly string[] | null> => {
  const rows = await firstOfEach(ctx, hits, max + 1);
  const ids = new Set(rows.map(({ record_id }) => record_id));
  // Where a record was there so often that others may not have been told, each is told once.
  for (const [at, hit] of hits.entries()) {
    if (ids.size > max) return null;
    if (rows.filter((row) => row.hit === at).length <= max) continue;
    for (const { record_id } of await hit.distinct().limit(max + 1).execute()) ids.add(record_id);
  }
  return ids.size > max ? null : [...ids];
};

/** The records that fit all terms by the driver's word, or by what may be an identifier in its place. */
const withTerms = (space: Space, { term, word }: Driver, terms: readonly FilterTerm[]) => {
  const rest = terms.filter((other) => other !== term);
  const others = term.words.length > 1 ? terms : rest;
  const byWord = withWord(space, word).$if(others.length > 0, (query) =>
    query.where(termsFit(space.ctx, 'search_token.record_id', others)),
  );
  const hit: Hit = byWord.select('search_token.record_id');
  return term.identifier === null ? [hit] : [hit, withIdentifier(space, `${term.identifier}%`, rest)];
};

/** Words are counted up to these, until one is rarer; beyond the last all count as equally common. */
const COUNTED = [100, 1_000, 5_000] as const;

const rarest = async (space: Space, terms: readonly FilterTerm[]): Promise<Driver | undefined> => {
  const drivers = terms.flatMap((term) => term.words.map((word) => ({ term, word })));
  if (drivers.length < 2) return drivers[0];
  let best = 0;
  for (const most of COUNTED) {
    const counts = await countEach(space, drivers, most);
    best = counts.indexOf(Math.min(...counts));
    if ((counts[best] ?? 0) < most) break;
  }
  return drivers[best];
};

/** Up to so many of each, by one statement. */
const countEach = async (
  space: Space,
  drivers: readonly Driver[],
  most: number,
): Promise<readonly number[]> => {
  const { db } = space.ctx;
  const [first, ...others] = drivers.map(({ word }, at) => {
    const some = withWord(space, word)
      .select(sql<number>`1`.as('one'))
      .limit(most);
    return db
      .selectFrom(some.as('some'))
      .select([sql<number>`${sql.lit(at)}`.as('at'), sql<number>`count(*)`.as('count')]);
  });
  if (first === undefined) return [];
  const rows = await others.reduce((all, other) => all.unionAll(other), first).execute();
  return drivers.map((_, at) => rows.find((row) => row.at === at)?.count ?? 0);
};

/** The index narrows by type only after whole words; for a prefix all types are read. */
const wordIs = (word: FilterWord): Expression<SqlBool> => {
  const { completions, near } = word;
  if (completions === null) return tokenFits('search_token.token', word);
  const tokens = [...new Set([...completions, ...near])];
  return tokens.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`search_token.token in (${sql.join(tokens)})`;
};

const withWord = ({ ctx, type }: Space, word: FilterWord) =>
  scoped(ctx, 'search_token')
    .select({ index: 'PRIMARY' })
    .where(wordIs(word))
    .where('search_token.type', '=', type);

const withIdentifier = ({ ctx, type }: Space, pattern: string, terms: readonly FilterTerm[]): Hit =>
  scoped(ctx, 'search_identifier')
    .select({ index: 'PRIMARY' })
    .where('search_identifier.identifier', 'like', pattern)
    .where('search_identifier.type', '=', type)
    .$if(terms.length > 0, (query) => query.where(termsFit(ctx, 'search_identifier.record_id', terms)))
    .select('search_identifier.record_id');

/** Records of the type with a label that starts with the text. */
const withLabel = ({ ctx, type }: Space, beginning: string): Hit =>
  scoped(ctx, 'search_record')
    .select({ index: 'ix_search_record_type' })
    .where('label_norm', 'like', `${beginning}%`)
    .where('type', '=', type)
    .select('search_record.record_id');

const withId = ({ ctx, type }: Space, id: string): Hit =>
  scoped(ctx, 'search_record')
    .select()
    .where('record_id', '=', id)
    .where('type', '=', type)
    .select('search_record.record_id');
