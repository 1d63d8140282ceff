// The order of a list, and the condition that continues it behind a row.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { CursorKey, KeyType } from './cursor.ts';

/** A condition on rows, as statements take it. */
export type Condition = Expression<SqlBool>;

/** One column of the order. The last one must be unique in the list (the id). No column may be null. */
export interface OrderColumn<Row> {
  /** As the query names it: `counterparty.name_norm`. */
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
  readonly type: KeyType;
  /** The row's value of that column, exactly as the database holds it (after its collation's folding, if any). */
  readonly value: (row: Row) => string | number;
}

/**
 * `a > x or (a = x and b > y)`: servers use an index for this form (with FORCE INDEX), not for row comparison,
 * which took 500 ms on a list where this takes 0.4.
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
