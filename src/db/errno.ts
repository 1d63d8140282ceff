// Classifies database errors, by error number only: the driver's error names are not reliable, since servers use some
// numbers for different errors. What each means stands in `spec/vocabulary/database-errors.yaml`.

import { DATABASE_ERRORS } from '../../generated/vocabulary/database-errors.ts';
import { wordSet } from '../base/names/vocabulary.ts';

const numbers = (text: string): ReadonlySet<number> => new Set(text.split(' ').map(Number));

const { duplicate: DUPLICATE, codes } = DATABASE_ERRORS;
const LOCKED = numbers(DATABASE_ERRORS.locked);
const CONFLICT = numbers(DATABASE_ERRORS.conflict);
const LOST = numbers(DATABASE_ERRORS.lost);
const READ_ONLY = numbers(DATABASE_ERRORS.read_only);
const FULL = numbers(DATABASE_ERRORS.full);
const OVERLOADED = numbers(DATABASE_ERRORS.overloaded);
const OUT_OF_ORDER = numbers(DATABASE_ERRORS.out_of_order);
const LOST_CODES = wordSet(codes.lost);
const LOST_SOCKET_CODES = wordSet(codes.lost_socket);
const FULL_CODES = wordSet(codes.full);
const DRIVER_CODES = wordSet(codes.driver);

/** The operating system's `ENOSPC` and `EDQUOT`, as the server passes them on in its messages. */
const FULL_TEXT = /\b(?:errno|error|Errcode):? "?(?:28|122)\b|No space left on device|Disk quota exceeded/i;

/** What the driver's pool says, with neither code nor number. */
const POOL_TEXT = /^(?:Queue limit reached|Pool is closed|No connections available)\.$/;

interface DatabaseError {
  readonly errno: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
  readonly syscall: string | undefined;
}

const describe = (error: unknown): DatabaseError => {
  if (!(error instanceof Error))
    return { errno: undefined, code: undefined, message: '', syscall: undefined };
  const errno = 'errno' in error && typeof error.errno === 'number' ? error.errno : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined;
  return { errno, code, message: error.message, syscall };
};

/** The server's error number, or undefined if the error came from elsewhere. */
export const readErrno = (error: unknown): number | undefined => {
  const { errno } = describe(error);
  // Error numbers of the operating system are negative.
  return errno !== undefined && errno > 0 ? errno : undefined;
};

/** A violation of this unique key. Servers report the index as `name`, `table.name` or quoted. */
export const isDuplicate = (error: unknown, indexName: string): boolean => {
  const { errno, message } = describe(error);
  if (errno !== DUPLICATE) return false;
  const key = /key '([^']+)'\s*$/.exec(message)?.[1];
  return key === indexName || (key?.endsWith(`.${indexName}`) ?? false);
};

/** The transaction lost a conflict and may be retried from its start. */
export const isConflict = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && CONFLICT.has(errno) && !isFull(error);
};

export const isLocked = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && LOCKED.has(errno);
};

/** The connection is lost or could not be made; the server rolls back its open transaction. */
export const isLostConnection = (error: unknown): boolean => {
  const { errno, code, message, syscall } = describe(error);
  if (errno !== undefined && errno > 0) return LOST.has(errno);
  if (code !== undefined && LOST_CODES.has(code)) return true;
  if (code !== undefined && LOST_SOCKET_CODES.has(code)) return syscall === 'connect';
  // The driver's error for a connection that died between two statements has neither code nor number.
  return message.endsWith('in closed state');
};

/** The server refused to write, for all who ask it: another one may take writes. */
export const isReadOnly = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && READ_ONLY.has(errno);
};

/** There is no room for the change. The server took back the statement, and the rollback takes back the rest. */
export const isFull = (error: unknown): boolean => {
  const { errno, code, message } = describe(error);
  if (errno === undefined || errno <= 0) return code !== undefined && FULL_CODES.has(code);
  return FULL.has(errno) || (FULL_TEXT.test(message) && (CONFLICT.has(errno) || OUT_OF_ORDER.has(errno)));
};

/** More callers, connections or memory than there is room for: nothing was stored, and it passes. */
export const isOverloaded = (error: unknown): boolean => {
  const { errno, code, message } = describe(error);
  if (errno !== undefined && errno > 0) return OVERLOADED.has(errno);
  return (code !== undefined && DRIVER_CODES.has(code)) || POOL_TEXT.test(message);
};

/** The books cannot be used until somebody mends the server, its files or its rights. */
export const isOutOfOrder = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && OUT_OF_ORDER.has(errno) && !isFull(error);
};
