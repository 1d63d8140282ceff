// Classifies database errors, by error number only: the driver's error names are not reliable, since servers use some
// numbers for different errors.

/** Duplicate entry for a unique key. */
const DUPLICATE = 1062;
/** `NOWAIT` or a lock wait timeout: MariaDB and MySQL use different numbers. */
const LOCKED: ReadonlySet<number> = new Set([1205, 3572]);

/**
 * Deadlock, lock wait timeout, record changed since last read (MariaDB 11.6+), TiDB's write conflicts, and what a group
 * of servers rolls back while it is committed (Group Replication: 1180, 3101; 3100 while its members change).
 */
const CONFLICT: ReadonlySet<number> = new Set([
  1213, 1205, 1020, 1180, 3100, 3101, 8002, 8005, 8022, 8028, 9007,
]);

/** Server shutdown, connection killed, or node not part of its cluster. */
const LOST: ReadonlySet<number> = new Set([1047, 1053, 1927, 4031]);

/** The server takes no writes (any more): `read_only`, `super_read_only`. */
const READ_ONLY: ReadonlySet<number> = new Set([1290, 1836]);

/** The disk or a table is full. */
const FULL: ReadonlySet<number> = new Set([1021, 1114]);
/** A file cannot be written, or the engine has failed: the text ends with the operating system's number. */
const FILE_FAULT: ReadonlySet<number> = new Set([3, 1026, 1030]);
const NO_SPACE = /\b28\b/;

/** Too much at once: connections, of this user too, or memory. */
const OVERLOADED: ReadonlySet<number> = new Set([1037, 1038, 1040, 1041, 1203, 1226]);

/** What the driver says of its own queue, which has neither code nor number. */
const DRIVER_QUEUE: ReadonlySet<string> = new Set([
  'Queue limit reached.',
  'No connections available.',
  'Pool is closed.',
]);

/** Errors of the driver and the operating system, which have no server error number. */
const LOST_CODES: ReadonlySet<string> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

interface DatabaseError {
  readonly errno: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

const describe = (error: unknown): DatabaseError => {
  if (!(error instanceof Error)) return { errno: undefined, code: undefined, message: '' };
  const errno = 'errno' in error && typeof error.errno === 'number' ? error.errno : undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { errno, code, message: error.message };
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
  return errno !== undefined && CONFLICT.has(errno);
};

export const isLocked = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && LOCKED.has(errno);
};

/** The connection is lost or could not be made; the server rolls back its open transaction. */
export const isLostConnection = (error: unknown): boolean => {
  const { errno, code, message } = describe(error);
  if (errno !== undefined && errno > 0) return LOST.has(errno);
  if (code !== undefined && LOST_CODES.has(code)) return true;
  // The driver's error for a connection that died between two statements has neither code nor number.
  return message.endsWith('in closed state');
};

/** The server refused to write, for all who ask it: another one may take writes. */
export const isReadOnly = (error: unknown): boolean => {
  const errno = readErrno(error);
  return errno !== undefined && READ_ONLY.has(errno);
};

/** The server has no room to write; nothing of the statement is stored. */
export const isFull = (error: unknown): boolean => {
  const { errno = 0, message } = describe(error);
  return FULL.has(errno) || (FILE_FAULT.has(errno) && NO_SPACE.test(message));
};

/** Server or driver take no more at the moment. */
export const isOverloaded = (error: unknown): boolean =>
  OVERLOADED.has(readErrno(error) ?? 0) || DRIVER_QUEUE.has(describe(error).message);
