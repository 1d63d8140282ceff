// A text filter as a condition on a row, independent of the index that a list uses.
import { sql, type Expression, type SqlBool } from 'kysely';
import { wordsOf } from '../../../../base/names/normalise.ts';
import type { ReadScope } from '../../change/scope.ts';
import type { FilterTerm, FilterWord, TextFilter } from '../text-filter.ts';

type Condition = Expression<SqlBool>;

const never = sql<SqlBool>`1 = 0`;

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The word or one near it, in a column of words. */
export const tokenFits = (column: string, { word, near }: FilterWord): Condition => {
  const begins = sql<SqlBool>`${sql.ref(column)} like ${`${word}%`}`;
  return near.length === 0
    ? begins
    : anyOf([begins, sql<SqlBool>`${sql.ref(column)} in (${sql.join(near)})`]);
};

/** The record with the id in this column of an outer table matches. */
export const recordFits = (ctx: ReadScope, column: string, filter: TextFilter): Condition => {
  const { terms, identifier, beginning, record_ids } = filter;
  return anyOf([
    ...(terms.length === 0 ? [] : [termsFit(ctx, column, terms)]),
    ...(identifier === null ? [] : [hasIdentifier(ctx, column, identifier.pattern)]),
    ...(beginning === null ? [] : [hasBeginning(ctx, column, beginning)]),
    ...(record_ids.length === 0 ? [] : [sql<SqlBool>`${sql.ref(column)} in (${sql.join(record_ids)})`]),
  ]);
};

export const termsFit = (ctx: ReadScope, column: string, terms: readonly FilterTerm[]): Condition =>
  allOf(
    terms.map(({ words, identifier }) =>
      anyOf([
        allOf(words.map((word) => hasWord(ctx, column, word))),
        ...(identifier === null ? [] : [hasIdentifier(ctx, column, `${identifier}%`)]),
      ]),
    ),
  );

// Aliases allow the same table outside; each subquery is bound to the entity. MariaDB materialises `exists` for every
// page, but evaluates a scalar subquery per row.
const hasWord = ({ entity }: ReadScope, column: string, word: FilterWord): Condition => sql<SqlBool>`(
  select 1 from search_token as held force index (ix_search_token_record)
  where held.entity_id = ${entity.id} and held.record_id = ${sql.ref(column)} and ${tokenFits('held.token', word)} limit 1) = 1`;

const hasIdentifier = ({ entity }: ReadScope, column: string, pattern: string): Condition => sql<SqlBool>`(
  select 1 from search_identifier as named force index (ix_search_identifier_record)
  where named.entity_id = ${entity.id} and named.record_id = ${sql.ref(column)} and named.identifier like ${pattern} limit 1) = 1`;

const hasBeginning = ({ entity }: ReadScope, column: string, beginning: string): Condition => sql<SqlBool>`(
  select 1 from search_record as called force index (primary)
  where called.entity_id = ${entity.id} and called.record_id = ${sql.ref(column)}
  and called.label_norm like ${`${beginning}%`} limit 1) = 1`;

/** Each word of a normalised text is part of the column, which is written the same way. */
export const hasWords = (column: string, text: string): readonly Expression<SqlBool>[] =>
  [...new Set(wordsOf(text))].map((word) => sql<SqlBool>`${sql.ref(column)} like ${`%${word}%`}`);
