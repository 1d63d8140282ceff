// The database as the rest of the service sees it: a Reader and, inside a transaction, a Writer.
import { Kysely, MysqlDialect, sql, type Transaction } from 'kysely';
import type { DatabaseAddress } from '../base/database-address.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { createGuardedPool, type GuardedPool, type PoolLimits, type PoolUse } from './pool.ts';
import { type Room, watchRoom } from './room.ts';
import type { DB } from './schema.ts';
import { checkServer, explainConnectFault, type Server } from './server.ts';

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
  /** Throws if the server does not answer, or takes no writes. */
  ping(): Promise<void>;
  readonly room: Room;
  /** For a read that missed: waits until this member of a cluster has what the others wrote; false where it has. */
  readonly catchUp: CatchUp;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

export const DEFAULT_LIMITS: PoolLimits = {
  connections: 10,
  acquire_timeout_ms: 10_000,
  statement_timeout_ms: 35_000,
};

/** Connects and checks that the server is supported; throws a `StartError` otherwise. */
export const openDatabase = async (
  address: DatabaseAddress,
  limits: Partial<PoolLimits> = {},
): Promise<Database> => {
  const pool = openPool(address, limits);
  const kysely = createKysely(pool);
  const room = await watchRoom(limits.free_bytes);
  try {
    const server = await checkServer(kysely);
    return {
      reader: kysely,
      kysely,
      server,
      ping: async () => {
        const obstacle = room.obstacle() ?? (await readOnlyObstacle(kysely));
        if (obstacle !== null) throw new NotWritable(obstacle);
      },
      room,
      catchUp: createCatchUp(kysely),
      poolUse: () => pool.use(),
      close: () => {
        room.stop();
        return kysely.destroy();
      },
    };
  } catch (error) {
    room.stop();
    await kysely.destroy().catch(() => undefined);
    throw explainConnectFault(error, address);
  }
};

/** The server answers and takes no writes. */
export class NotWritable extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NotWritable';
  }
}

/** After a switchover the server of before answers every read. */
const readOnlyObstacle = async (kysely: Kysely<DB>): Promise<string | null> => {
  const { rows } = await sql<{ read_only: unknown }>`select @@global.read_only as read_only`.execute(kysely);
  return ['0', 'OFF'].includes(String(rows[0]?.read_only))
    ? null
    : 'the database server is read-only: it takes no writes';
};

export const openKysely = (address: DatabaseAddress, limits: Partial<PoolLimits> = {}): Kysely<DB> =>
  createKysely(openPool(address, limits));

const openPool = (address: DatabaseAddress, limits: Partial<PoolLimits>): GuardedPool =>
  createGuardedPool(address, { ...DEFAULT_LIMITS, ...limits });

const createKysely = (pool: GuardedPool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new MysqlDialect({ pool }) });
