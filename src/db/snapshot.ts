import { sql } from 'kysely';
import type { Database, Reader } from './database.ts';

/**
 * Consistent reads: later commits of others are not seen. For long reads that must add up; the few statements of a tool
 * do not need it. The isolation level is set for the session and reset, because not every server can set it for one
 * transaction.
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
      // Resetting fails if the connection is lost, and the original error matters more.
      await level('read committed').catch(() => undefined);
      throw error;
    }
  });
