import type { Database, Reader } from './database.ts';

/**
 * Several reads of one moment: what others commit meanwhile is not seen. For work that reads long and must add up;
 * a tool's few statements do without, each on a connection as short as can be.
 */
export const inSnapshot = <T>(database: Database, work: (db: Reader) => Promise<T>): Promise<T> =>
  database.kysely.transaction().setIsolationLevel('repeatable read').execute(work);
