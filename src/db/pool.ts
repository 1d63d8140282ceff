// The pool below Kysely: mysql2's, with a timeout for waiting callers and a set-up of each connection before its first
// use; `connection.ts` adds safeguards for the time after.
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import { type DatabaseAddress, placeOf, placesOf } from '../base/database-address.ts';
import { type Ahead, createAhead } from './ahead.ts';
import { guardConnection } from './connection.ts';
import { DatabaseTimeout } from './timeout.ts';
import { createWriterPool, type WriterPool } from './writer-pool.ts';

export interface PoolLimits {
  readonly connections: number;
  /** How long a caller waits for a connection. */
  readonly acquire_timeout_ms: number;
  /** Timeout of one statement; null for none. */
  readonly statement_timeout_ms: number | null;
  /** Told when another server of several is used, and when statements are sent one by one. */
  readonly say?: (line: string) => void;
}

export interface PoolUse {
  readonly in_use: number;
  readonly idle: number;
  /** Callers that are waiting for a connection. */
  readonly waiting: number;
}

export type GuardedPool = MysqlPool & { use(): PoolUse };

export type Acquire = (callback: (error: unknown, raw: PoolConnection | undefined) => void) => void;

/** A longer queue means that the database has stalled; further callers fail at once. */
const QUEUE_LIMIT = 1_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Set once per connection: per transaction would cost a round trip each time, and sharding servers allow only this
 * way. Strict mode makes the server reject values that it would otherwise truncate or round.
 */
export const SESSION_SETUP: readonly string[] = [
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
  // A BIGINT beyond 2^53 is returned as text rather than rounded.
  supportBigNumbers: true,
  enableKeepAlive: true,
});

/** Placeholder for the value of a failed callback; Kysely checks only the error. */
const NO_CONNECTION: MysqlPoolConnection = {
  query: () => {
    throw new Error('there is no connection');
  },
  release: () => undefined,
};

export const createGuardedPool = (address: DatabaseAddress, limits: PoolLimits): GuardedPool => {
  const pool = openSource(address, limits);
  const ready = new WeakSet<PoolConnection>();
  const guarded = new WeakMap<PoolConnection, MysqlPoolConnection>();
  const ahead = createAhead({
    place: placesOf(address).map(placeOf).join(),
    say: limits.say ?? (() => undefined),
    pool: pool.pool,
    take: (callback) => pool.getConnection(callback),
  });
  const source: Source = { pool, ready, ahead, timeout_ms: limits.acquire_timeout_ms };
  const acquire: Acquire = (callback) => acquireReady(source, callback);
  const parts = {
    acquire,
    timeout_ms: limits.statement_timeout_ms,
    mayAhead: ahead.may,
    suspect: () => {
      ahead.doubt();
      pool.suspect();
    },
  };

  return {
    getConnection: (callback) =>
      acquire((error, raw) => {
        if (raw === undefined) return callback(error, NO_CONNECTION);
        let connection = guarded.get(raw);
        if (connection === undefined) {
          connection = guardConnection({ ...parts, raw });
          guarded.set(raw, connection);
        }
        callback(undefined, connection);
      }),
    end: (callback) => pool.end((error) => callback(error ?? undefined)),
    use: () => readUse(pool.pool()),
  };
};

/** The one server of the address, or the one of several that takes writes. */
const openSource = (address: DatabaseAddress, limits: PoolLimits): WriterPool => {
  const optionsOf = (place: DatabaseAddress): PoolOptions => ({
    ...driverOptions(place),
    connectTimeout: limits.acquire_timeout_ms,
    connectionLimit: limits.connections,
    // mysql2 closes idle connections only if this is below the limit.
    maxIdle: Math.max(1, limits.connections - 1),
    idleTimeout: IDLE_TIMEOUT_MS,
    queueLimit: QUEUE_LIMIT,
  });
  if (address.others.length > 0)
    return createWriterPool({
      address,
      optionsOf,
      timeout_ms: limits.acquire_timeout_ms,
      say: limits.say ?? (() => undefined),
    });
  const pool = createPool(optionsOf(address));
  return {
    getConnection: (callback) => pool.getConnection(callback),
    fault: () => undefined,
    suspect: () => undefined,
    pool: () => pool,
    end: (callback) => pool.end(callback),
  };
};

/** The driver exposes its queues only as private fields, and emits no event for a dropped connection. */
const readUse = (pool: Pool | undefined): PoolUse => {
  const count = (queue: string): number => {
    const found: unknown = pool === undefined ? undefined : Reflect.get(pool, queue);
    const length: unknown =
      typeof found === 'object' && found !== null && 'length' in found ? found.length : 0;
    return typeof length === 'number' ? length : 0;
  };
  const idle = count('_freeConnections');
  return { in_use: count('_allConnections') - idle, idle, waiting: count('_connectionQueue') };
};

interface Source {
  readonly pool: WriterPool;
  /** Connections that are set up. */
  readonly ready: WeakSet<PoolConnection>;
  readonly ahead: Ahead;
  readonly timeout_ms: number;
}

/** Returns a connection that is set up, or fails within the time limit. */
const acquireReady = ({ pool, ready, ahead, timeout_ms }: Source, callback: Parameters<Acquire>[0]): void => {
  let waiting = true;
  const settle = (error: unknown, raw?: PoolConnection): void => {
    // The caller has timed out; the connection goes to the next one.
    if (!waiting) return raw?.release();
    waiting = false;
    clearTimeout(timer);
    callback(error, raw);
  };
  const timer = setTimeout(
    () => settle(pool.fault() ?? new DatabaseTimeout('connection', timeout_ms)),
    timeout_ms,
  );
  const take = (): void =>
    pool.getConnection((error, raw) => {
      if (raw === undefined) return settle(error);
      if (ready.has(raw)) return settle(undefined, raw);
      setUp(raw, SESSION_SETUP, (failure) => {
        if (failure !== null) {
          // A connection without its settings must not be used.
          raw.destroy();
          pool.suspect();
          return settle(failure);
        }
        ahead.check(raw, (isUsable) => {
          if (isUsable) {
            ready.add(raw);
            return settle(undefined, raw);
          }
          raw.destroy();
          if (waiting) take();
        });
      });
    });
  take();
};

const setUp = (
  raw: PoolConnection,
  [statement, ...rest]: readonly string[],
  done: (error: Error | null) => void,
): void => {
  if (statement === undefined) return done(null);
  raw.query(statement, (error) => (error === null ? setUp(raw, rest, done) : done(error)));
};
