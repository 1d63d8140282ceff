// Opens the database of the service and the admin commands: the one of DATABASE_URL, or the private one.
import type { DatabaseAddress } from '../base/database-address.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

export interface DatabaseSettings {
  /** Null for the private server in `data_dir`. */
  readonly database: DatabaseAddress | null;
  readonly database_migration: DatabaseAddress | null;
  readonly database_pool: number;
  readonly database_download: boolean;
  readonly data_dir: string;
}

export interface ProvidedDatabase {
  readonly database: Database;
  readonly embedded: boolean;
  /** The migrations that this start applied. */
  readonly migrated: readonly string[];
  /** Closes the connections, then releases the private server. */
  close(): Promise<void>;
}

/** Connects and migrates; throws a `StartError` if the database cannot be used. */
export const provideDatabase = async (
  settings: DatabaseSettings,
  say: (line: string) => void,
): Promise<ProvidedDatabase> => {
  const server =
    settings.database === null
      ? await startEmbedded({ data_dir: settings.data_dir, download: settings.database_download, say })
      : undefined;
  try {
    const address = settings.database ?? server?.address;
    if (address === undefined) throw new Error('neither a given nor a private database');
    const database = await openDatabase(address, {
      connections: settings.database_pool,
      say,
      disk: server?.folder,
    });
    try {
      const migrated = await migrate(settings.database_migration ?? address);
      const close = async (): Promise<void> => {
        await database.close();
        await server?.stop();
      };
      return { database, embedded: server !== undefined, migrated, close };
    } catch (error) {
      await database.close().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await server?.stop();
    throw error;
  }
};
