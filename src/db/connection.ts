// A pooled connection with safeguards: nothing is stored after the server has rolled back, a failing ROLLBACK does not
// hide its cause, a hanging statement times out, and a read that hit a dead connection is retried on a live one.
import type { MysqlPoolConnection, MysqlQueryResult } from 'kysely';
import type { FieldPacket, PoolConnection } from 'mysql2';
import { isByTable } from './by-table.ts';
import { isConflict, isLostConnection, isReadOnly, readErrno } from './errno.ts';
import type { Acquire } from './pool.ts';
import { DatabaseTimeout } from './timeout.ts';
import { traceStatement } from '../base/tracing.ts';

type Callback = (error: unknown, result: MysqlQueryResult) => void;

interface Statement {
  readonly text: string;
  readonly parameters: unknown[];
}

/** The result of a statement without rows; also returned when there is no result. */
const NOTHING: MysqlQueryResult = { affectedRows: 0, changedRows: 0, insertId: 0 };

export const guardConnection = (
  first: PoolConnection,
  acquire: Acquire,
  timeout_ms: number | null,
  suspect: () => void = () => undefined,
): MysqlPoolConnection => {
  let raw = first;
  let usable = true;
  let inTransaction = false;
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
      run(raw, statement, timeout_ms, (failure, result) => {
        if (failure !== null) note(failure);
        callback(failure, result);
      });
    });
  };

  const query = (statement: Statement, callback: Callback): void => {
    const { text } = statement;
    if (text === 'begin') {
      inTransaction = true;
    }
    // Without the transaction the server would commit each further statement by itself, and some servers answer OK to a
    // COMMIT although nothing is stored.
    if (rolledBackBy !== undefined && text !== 'rollback') return callback(rolledBackBy, NOTHING);
    run(raw, statement, timeout_ms, (error, result) => {
      if (error !== null) note(error);
      if (text === 'commit' || text === 'rollback') {
        inTransaction = false;
        rolledBackBy = undefined;
      }
      if (error !== null && text === 'rollback') {
        usable = false;
        return callback(null, NOTHING);
      }
      const mayAskAgain = !inTransaction && isLostConnection(error) && text.startsWith('select ');
      if (mayAskAgain) return askAgain(statement, error, callback);
      callback(error, result);
    });
  };

  return {
    query: ((text: string, parameters: unknown[], callback?: Callback) =>
      callback === undefined
        ? stream(raw, { text, parameters }, note)
        : query({ text, parameters }, callback)) as MysqlPoolConnection['query'],
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

const run = (
  raw: PoolConnection,
  { text, parameters }: Statement,
  timeout_ms: number | null,
  callback: Callback,
): void => {
  let waiting = true;
  const ended = traceStatement(text);
  const settle: Callback = (error, result) => {
    if (!waiting) return;
    waiting = false;
    ended?.(error === null ? undefined : String(readErrno(error) ?? 'connection'));
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
  const nestTables = isByTable(text);
  const done = (error: unknown, result: unknown, fields: Fields): void => {
    if (error === null) (nestTables ? readFlagsByTable : readFlags)(result, fields);
    settle(error, result as MysqlQueryResult);
  };
  // The driver merges options that it is given with its own, which costs as much as sending a short statement.
  if (nestTables) raw.query({ sql: text, values: parameters, nestTables }, done);
  else raw.query(text, parameters, done);
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
