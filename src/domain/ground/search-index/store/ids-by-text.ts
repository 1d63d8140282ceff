// Finds the records of one type that match a text filter, starting at its rarest word.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { SearchType } from '../../../../../generated/types.ts';
import type { DB } from '../../../../db/schema.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { ReadScope } from '../../change/scope.ts';
import { recordFits, termsFit, tokenFits } from './conditions.ts';
import type { FilterTerm, FilterWord, TextFilter } from '../text-filter.ts';

/** Selects `record_id`; a record may be there several times. */
export type Hits = SelectQueryBuilder<DB, never, { record_id: string }>;

/** One of the ways in which a text is met: by its words, by a number, by the beginning of a label. */
export interface Way {
  /** All that meet it so, however many. */
  readonly hits: readonly Hits[];
  /** Whether the record with the id in this column does. */
  fits(column: string): Expression<SqlBool>;
}

interface Space {
  readonly ctx: ReadScope;
  readonly type: SearchType;
}

interface Driver {
  readonly term: FilterTerm;
  readonly word: FilterWord;
}

const NOTHING: TextFilter = { terms: [], identifier: null, beginning: null, record_ids: [] };

export const waysByText = async (
  ctx: ReadScope,
  type: SearchType,
  filter: TextFilter,
): Promise<readonly Way[]> => {
  const { identifier, beginning, record_ids, terms } = filter;
  const space = { ctx, type };
  const driver = await rarest(space, terms);
  // What is one piece is looked for as a number already.
  const isOnce = terms.length === 1 && identifier?.pattern === `${terms[0]?.identifier}%`;
  const byTerms = driver === undefined ? [] : withTerms(space, driver, terms);
  const way = (part: Partial<TextFilter>, hits: readonly Hits[]): Way => ({
    hits,
    fits: (column) => recordFits(ctx, column, { ...NOTHING, ...part }),
  });
  return [
    ...(identifier === null ? [] : [way({ identifier }, [withIdentifier(space, identifier.pattern, [])])]),
    ...(beginning === null ? [] : [way({ beginning }, [withLabel(space, beginning)])]),
    ...(driver === undefined ? [] : [way({ terms }, isOnce ? byTerms.slice(0, 1) : byTerms)]),
    ...(record_ids.length === 0 ? [] : [way({ record_ids }, [withIds(space, record_ids)])]),
  ];
};

/** The first ids of each, in no order, by one statement. */
export const firstOfEach = async (
  { db }: ReadScope,
  hits: readonly Hits[],
  most: number,
): Promise<readonly (readonly string[])[]> => {
  const each = hits.map((some, at) => some.select(sql<number>`${sql.lit(at)}`.as('at')).limit(most));
  // A row of no query first: what follows may have parentheses, and with them a limit of its own.
  const none = db.selectNoFrom([sql<string>`''`.as('record_id'), sql<number>`-1`.as('at')]);
  const rows =
    each.length === 0
      ? []
      : await each.reduce((all, some) => all.unionAll(({ parens }) => parens(some)), none).execute();
  const found: string[][] = hits.map(() => []);
  for (const { record_id, at } of rows) found[at]?.push(record_id);
  return found;
};

/** All ids, or null if there are more than `max`. */
export const idsOfHits = async (
  ctx: ReadScope,
  hits: readonly Hits[],
  max: number,
): Promise<readonly string[] | null> => {
  const first = await firstOfEach(ctx, hits, max + 1);
  const ids = new Set(first.flat());
  // Where a record was there so often that others may not have been told, each is told once.
  for (const [at, some] of hits.entries()) {
    if (ids.size > max) return null;
    if ((first[at] ?? []).length <= max) continue;
    for (const { record_id } of await some
      .distinct()
      .limit(max + 1)
      .execute())
      ids.add(record_id);
  }
  return ids.size > max ? null : [...ids];
};

/** The records that fit all terms by the driver's word, or by what may be an identifier in its place. */
const withTerms = (space: Space, { term, word }: Driver, terms: readonly FilterTerm[]): readonly Hits[] => {
  const rest = terms.filter((other) => other !== term);
  const others = term.words.length > 1 ? terms : rest;
  const byWord = withWord(space, word)
    .$if(others.length > 0, (query) => query.where(termsFit(space.ctx, 'search_token.record_id', others)))
    .select('search_token.record_id');
  return term.identifier === null ? [byWord] : [byWord, withIdentifier(space, `${term.identifier}%`, rest)];
};

/** Words are counted up to these, until one is rarer; beyond the last all count as equally common. */
const COUNTED = [100, 2_000] as const;

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

/** Up to so many of each. */
const countEach = async (
  space: Space,
  drivers: readonly Driver[],
  most: number,
): Promise<readonly number[]> => {
  const hits = drivers.map(({ word }): Hits => withWord(space, word).select('search_token.record_id'));
  return (await firstOfEach(space.ctx, hits, most)).map(({ length }) => length);
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

const withIdentifier = ({ ctx, type }: Space, pattern: string, terms: readonly FilterTerm[]): Hits =>
  scoped(ctx, 'search_identifier')
    .select({ index: 'PRIMARY' })
    .where('search_identifier.identifier', 'like', pattern)
    .where('search_identifier.type', '=', type)
    .$if(terms.length > 0, (query) => query.where(termsFit(ctx, 'search_identifier.record_id', terms)))
    .select('search_identifier.record_id');

/** Records of the type with a label that starts with the text. */
const withLabel = ({ ctx, type }: Space, beginning: string): Hits =>
  scoped(ctx, 'search_record')
    .select({ index: 'ix_search_record_type' })
    .where('label_norm', 'like', `${beginning}%`)
    .where('type', '=', type)
    .select('search_record.record_id');

const withIds = ({ ctx, type }: Space, ids: readonly string[]): Hits =>
  scoped(ctx, 'search_record')
    .select({ index: 'PRIMARY' })
    .where('record_id', 'in', ids)
    .where('type', '=', type)
    .select('search_record.record_id');
