// A pooled connection with safeguards: nothing is stored after the server has rolled back, a failing ROLLBACK does not
// hide its cause, a hanging statement times out, and a read that hit a dead connection is retried on a live one.
import type { MysqlPoolConnection } from 'kysely';
import type { PoolConnection } from 'mysql2';
import { isConflict, isLostConnection, isReadOnly } from './errno.ts';
import { readFlagsOfStream } from './flags.ts';
import { createHeld, type Held, rowsOfHeld, SEND_HELD } from './held.ts';
import type { Acquire } from './pool.ts';
import { type Callback, ModeFault, NOTHING, sendAhead, sendIn } from './sending.ts';
import { DatabaseTimeout } from './timeout.ts';
import type { Statement } from './together.ts';

interface Guard {
  readonly acquire: Acquire;
  readonly timeout_ms: number | null;
  readonly suspect: () => void;
  readonly mayAhead: () => boolean;
  /** Whoever catches the error of a statement must not store what others of its packet did not do. */
  readonly spoil: (fault: unknown) => void;
  readonly held: Held;
  raw: PoolConnection;
  usable: boolean;
  inTransaction: boolean;
  /** The server has had a statement of the transaction. */
  isOpen: boolean;
  /** The error after which the server has no open transaction any more. */
  rolledBackBy: unknown;
}

const note = (guard: Guard, error: unknown): void => {
  if (error instanceof ModeFault || error instanceof DatabaseTimeout) guard.usable = false;
  if (isLostConnection(error) || isReadOnly(error)) guard.usable = false;
  if (!guard.usable) guard.suspect();
  if (guard.inTransaction && (!guard.usable || isConflict(error))) guard.rolledBackBy ??= error;
};

const endTransaction = (guard: Guard): void => {
  guard.inTransaction = false;
  guard.isOpen = false;
  guard.rolledBackBy = undefined;
  guard.held.take();
};

/** A select outside a transaction is safe to retry; an idle connection may have been closed. */
const askAgain = (guard: Guard, statement: Statement, reason: unknown, callback: Callback): void => {
  guard.raw.destroy();
  guard.acquire((error, fresh) => {
    if (fresh === undefined) return callback(error ?? reason, NOTHING);
    guard.raw = fresh;
    guard.usable = true;
    sendIn(guard, [statement], (failure, result) => {
      if (failure !== null) note(guard, failure);
      callback(failure, result);
    });
  });
};

/** Answers the last statement, and with it those that were held before it. */
const answer = (guard: Guard, statements: readonly Statement[], callback: Callback): void => {
  const [last] = statements.slice(-1);
  if (last === undefined) return callback(null, NOTHING);
  const { text } = last;
  guard.isOpen = guard.inTransaction;
  sendIn(guard, statements, (error, result) => {
    if (error !== null) note(guard, error);
    // After a COMMIT that failed the rollback is sent: what is left open would be stored with the next change of the mode.
    if (text === 'rollback' || (text === 'commit' && error === null)) endTransaction(guard);
    if (error !== null && text === 'rollback') {
      guard.usable = false;
      return callback(null, NOTHING);
    }
    const mayAskAgain = !guard.inTransaction && isLostConnection(error) && text.startsWith('select ');
    if (mayAskAgain) return askAgain(guard, last, error, callback);
    callback(error, result);
  });
};

const query = (guard: Guard, statement: Statement, callback: Callback): void => {
  const { held } = guard;
  const { text } = statement;
  if (text === 'begin') {
    // It begins with its first statement.
    guard.inTransaction = true;
    return callback(null, NOTHING);
  }
  if (text === 'rollback') held.take();
  // Without the transaction the server would commit each further statement by itself, and some servers answer OK to a
  // COMMIT although nothing is stored.
  else if (guard.rolledBackBy !== undefined) return callback(guard.rolledBackBy, NOTHING);
  const waiting = held.size();
  if (isEnd(text) && !guard.isOpen && waiting === 0) {
    endTransaction(guard);
    return callback(null, NOTHING);
  }
  if (guard.inTransaction && held.hold(statement))
    return callback(null, { ...NOTHING, affectedRows: rowsOfHeld(statement) });
  if (text === SEND_HELD) return answer(guard, held.take(), callback);
  if (text !== 'commit' || waiting === 0) return answer(guard, [...held.take(), statement], callback);
  // A COMMIT is sent once all that it stores is known to be there.
  answer(guard, held.take(), (error) =>
    error === null ? query(guard, statement, callback) : callback(error, NOTHING),
  );
};

/** A stream, after what goes before it. Nobody waits for that, so that the transaction ends by what it fails with. */
const streamAfter = (guard: Guard, statement: Statement): ReturnType<PoolConnection['query']> => {
  const { inTransaction } = guard;
  guard.isOpen = inTransaction;
  sendAhead({ ...guard }, guard.held.take(), (error) => {
    note(guard, error);
    if (inTransaction) guard.rolledBackBy ??= error;
  });
  return stream(guard.raw, statement, (error) => note(guard, error));
};

export type GuardParts = Pick<Guard, 'raw' | 'acquire' | 'timeout_ms' | 'suspect' | 'mayAhead'>;

export const guardConnection = (parts: GuardParts): MysqlPoolConnection => {
  const guard: Guard = {
    ...parts,
    spoil: (fault) => {
      if (guard.inTransaction) guard.rolledBackBy ??= fault;
    },
    held: createHeld(),
    usable: true,
    inTransaction: false,
    isOpen: false,
    rolledBackBy: undefined,
  };
  return {
    query: ((text: string, parameters: unknown[], callback?: Callback) =>
      callback === undefined
        ? streamAfter(guard, { text, parameters })
        : query(guard, { text, parameters }, callback)) as MysqlPoolConnection['query'],
    release: () => (guard.usable ? guard.raw.release() : guard.raw.destroy()),
  };
};

const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback';

/**
 * A query whose rows are streamed. When its connection is lost, the driver notifies the connection but not the
 * stream; without this, readers would wait for ever.
 */
const stream = (
  raw: PoolConnection,
  { text, parameters }: Statement,
  tell: (error: unknown) => void,
): ReturnType<PoolConnection['query']> => {
  const asked = raw.query(text, parameters);
  readFlagsOfStream(asked);
  const fail = (error: unknown): void => {
    tell(error);
    // After the stream was abandoned nothing listens for errors, and an unhandled one would end the process.
    if (asked.listenerCount('error') > 0) asked.emit('error', error);
  };
  raw.once('error', fail);
  asked.once('end', () => raw.removeListener('error', fail));
  return asked;
};
