// The order of a list, and the condition that continues it after a row.
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { CursorKey, KeyType } from './cursor.ts';

/** A condition for a WHERE clause. */
export type Condition = Expression<SqlBool>;

/** A column of the order. The last one must be unique in the list (the id); none may be null. */
export interface OrderColumn<Row> {
  /** As named in the query: `counterparty.name_norm`. */
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
  readonly type: KeyType;
  /** The row's value in that column, exactly as stored (after folding by its collation, if any). */
  readonly value: (row: Row) => string | number;
}

/**
 * `a > x or (a = x and b > y)`: servers use an index for this form (with FORCE INDEX), not for row comparison: 0.4 ms
 * instead of 500 on one list.
 */
export const afterKey = <Row>(order: readonly OrderColumn<Row>[], key: CursorKey): Condition => {
  const alternatives = order.map(({ column, direction }, position) => {
    const equal = order
      .slice(0, position)
      .map((earlier, index) => sql`${sql.ref(earlier.column)} = ${key[index]} and `);
    const beyond = direction === 'ascending' ? sql`>` : sql`<`;
    return sql`(${sql.join(equal, sql``)}${sql.ref(column)} ${beyond} ${key[position]})`;
  });
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
};

/** Columns that lead an index, each with every value that it may have among the rows of the list. */
export type Spread = readonly (readonly [column: string, values: readonly (string | boolean | null)[]])[];

type Placed = readonly (readonly [column: string, value: string | boolean | null])[];

/** Each combination of the values. */
export const combinationsOf = (spread: Spread): readonly Placed[] =>
  spread.reduce<readonly Placed[]>(
    (combined, [column, values]) =>
      combined.flatMap((placed) => values.map((value) => [...placed, [column, value] as const])),
    [[]],
  );

/** One of the combinations. */
export const isPlaced = (table: string, placed: Placed): Condition =>
  allOf(
    placed.map(([name, value]) => {
      const column = sql.ref(`${table}.${name}`);
      return value === null ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${value}`;
    }),
  );

/** All of them, in the form that an index takes as several ranges. */
export const isAmong = (table: string, spread: Spread): Condition =>
  allOf(
    spread.map(([name, values]) => {
      const column = sql.ref(`${table}.${name}`);
      const among = sql<SqlBool>`${column} in (${sql.join(values.filter((value) => value !== null))})`;
      return values.includes(null) ? sql<SqlBool>`(${column} is null or ${among})` : among;
    }),
  );

/** All of the conditions. */
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/**
 * How many rows fit, up to a bound: `beyond` is the row of that number, which is looked for by itself, since a server that
 * counts the rows of a bounded query reads them twice.
 */
export const countedTo = (
  bound: number,
  beyond: Expression<unknown>,
  count: Expression<unknown>,
): RawBuilder<number> => sql<number>`case when ${beyond} is null then ${count} else ${bound} end`;
