// States of documents as data: conditions on stored columns. Lists turn them into SQL and single records are checked
// against them, so both agree.

type Stored = string | number | boolean;
type Value = Stored | readonly string[] | null;
type Operator = '=' | '<' | '>' | '<=' | '>=' | 'in' | 'is';

export interface Condition<Column extends string> {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: Value;
}

export const has = <Column extends string>(
  column: Column,
  operator: Operator,
  value: Value,
): Condition<Column> => ({ column, operator, value });

/** As the database compares. Days and instants are text of fixed length, so they sort as text. */
const COMPARE: Readonly<Record<Operator, (stored: Stored | null, value: Value) => boolean>> = {
  '=': (stored, value) => stored === value,
  '<': (stored, value) => stored !== null && value !== null && stored < value,
  '>': (stored, value) => stored !== null && value !== null && stored > value,
  '<=': (stored, value) => stored !== null && value !== null && stored <= value,
  '>=': (stored, value) => stored !== null && value !== null && stored >= value,
  is: (stored, value) => stored === value,
  in: (stored, value) => Array.isArray(value) && typeof stored === 'string' && value.includes(stored),
};

/** Whether the row meets every condition. */
export const allHold = <Column extends string>(
  row: Readonly<Record<Column, Stored | null>>,
  conditions: readonly Condition<Column>[],
): boolean => conditions.every(({ column, operator, value }) => COMPARE[operator](row[column], value));
