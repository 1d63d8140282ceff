// A pooled connection with safeguards: nothing is stored after the server has rolled back, a failing ROLLBACK does not
// hide its cause, a hanging statement times out, and a read that hit a dead connection is retried on a live one.
import type { MysqlPoolConnection, MysqlQueryResult } from 'kysely';
import type { FieldPacket, PoolConnection } from 'mysql2';
import { isByTable } from './by-table.ts';
import { isConflict, isLostConnection, isReadOnly, readErrno } from './errno.ts';
import type { Acquire } from './pool.ts';
import { faultOfHeld, MAX_HELD, mayWait } from './held.ts';
import { DatabaseTimeout } from './timeout.ts';
import { sendTogether, type Statement } from './together.ts';
import { traceStatement } from '../base/tracing.ts';

type Callback = (error: unknown, result: MysqlQueryResult) => void;

/** The result of a statement without rows; also returned when there is no result. */
const NOTHING: MysqlQueryResult = { affectedRows: 0, changedRows: 0, insertId: 0 };

/**
 * In a transaction the server stores nothing before a COMMIT, whatever becomes of the transaction: without this, of statements
 * that were sent at once those after a conflict, by which some servers end it, would each be stored by themselves. So it takes
 * the place of BEGIN, and stays until the connection is used for a statement outside of a transaction.
 */
const BY_COMMIT: Statement = { text: 'set autocommit = 0', parameters: [] };
const AT_ONCE: Statement = { text: 'set autocommit = 1', parameters: [] };

/** Those that store at a COMMIT only. */
const byCommit = new WeakSet<PoolConnection>();

export const guardConnection = (
  first: PoolConnection,
  acquire: Acquire,
  timeout_ms: number | null,
  suspect: () => void = () => undefined,
): MysqlPoolConnection => {
  let raw = first;
  let usable = true;
  let inTransaction = false;
  /** The server has had a statement of the transaction. */
  let isOpen = false;
  /** They go with the next statement. */
  let held: readonly Statement[] = [];
  /** The error after which the server has no open transaction any more. */
  let rolledBackBy: unknown;

  const note = (error: unknown): void => {
    if (isLostConnection(error) || isReadOnly(error) || error instanceof DatabaseTimeout) usable = false;
    if (!usable) suspect();
    if (inTransaction && (!usable || isConflict(error))) rolledBackBy ??= error;
  };

  /** A select outside a transaction is safe to retry; an idle connection may have been closed. */
  const askAgain = (statement: Statement, reason: unknown, callback: Callback): void => {
    raw.destroy();
    acquire((error, fresh) => {
      if (fresh === undefined) return callback(error ?? reason, NOTHING);
      raw = fresh;
      usable = true;
      send([statement], (failure, result) => {
        if (failure !== null) note(failure);
        callback(failure, result);
      });
    });
  };

  /** What the connection has to be told before a statement is sent. */
  const mode = (): Statement | undefined =>
    inTransaction === byCommit.has(raw) ? undefined : inTransaction ? BY_COMMIT : AT_ONCE;

  const setMode = (error: unknown): void => {
    if (error !== null) usable = false;
    else if (inTransaction) byCommit.add(raw);
    else byCommit.delete(raw);
  };

  const send = (statements: readonly Statement[], callback: Callback): void => {
    isOpen = inTransaction;
    const before = mode();
    if (before === undefined) return run(raw, statements, timeout_ms, callback);
    // A write that follows a mode which was not set would be stored by itself.
    if (inTransaction && statements[0]?.text.startsWith('select ') !== true)
      return run(raw, [before], timeout_ms, (error) => {
        setMode(error);
        if (error !== null) return callback(error, NOTHING);
        run(raw, statements, timeout_ms, callback);
      });
    run(raw, [before, ...statements], timeout_ms, callback, setMode);
  };

  /** Answers a statement, and those that were held before it. */
  const answer = (statement: Statement, callback: Callback): void => {
    const { text } = statement;
    const statements = [...held, statement];
    held = [];
    send(statements, (error, result) => {
      if (error !== null) note(error);
      if (text === 'commit' || text === 'rollback') endTransaction();
      if (error !== null && text === 'rollback') {
        usable = false;
        return callback(null, NOTHING);
      }
      const mayAskAgain = !inTransaction && isLostConnection(error) && text.startsWith('select ');
      if (mayAskAgain) return askAgain(statement, error, callback);
      callback(error, result);
    });
  };

  const endTransaction = (): void => {
    inTransaction = false;
    isOpen = false;
    held = [];
    rolledBackBy = undefined;
  };

  const query = (statement: Statement, callback: Callback): void => {
    const { text } = statement;
    if (text === 'begin') {
      // It begins with its first statement.
      inTransaction = true;
      return callback(null, NOTHING);
    }
    if (text === 'rollback') held = [];
    // Without the transaction the server would commit each further statement by itself, and some servers answer OK to a
    // COMMIT although nothing is stored.
    else if (rolledBackBy !== undefined) return callback(rolledBackBy, NOTHING);
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd && !isOpen && held.length === 0) {
      endTransaction();
      return callback(null, NOTHING);
    }
    if (inTransaction && held.length < MAX_HELD && mayWait(statement)) {
      held = [...held, statement];
      return callback(null, NOTHING);
    }
    const [last] = held.slice(-1);
    if (text !== 'commit' || last === undefined) return answer(statement, callback);
    // A COMMIT is sent once all that it stores is known to be there.
    held = held.slice(0, -1);
    answer(last, (error) => (error === null ? query(statement, callback) : callback(faultOfHeld(error), NOTHING)));
  };

  /** What goes before a stream. Nobody waits for it, so that the transaction ends by what it fails with. */
  const sendBefore = (): void => {
    const before = mode();
    for (const each of [...(before === undefined ? [] : [before]), ...held])
      raw.query(each.text, each.parameters, (error) => {
        if (each === before) setMode(error);
        if (error !== null) note(error);
        if (error !== null && inTransaction) rolledBackBy ??= error;
      });
    held = [];
    isOpen = inTransaction;
  };

  return {
    query: ((text: string, parameters: unknown[], callback?: Callback) => {
      if (callback !== undefined) return query({ text, parameters }, callback);
      sendBefore();
      return stream(raw, { text, parameters }, note);
    }) as MysqlPoolConnection['query'],
    release: () => (usable ? raw.release() : raw.destroy()),
  };
};

