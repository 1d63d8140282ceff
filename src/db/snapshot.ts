import { sql } from 'kysely';
import type { Database, Reader } from './database.ts';

/**
 * Several reads of one moment: what others commit meanwhile is not seen. For work that reads long and must add up;
 * a tool's few statements do without, each on a connection as short as can be. The level is set for the session and set
 * back, because not every server can set it for one transaction.
 */
export const inSnapshot = <T>(database: Database, work: (db: Reader) => Promise<T>): Promise<T> =>
  database.kysely.connection().execute(async (connection) => {
    const level = (name: string): Promise<unknown> =>
      sql`set session transaction isolation level ${sql.raw(name)}`.execute(connection);
    await level('repeatable read');
    try {
      const result = await connection.transaction().execute(work);
      await level('read committed');
      return result;
    } catch (error) {
      // Setting back fails where the connection is gone, and what went wrong first is what matters.
      await level('read committed').catch(() => undefined);
      throw error;
    }
  });
