// Sends statements on a connection of the pool, in a transaction or outside of one, with a time limit.
import type { MysqlQueryResult } from 'kysely';
import type { PoolConnection } from 'mysql2';
import { traceStatement } from '../base/tracing.ts';
import { isByTable } from './by-table.ts';
import { isLostConnection, isReadOnly, readErrno } from './errno.ts';
import { readFlags, readFlagsByTable } from './flags.ts';
import { faultOfHeld, goneIn } from './held.ts';
import { DatabaseTimeout } from './timeout.ts';
import { type Answered, sendTogether, type Statement } from './together.ts';

export type Callback = (error: unknown, result: MysqlQueryResult) => void;

/** The result of a statement without rows; also returned when there is no result. */
export const NOTHING: MysqlQueryResult = { affectedRows: 0, changedRows: 0, insertId: 0 };

/** Where a statement is sent. */
export interface Place {
  readonly raw: PoolConnection;
  readonly inTransaction: boolean;
  /** Of all statements that are sent at once; null for none. */
  readonly timeout_ms: number | null;
  /** Whether the server takes statements before it has answered those before. */
  readonly mayAhead: () => boolean;
  /** Told what a statement before the last one failed with, whoever else learns of it: nothing is to be stored then. */
  readonly spoil: (fault: unknown) => void;
}

/**
 * In a transaction the server stores nothing before a COMMIT, whatever becomes of the transaction: without this, of statements
 * that were sent at once those after a conflict, by which some servers end it, would each be stored by themselves. So it takes
 * the place of BEGIN, and stays until the connection is used for a statement outside of a transaction.
 */
const BY_COMMIT: Statement = { text: 'set autocommit = 0', parameters: [] };
const AT_ONCE: Statement = { text: 'set autocommit = 1', parameters: [] };

/** Those that store at a COMMIT only. */
const byCommit = new WeakSet<PoolConnection>();

/** How the connection stores is not known any more. */
export class ModeFault extends Error {
  constructor(cause: unknown) {
    super('the connection could not be told when to store', { cause });
    this.name = 'ModeFault';
  }
}

/** What the connection has to be told before a statement is sent. */
const modeOf = ({ raw, inTransaction }: Place): Statement | undefined => {
  if (inTransaction === byCommit.has(raw)) return undefined;
  return inTransaction ? BY_COMMIT : AT_ONCE;
};

const noteMode = ({ raw, inTransaction }: Place): void =>
  void (inTransaction ? byCommit.add(raw) : byCommit.delete(raw));

/** Calls back with the answer of the last statement, or with the first error. */
export const sendIn = (
  { raw, inTransaction, timeout_ms, mayAhead, spoil }: Place,
  statements: readonly Statement[],
  callback: Callback,
): void => {
  // As it is now: whoever sends may be elsewhere when the answer comes.
  const place: Place = { raw, inTransaction, timeout_ms, mayAhead, spoil };
  const mode = modeOf(place);
  if (mode === undefined) return run(place, statements, callback);
  // A write that follows a mode which was not set would be stored by itself.
  if (!place.inTransaction || statements.every(({ text }) => text.startsWith('select ')))
    return run(place, [mode, ...statements], callback);
  run(place, [mode], (error) =>
    error === null ? run(place, statements, callback) : callback(error, NOTHING),
  );
};

/** Sends what goes before a stream; `failed` is told of each error. */
export const sendAhead = (
  place: Place,
  statements: readonly Statement[],
  failed: (error: unknown) => void,
): void => {
  const mode = modeOf(place);
  for (const each of mode === undefined ? statements : [mode, ...statements])
    place.raw.query(each.text, each.parameters, (error, result) => {
      const fault = faultOf(place, each, error, result);
      if (fault === null) return;
      // What waits behind it is not to be sent: without its mode it would be stored by itself.
      if (fault instanceof ModeFault) place.raw.destroy();
      failed(fault);
    });
};

const faultOf = (place: Place, statement: Statement, error: unknown, result: unknown): unknown => {
  const isMode = statement === BY_COMMIT || statement === AT_ONCE;
  if (error === null && isMode) noteMode(place);
  if (error === null) return goneIn(statement, result);
  // A connection that was lost meanwhile is not used again either.
  return isMode && !isLostConnection(error) && !isReadOnly(error) ? new ModeFault(error) : error;
};

const run = (place: Place, statements: readonly Statement[], callback: Callback): void => {
  const { raw, timeout_ms, spoil } = place;
  let waiting = true;
  const ended = statements.map(({ text }) => traceStatement(text));
  const settle: Callback = (error, result) => {
    if (!waiting) return;
    waiting = false;
    clearTimeout(timer);
    callback(error, result);
  };
  const timer =
    timeout_ms === null
      ? undefined
      : setTimeout(() => {
          // The driver cannot cancel a statement; closing the connection makes the server abort it.
          raw.destroy();
          settle(new DatabaseTimeout('statement', timeout_ms), NOTHING);
        }, timeout_ms);
  const last = statements.length - 1;
  const answered: Answered = (at, statement, error, result, fields) => {
    ended[at]?.(error === null ? undefined : String(readErrno(error) ?? 'connection'));
    const fault = faultOf(place, statement, error, result);
    if (fault !== null) {
      const told = at === last ? fault : faultOfHeld(fault);
      // Also where the error of a later one was told already: the driver tells of errors before it tells of answers.
      if (at < last) spoil(told);
      return settle(told, NOTHING);
    }
    if (at < last) return;
    (isByTable(statement.text) ? readFlagsByTable : readFlags)(result, fields);
    settle(null, result as MysqlQueryResult);
  };
  sendTogether(raw, statements, answered, place.mayAhead());
};
