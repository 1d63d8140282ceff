// Statements of a transaction that need not be answered at once: they go with the next one, and what they fail with is what that
// one fails with.
import type { CompiledQuery } from 'kysely';
import { DATABASE_ERRORS } from '../../generated/vocabulary/database-errors.ts';
import { readErrno } from './errno.ts';
import type { Statement } from './together.ts';

const held = new WeakSet<object>();

/** The pool below the builder knows a statement by its values. */
export const markHeld = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => {
  const parameters = [...query.parameters];
  held.add(parameters);
  return { ...query, parameters };
};

/** Longer ones are sent at once: they are few, and what waits stays small. */
const MAX_LENGTH = 64_000;
const MAX_VALUES = 1_000;

const isShort = ({ text, parameters }: Statement): boolean => {
  if (parameters.length > MAX_VALUES) return false;
  let length = text.length;
  for (const value of parameters) length += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
  return length <= MAX_LENGTH;
};

export const mayWait = (statement: Statement): boolean => held.has(statement.parameters) && isShort(statement);

/** At most so many wait for the next. */
export const MAX_HELD = 32;

/** A key that exists already: whoever sent the next statement would take it for one of that. */
export const faultOfHeld = (error: unknown): unknown =>
  readErrno(error) === DATABASE_ERRORS.duplicate
    ? new Error('a statement that was sent with the next one failed', { cause: error })
    : error;
