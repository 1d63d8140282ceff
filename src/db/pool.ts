// The pool that Kysely works on: mysql2's, with what it lacks. Waiting for a connection ends, and each connection is
// set up before its first use; `connection.ts` keeps watch over what is then done with it.
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import type { DatabaseAddress } from '../base/database-address.ts';
import { guardConnection } from './connection.ts';
import { DatabaseTimeout } from './timeout.ts';

export interface PoolLimits {
  readonly connections: number;
  /** How long a caller waits for a connection. */
  readonly acquire_timeout_ms: number;
  /** How long one statement may take; null for no limit. */
  readonly statement_timeout_ms: number | null;
}

export interface PoolUse {
  readonly in_use: number;
  readonly idle: number;
  /** Callers without a connection yet. */
  readonly waiting: number;
}

export type GuardedPool = MysqlPool & { use(): PoolUse };

export type Acquire = (callback: (error: unknown, raw: PoolConnection | undefined) => void) => void;

/** More callers than this waiting means that the database has stopped; they had better be told at once. */
const QUEUE_LIMIT = 1_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Set on each connection, not per transaction: that would cost a round trip each time, and servers that shard allow
 * only this way. Strict mode makes the server refuse what it would otherwise cut off or round.
 */
const SESSION_SETUP = [
  'set session transaction isolation level read committed',
  "set time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE," +
    "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY'",
];

export const driverOptions = (address: DatabaseAddress): PoolOptions => ({
  ...(address.socket === null ? { host: address.host, port: address.port } : { socketPath: address.socket }),
  ...(address.ssl === 'off' ? {} : { ssl: { rejectUnauthorized: address.ssl === 'verify' } }),
  user: address.user,
  password: address.password,
  database: address.database,
  charset: 'UTF8MB4_UNICODE_CI',
  timezone: 'Z',
  dateStrings: true,
  // A BIGINT beyond 2^53 comes as text instead of a rounded number.
  supportBigNumbers: true,
  enableKeepAlive: true,
});

/** Stands where there is an error instead; Kysely looks at the error alone. */
const NO_CONNECTION: MysqlPoolConnection = {
  query: () => {
    throw new Error('there is no connection');
  },
  release: () => undefined,
};

export const createGuardedPool = (address: DatabaseAddress, limits: PoolLimits): GuardedPool => {
  const pool = createPool({
    ...driverOptions(address),
    connectTimeout: limits.acquire_timeout_ms,
    connectionLimit: limits.connections,
    // mysql2 closes idle connections only when this is below the limit.
    maxIdle: Math.max(1, limits.connections - 1),
    idleTimeout: IDLE_TIMEOUT_MS,
    queueLimit: QUEUE_LIMIT,
  });
  const ready = new WeakSet<PoolConnection>();
  const guarded = new WeakMap<PoolConnection, MysqlPoolConnection>();
  const acquire: Acquire = (callback) => acquireReady(pool, ready, limits.acquire_timeout_ms, callback);

  return {
    getConnection: (callback) =>
      acquire((error, raw) => {
        if (raw === undefined) return callback(error, NO_CONNECTION);
        let connection = guarded.get(raw);
        if (connection === undefined) {
          connection = guardConnection(raw, acquire, limits.statement_timeout_ms);
          guarded.set(raw, connection);
        }
        callback(undefined, connection);
      }),
    end: (callback) => pool.end((error) => callback(error ?? undefined)),
    use: () => readUse(pool),
  };
};

/** The driver shows its queues in private fields only, and emits no event for a connection that it drops. */
const readUse = (pool: Pool): PoolUse => {
  const count = (queue: string): number => {
    const found: unknown = Reflect.get(pool, queue);
    const length: unknown =
      typeof found === 'object' && found !== null && 'length' in found ? found.length : 0;
    return typeof length === 'number' ? length : 0;
  };
  const idle = count('_freeConnections');
  return { in_use: count('_allConnections') - idle, idle, waiting: count('_connectionQueue') };
};

/** Hands over a connection that is set up, or an error in good time. */
const acquireReady = (
  pool: Pool,
  ready: WeakSet<PoolConnection>,
  timeout_ms: number,
  callback: Parameters<Acquire>[0],
): void => {
  let waiting = true;
  const settle = (error: unknown, raw?: PoolConnection): void => {
    // One that comes too late for its caller is the next one's.
    if (!waiting) return raw?.release();
    waiting = false;
    clearTimeout(timer);
    callback(error, raw);
  };
  const timer = setTimeout(() => settle(new DatabaseTimeout('connection', timeout_ms)), timeout_ms);
  pool.getConnection((error, raw) => {
    if (error !== null) return settle(error);
    if (ready.has(raw)) return settle(undefined, raw);
    setUp(raw, SESSION_SETUP, (failure) => {
      if (failure === null) {
        ready.add(raw);
        return settle(undefined, raw);
      }
      // A connection without its settings must never reach a caller.
      raw.destroy();
      settle(failure);
    });
  });
};

const setUp = (
  raw: PoolConnection,
  [statement, ...rest]: readonly string[],
  done: (error: Error | null) => void,
): void => {
  if (statement === undefined) return done(null);
  raw.query(statement, (error) => (error === null ? setUp(raw, rest, done) : done(error)));
};
