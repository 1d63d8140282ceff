// The database as the rest of the service sees it: a Reader and, inside a transaction, a Writer.
import { Kysely, MysqlDialect, type Transaction } from 'kysely';
import type { DatabaseAddress } from '../base/database-address.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { createGuardedPool, type GuardedPool, type PoolLimits, type PoolUse } from './pool.ts';
import { checkReady } from './readiness.ts';
import type { DB } from './schema.ts';
import { checkServer, explainConnectFault, type Server } from './server.ts';
import { createSpace, type Space } from './space.ts';

/** Has only `select`, and is what read tools get, so a read tool that writes does not compile. */
export type Reader = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'fn'>;

declare const writer: unique symbol;
/** An open transaction. Only `inTransaction` provides one, so writes through a Writer are atomic. */
export type Writer = Transaction<DB> & { readonly [writer]: true };

export interface Database {
  readonly reader: Reader;
  /** For single statements outside a transaction; inside one it would wait for a second connection. */
  readonly kysely: Kysely<DB>;
  readonly server: Server;
  /** For another thread, which has connections of its own. */
  readonly address: DatabaseAddress;
  /** Throws `NotReady` unless the books can be written to. */
  ready(): Promise<void>;
  /** For a read that missed: waits until this member of a cluster has what the others wrote; false where it has. */
  readonly catchUp: CatchUp;
  poolUse(): PoolUse;
  readonly space: Space;
  close(): Promise<void>;
}

export const DEFAULT_LIMITS: PoolLimits = {
  connections: 10,
  acquire_timeout_ms: 10_000,
  statement_timeout_ms: 35_000,
};

export interface DatabaseOptions extends Partial<PoolLimits> {
  /** The folder of a private server's data. */
  readonly disk?: string | undefined;
}

/** The same books, for work that has begun: its outcome is stored as long as there is any space. */
export const withReserve = (database: Database): Database => ({
  ...database,
  space: { ...database.space, require: async () => undefined },
});

/** Connects and checks that the server is supported; throws a `StartError` otherwise. */
export const openDatabase = async (
  address: DatabaseAddress,
  options: DatabaseOptions = {},
): Promise<Database> => {
  const pool = openPool(address, options);
  const kysely = createKysely(pool);
  try {
    const server = await checkServer(kysely);
    const space = createSpace(options.disk ?? null);
    return {
      reader: kysely,
      kysely,
      server,
      address,
      ready: () => checkReady(kysely, space),
      catchUp: createCatchUp(kysely),
      poolUse: () => pool.use(),
      space,
      close: () => kysely.destroy(),
    };
  } catch (error) {
    await kysely.destroy().catch(() => undefined);
    throw explainConnectFault(error, address);
  }
};

export const openKysely = (address: DatabaseAddress, limits: Partial<PoolLimits> = {}): Kysely<DB> =>
  createKysely(openPool(address, limits));

const openPool = (address: DatabaseAddress, limits: Partial<PoolLimits>): GuardedPool =>
  createGuardedPool(address, { ...DEFAULT_LIMITS, ...limits });

const createKysely = (pool: GuardedPool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new MysqlDialect({ pool }) });
