// Finds the records of one type that match a text filter, starting at its rarest word: cheap while they are few.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { SearchType } from '../../../../../generated/types.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { ReadScope } from '../../change/scope.ts';
import { termsFit, tokenFits } from './conditions.ts';
import type { FilterTerm, FilterWord, TextFilter } from '../text-filter.ts';

/** Words of more records than this count as equally common. */
const MAX_COUNTED = 20_000;

interface Space {
  readonly ctx: ReadScope;
  readonly type: SearchType;
  readonly max: number;
}

/**
 * How records are found by a prefix of their name: by the label index, or by their own index if labels of other types
 * share prefixes too often.
 */
export type IdsByBeginning = (
  ctx: ReadScope,
  type: SearchType,
  beginning: string,
  max: number,
) => Promise<readonly string[]>;

/** All matching ids, or null if there are more than `max`. */
export const idsByText = async (
  ctx: ReadScope,
  type: SearchType,
  filter: TextFilter,
  max: number,
  byBeginning: IdsByBeginning,
): Promise<readonly string[] | null> => {
  const space = { ctx, type, max };
  const ids = new Set<string>();
  const steps = [
    () => idsByIdentifier(space, filter.identifier?.pattern ?? null, []),
    async () => (filter.beginning === null ? [] : byBeginning(ctx, type, filter.beginning, max + 1)),
    () => idsByTerms(space, filter.terms),
    () => idsById(space, filter.record_id),
  ];
  // Sequential, since a transaction has one connection.
  for (const step of steps) {
    for (const id of await step()) ids.add(id);
    if (ids.size > max) return null;
  }
  return [...ids];
};

/** The records that fit all terms by the driver's word. */
const withTerms = (space: Space, { term, word }: Driver, terms: readonly FilterTerm[]) => {
  const others = terms.filter((other) => other !== term || other.words.length > 1);
  return withWord(space, word)
    .select('search_token.record_id')
    .distinct()
    .$if(others.length > 0, (query) => query.where(termsFit(space.ctx, 'search_token.record_id', others)));
};

const patternOf = ({ term }: Driver): string | null =>
  term.identifier === null ? null : `${term.identifier}%`;

const except = (terms: readonly FilterTerm[], { term }: Driver): readonly FilterTerm[] =>
  terms.filter((other) => other !== term);

/** All matching ids, however many, as queries: a record may be in several of them. */
export const hitsByText = async (ctx: ReadScope, type: SearchType, filter: TextFilter): Promise<Hits> => {
  const space = { ctx, type, max: 0 };
  const { identifier, beginning, record_id, terms } = filter;
  const [driver] = await rarestFirst(space, terms);
  return [
    ...(driver === undefined ? [] : [withTerms(space, driver, terms)]),
    ...(driver === undefined || patternOf(driver) === null
      ? []
      : [withIdentifier(space, patternOf(driver) ?? '', except(terms, driver))]),
    ...(identifier === null ? [] : [withIdentifier(space, identifier.pattern, [])]),
    ...(beginning === null ? [] : [withLabel(ctx, type, beginning)]),
    ...(record_id === null ? [] : [withId(space, record_id)]),
  ];
};

/** Each selects `record_id`. */
export type Hits = readonly Expression<{ record_id: string }>[];

const idsByTerms = async (space: Space, terms: readonly FilterTerm[]): Promise<readonly string[]> => {
  const [driver] = await rarestFirst(space, terms);
  if (driver === undefined) return [];
  const byWord = await withTerms(space, driver, terms)
    .limit(space.max + 1)
    .execute();
  const byIdentifier = await idsByIdentifier(space, patternOf(driver), except(terms, driver));
  return [...byWord.map(({ record_id }) => record_id), ...byIdentifier];
};

interface Driver {
  readonly term: FilterTerm;
  readonly word: FilterWord;
}

const rarestFirst = async (space: Space, terms: readonly FilterTerm[]): Promise<readonly Driver[]> => {
  const drivers = terms.flatMap((term) => term.words.map((word) => ({ term, word })));
  if (drivers.length < 2) return drivers;
  const counted: { driver: Driver; count: number }[] = [];
  for (const driver of drivers) {
    const rows = await scoped(space.ctx, 'search_token')
      .select({ index: 'PRIMARY' })
      .where(wordIs(driver.word))
      .where('type', '=', space.type)
      .select(sql<number>`1`.as('one'))
      .limit(MAX_COUNTED)
      .execute();
    counted.push({ driver, count: rows.length });
  }
  return counted.toSorted((a, b) => a.count - b.count).map(({ driver }) => driver);
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

const idsByIdentifier = async (
  space: Space,
  pattern: string | null,
  terms: readonly FilterTerm[],
): Promise<readonly string[]> => {
  if (pattern === null) return [];
  const rows = await withIdentifier(space, pattern, terms)
    .limit(space.max + 1)
    .execute();
  return rows.map(({ record_id }) => record_id);
};

const withIdentifier = ({ ctx, type }: Space, pattern: string, terms: readonly FilterTerm[]) =>
  scoped(ctx, 'search_identifier')
    .select({ index: 'PRIMARY' })
    .where('search_identifier.identifier', 'like', pattern)
    .where('search_identifier.type', '=', type)
    .$if(terms.length > 0, (query) => query.where(termsFit(ctx, 'search_identifier.record_id', terms)))
    .select('search_identifier.record_id')
    .distinct();

/** Records of the type with a label that starts with the text. */
export const idsByLabelBeginning: IdsByBeginning = async (ctx, type, beginning, max) => {
  const rows = await withLabel(ctx, type, beginning).limit(max).execute();
  return rows.map(({ record_id }) => record_id);
};

const withLabel = (ctx: ReadScope, type: SearchType, beginning: string) =>
  scoped(ctx, 'search_record')
    .select({ index: 'ix_search_record_type' })
    .where('label_norm', 'like', `${beginning}%`)
    .where('type', '=', type)
    .select('search_record.record_id');

const withId = ({ ctx, type }: Space, id: string) =>
  scoped(ctx, 'search_record')
    .select()
    .where('record_id', '=', id)
    .where('type', '=', type)
    .select('search_record.record_id');

const idsById = async (space: Space, id: string | null): Promise<readonly string[]> => {
  if (id === null) return [];
  const rows = await withId(space, id).execute();
  return rows.map(({ record_id }) => record_id);
};
