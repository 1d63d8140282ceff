// Statements of a transaction that need not be answered at once: they go with the next one, and what they fail with is what that
// one fails with.
import type { CompiledQuery } from 'kysely';
import { DATABASE_ERRORS } from '../../generated/vocabulary/database-errors.ts';
import { readErrno } from './errno.ts';
import type { Statement } from './together.ts';

type Kind = 'any' | 'sure';

const held = new WeakMap<object, Kind>();

/** The pool below the builder knows a statement by its values. */
const mark = <Row>(query: CompiledQuery<Row>, kind: Kind): CompiledQuery<Row> => {
  const parameters = [...query.parameters];
  held.set(parameters, kind);
  return { ...query, parameters };
};

export const markHeld = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => mark(query, 'any');

/** An update of one row that is known to be there: it counts as made, and `RowGone` runs the transaction again if it was not. */
export const markSure = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => mark(query, 'sure');

/** A row that was taken to be there is not; nothing of the transaction is stored. */
export class RowGone extends Error {
  constructor(text: string) {
    super(`no row was changed by ${text.slice(0, 60)}`);
    this.name = 'RowGone';
  }
}

/** What it is answered before it was sent. */
export const rowsOfHeld = ({ parameters }: Statement): number => (held.get(parameters) === 'sure' ? 1 : 0);

/** The fault of an answer that is not as it was taken to be. */
export const goneIn = ({ text, parameters }: Statement, result: unknown): RowGone | null => {
  if (held.get(parameters) !== 'sure' || typeof result !== 'object' || result === null) return null;
  return 'affectedRows' in result && result.affectedRows === 0 ? new RowGone(text) : null;
};

/** Longer ones are sent at once: they are few, and what waits stays small. */
const MAX_LENGTH = 64_000;
const MAX_VALUES = 1_000;

const isShort = ({ text, parameters }: Statement): boolean => {
  if (parameters.length > MAX_VALUES) return false;
  let length = text.length;
  for (const value of parameters)
    length += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
  return length <= MAX_LENGTH;
};

const mayWait = (statement: Statement): boolean => held.has(statement.parameters) && isShort(statement);

/** Stands for no statement: what is held is sent, and answered. */
export const SEND_HELD = '/* send held */';

/** At most so many wait for the next. */
const MAX_HELD = 32;

/** A key that exists already: whoever sent the next statement would take it for one of that. */
export const faultOfHeld = (error: unknown): unknown =>
  readErrno(error) === DATABASE_ERRORS.duplicate
    ? new Error('a statement that was sent with the next one failed', { cause: error })
    : error;

export interface Held {
  size(): number;
  /** False if it is to be sent now. */
  hold(statement: Statement): boolean;
  /** All of them, which are held no more. */
  take(): readonly Statement[];
}

/** Of one connection. */
export const createHeld = (): Held => {
  let waiting: Statement[] = [];
  return {
    size: () => waiting.length,
    hold: (statement) => {
      if (waiting.length >= MAX_HELD || !mayWait(statement)) return false;
      waiting.push(statement);
      return true;
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
};
