// What the database server counts of a process's connections: statements that it was sent, and rows and index entries that it
// read. Unlike times they are the same on a busy machine, and unlike the server's own totals nobody else's are among them.
import { Connection } from 'mysql2';
import type { DatabaseAddress } from '../../src/base/database-address.ts';
import { SESSION_SETUP } from '../../src/db/pool.ts';

export interface Counts {
  /** As the server counts them: `begin` and `commit` are among them. */
  readonly statements: number;
  /** Of tables and of indexes. */
  readonly reads: number;
}

type Method = (this: Connection, ...given: unknown[]) => unknown;

const seen = new Set<Connection>();

/** Connections tell nobody of themselves, so that each is noted at its first statement. */
const watchConnections = (): void => {
  let prototype: object = Connection.prototype;
  while (!Object.hasOwn(prototype, 'query')) prototype = Object.getPrototypeOf(prototype) as object;
  for (const name of ['query', 'execute']) {
    const method = Reflect.get(prototype, name) as Method;
    const watched: Method = function (...given) {
      if (!seen.has(this)) {
        seen.add(this);
        this.once('end', () => void seen.delete(this));
      }
      return method.apply(this, given);
    };
    Reflect.set(prototype, name, watched);
  }
};

const STATUS = `show session status where variable_name = 'Questions' or variable_name like 'Handler_read%'`;

/** Undefined of one that is closed, which the pool does to some that have nothing to do. */
const readCounts = (connection: Connection): Promise<Counts | undefined> =>
  new Promise((resolve, reject) => {
    connection.query(STATUS, (error, rows) => {
      if (error?.fatal === true) {
        seen.delete(connection);
        return resolve(undefined);
      }
      if (error !== null) return reject(error);
      let [statements, reads] = [0, 0];
      for (const { Variable_name: name, Value: value } of rows as Record<string, string>[])
        if (name === 'Questions') statements = Number(value);
        else reads += Number(value);
      resolve({ statements, reads });
    });
  });

const NONE: Counts = { statements: 0, reads: 0 };
const less = (a: Counts, b: Counts): Counts => ({
  statements: a.statements - b.statements,
  reads: a.reads - b.reads,
});

export interface Counters {
  /** Nothing else of this process may use the database meanwhile. */
  count(work: () => Promise<unknown>): Promise<Counts>;
}

/** Of the connections to this database that have sent anything since this file was imported. */
export const countersOf = ({ database }: Pick<DatabaseAddress, 'database'>): Counters => {
  /** What asking one costs, which is always the same. */
  const asking = new Map<Connection, Counts>();
  const all = async (): Promise<ReadonlyMap<Connection, Counts>> => {
    const counts = new Map<Connection, Counts>();
    for (const connection of seen) {
      if (connection.config.database !== database) continue;
      const read = await readCounts(connection);
      if (read !== undefined) counts.set(connection, read);
    }
    return counts;
  };
  const askingOf = async (connection: Connection, counts: Counts): Promise<Counts> => {
    const known = asking.get(connection);
    if (known !== undefined) return known;
    const again = await readCounts(connection);
    // The first answer of a connection is made in another way.
    const cost = less((await readCounts(connection)) ?? counts, again ?? counts);
    asking.set(connection, cost);
    return cost;
  };
  return {
    count: async (work) => {
      const before = await all();
      await work();
      let sum = NONE;
      for (const [connection, counts] of await all()) {
        const cost = await askingOf(connection, counts);
        // One that was opened meanwhile has sent its set-up too, and has told its reads before it was asked.
        const from = before.get(connection) ?? { statements: SESSION_SETUP.length, reads: -cost.reads };
        const done = less(less(counts, from), cost);
        sum = { statements: sum.statements + done.statements, reads: sum.reads + done.reads };
      }
      return sum;
    },
  };
};

watchConnections();