/**
 * A query whose rows are streamed. When its connection is lost, the driver notifies the connection but not the
 * stream; without this, readers would wait for ever.
 */
const stream = (
  raw: PoolConnection,
  { text, parameters }: Statement,
  note: (error: unknown) => void,
): ReturnType<PoolConnection['query']> => {
  const query = raw.query(text, parameters);
  readFlagsOfStream(query);
  const fail = (error: unknown): void => {
    note(error);
    // After the stream was abandoned nothing listens for errors, and an unhandled one would end the process.
    if (query.listenerCount('error') > 0) query.emit('error', error);
  };
  raw.once('error', fail);
  query.once('end', () => raw.removeListener('error', fail));
  return query;
};

/** Calls back with the answer of the last, or with the first error. */
const run = (
  raw: PoolConnection,
  statements: readonly Statement[],
  timeout_ms: number | null,
  callback: Callback,
  first: (error: unknown) => void = () => undefined,
): void => {
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
  sendTogether(raw, statements, (place, error, result, fields) => {
    ended[place]?.(error === null ? undefined : String(readErrno(error) ?? 'connection'));
    if (place === 0) first(error);
    if (error !== null) return settle(place === last ? error : faultOfHeld(error), NOTHING);
    if (place < last) return;
    (isByTable(statements[last]?.text ?? '') ? readFlagsByTable : readFlags)(result, fields);
    settle(error, result as MysqlQueryResult);
  });
};

type Query = ReturnType<PoolConnection['query']>;

/** The MySQL protocol's type number of `tinyint`. */
const TINY = 1;

type Fields = readonly FieldPacket[] | undefined;

/** The flag columns of a result; most results have none. Of two columns with one name the last one counts. */
const nameFlags = (fields: Fields): readonly string[] => {
  if (!Array.isArray(fields) || !fields.some(isFlag)) return [];
  return [...new Map(fields.map((field) => [field.name, field])).values()]
    .filter(isFlag)
    .map(({ name }) => name);
};

const isFlag = ({ columnType }: FieldPacket): boolean => columnType === TINY;

const readFlagsOfRow = (row: unknown, names: readonly string[]): void => {
  if (typeof row !== 'object' || row === null) return;
  const cells: Partial<Record<string, unknown>> = row;
  for (const name of names) {
    const value = cells[name];
    if (typeof value === 'number') cells[name] = value !== 0;
  }
};

/** Converts the flags of these rows in place. */
export const readFlags = (rows: unknown, fields: Fields): void => {
  const names = nameFlags(fields);
  if (names.length > 0 && Array.isArray(rows)) for (const row of rows) readFlagsOfRow(row, names);
};

/** The same where each row has its cells by table. */
const readFlagsByTable = (rows: unknown, fields: Fields): void => {
  if (!Array.isArray(rows) || fields === undefined) return;
  for (const table of new Set(fields.map((field) => field.table)))
    readFlags(
      rows.map((row: Readonly<Record<string, unknown>>) => row[table]),
      fields.filter((field) => field.table === table),
    );
};

/** The same for streamed rows; must be attached before any other listener. */
export const readFlagsOfStream = (query: Query): void => {
  let names: readonly string[] = [];
  query.on('fields', (fields: Fields) => {
    names = nameFlags(fields);
  });
  query.on('result', (row: unknown) => readFlagsOfRow(row, names));
};
