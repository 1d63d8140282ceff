// Opens the service's database: the one of DATABASE_URL, or the private one, started if it is not running.
import { type Config, readConfig } from '../base/config.ts';
import type { DatabaseAddress } from '../base/database-address.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';

export interface OpenSession {
  readonly config: Config;
  readonly database: Database;
  /** Also stops the private server if no other process uses it. */
  close(): Promise<void>;
}

/** A command works on few records at a time; the rest of the connections are left to the service. */
const CONNECTIONS = 4;

export interface OpenAddress {
  readonly config: Config;
  readonly address: DatabaseAddress;
  /** The folder of the private server, if it is that. */
  readonly disk: string | undefined;
  /** For a user who may change the tables. */
  readonly migrating: DatabaseAddress;
  close(): Promise<void>;
}

/** Where the database is, with its private server started; nothing is migrated. */
export const openAddress = async (
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<OpenAddress> => {
  const config = readConfig(environment);
  const embedded =
    config.database === null
      ? await startEmbedded({
          data_dir: config.data_dir,
          download: config.database_download,
          say,
        })
      : undefined;
  const address = embedded?.address ?? config.database;
  if (address === null) throw new Error('there is neither an address nor a server');
  return {
    config,
    address,
    disk: embedded?.folder,
    migrating: config.database_migration ?? address,
    close: async () => embedded?.stop(),
  };
};

export const openSession = async (
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<OpenSession> => {
  const { config, address, disk, migrating, close: release } = await openAddress(environment, say);
  try {
    const database = await openDatabase(address, { connections: CONNECTIONS, disk });
    const close = async (): Promise<void> => {
      await database.close();
      await release();
    };
    try {
      await migrate(migrating);
      // A command often follows what an agent did a moment ago, on another member of the database cluster.
      await database.catchUp();
    } catch (error) {
      await close();
      throw error;
    }
    return { config, database, close };
  } catch (error) {
    await release();
    throw error;
  }
};
