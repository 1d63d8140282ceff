// The order of a list, and the condition that continues it after a row.
import { sql, type Expression, type SqlBool } from 'kysely';
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
