// What a database error means. Server errors are told apart by their number only: the names that the driver gives
// them differ between servers that use one number for different things.

/** The duplicate of a unique key. */
const DUPLICATE = 1062;
/** `NOWAIT` or the lock wait ran into a lock: MariaDB and MySQL have a number each. */
const LOCKED: ReadonlySet<number> = new Set([1205, 3572]);

/** Deadlock, lock wait, row changed since read (MariaDB 11.6+), and the conflicts of TiDB. */
const CONFLICT: ReadonlySet<number> = new Set([1213, 1205, 1020, 8002, 8005, 8022, 8028, 9007]);

/** The server is going away, the connection was killed, the node is not part of its cluster. */
const LOST: ReadonlySet<number> = new Set([1047, 1053, 1927, 4031]);

/** Of the driver and of the operating system; these have no number of the server. */
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

/** The server's error number, or undefined when the error did not come from a database server. */
export const errnoOf = (error: unknown): number | undefined => {
  const { errno } = describe(error);
  // The operating system's numbers are negative.
  return errno !== undefined && errno > 0 ? errno : undefined;
};

/** Another row already has this unique key. Servers write the index as `name`, `table.name` or quoted. */
export const isDuplicate = (error: unknown, indexName: string): boolean => {
  const { errno, message } = describe(error);
  if (errno !== DUPLICATE) return false;
  const key = /key '([^']+)'\s*$/.exec(message)?.[1];
  return key === indexName || (key?.endsWith(`.${indexName}`) ?? false);
};

/** The transaction lost against another one and may be run again from its start. */
export const isConflict = (error: unknown): boolean => {
  const errno = errnoOf(error);
  return errno !== undefined && CONFLICT.has(errno);
};

export const isLocked = (error: unknown): boolean => {
  const errno = errnoOf(error);
  return errno !== undefined && LOCKED.has(errno);
};

/** The connection is gone or was never made; whatever it had open is rolled back by the server. */
export const isLostConnection = (error: unknown): boolean => {
  const { errno, code, message } = describe(error);
  if (errno !== undefined && errno > 0) return LOST.has(errno);
  if (code !== undefined && LOST_CODES.has(code)) return true;
  // The driver's own error for a connection that died between two statements carries neither code nor number.
  return message.endsWith('in closed state');
};
