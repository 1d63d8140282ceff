// Classifies database errors, by error number only: the driver's error names are not reliable, since servers use some
// numbers for different errors.

/** Duplicate entry for a unique key. */
const DUPLICATE = 1062;
/** `NOWAIT` or a lock wait timeout: MariaDB and MySQL use different numbers. */
const LOCKED: ReadonlySet<number> = new Set([1205, 3572]);

/**
 * Deadlock, lock wait timeout, record changed since last read (MariaDB 11.6+), TiDB's write conflicts, and those of
 * members that certify each other's commits (Galera as a deadlock, 1180; Group Replication, 3101).
 */
const CONFLICT: ReadonlySet<number> = new Set([1213, 1205, 1020, 1180, 3101, 8002, 8005, 8022, 8028, 9007]);

/** Server shutdown or offline, connection killed, or node not part of its cluster. */
const LOST: ReadonlySet<number> = new Set([1047, 1053, 1079, 1080, 1927, 3032, 3168, 3169, 4031]);

/**
 * The server takes no writes (any more): `read_only`, `super_read_only`, `innodb_read_only` and forced recovery, a
 * transaction that is read-only by default; a member that its group has expelled (3100, 3797).
 */
const READ_ONLY: ReadonlySet<number> = new Set([1036, 1290, 1792, 1836, 1874, 1881, 3100, 3797]);

/** Table, temporary files or log at their limit, or no space on the disk. */
const FULL: ReadonlySet<number> = new Set([20, 1021, 1114, 1197]);

/** Whatever else the server cannot do for anybody now: connections, memory, locks or time at their limit; TiDB's regions. */
const OVERLOADED: ReadonlySet<number> = new Set([
  1037, 1038, 1040, 1041, 1129, 1135, 1203, 1206, 1226, 1317, 1637, 1969, 3024, 3796, 9001, 9002, 9003, 9004,
  9005,
]);

/** The user, the database or a right of it is gone, or a file cannot be read: the operator has to look. */
const OUT_OF_ORDER: ReadonlySet<number> = new Set([
  2, 3, 5, 1015, 1016, 1017, 1023, 1024, 1026, 1030, 1044, 1045, 1049, 1130, 1142, 1143, 1194, 1195, 1227,
  1524, 1698, 1712, 1820, 1862, 1877, 1932, 3118,
]);

/** The operating system's `ENOSPC` and `EDQUOT`, as the server passes them on in its messages. */
const FULL_TEXT = /\b(?:errno|error|Errcode):? "?(?:28|122)\b|No space left on device|Disk quota exceeded/i;

/** Errors of the driver and the operating system, which have no server error number. */
const LOST_CODES: ReadonlySet<string> = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Of a socket; files have them for other reasons. */
const LOST_SOCKET_CODES: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOTSOCK', 'EAGAIN']);

const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** This process has no free handles or memory for a connection, or the server speaks its protocol wrongly. */
const DRIVER_CODES: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'PROTOCOL_UNEXPECTED_PACKET',
  'PROTOCOL_INCORRECT_PACKET_SEQUENCE',
  'HANDSHAKE_NO_SSL_SUPPORT',
  'HANDSHAKE_SSL_ERROR',
  'HANDSHAKE_UNKNOWN_ERROR',
  'AUTH_SWITCH_PLUGIN_ERROR',
]);

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
