// The private MariaDB server, used when DATABASE_URL is not set: found or downloaded, set up, started, shared by the
// processes of one data directory, taken over after a crash, and stopped by the last of them.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseAddress } from '../../base/database-address.ts';
import { DATABASE_NAME, DATABASE_USER, bootstrap } from './bootstrap.ts';
import { downloadServer } from './download.ts';
import { withFileLock } from './file-lock.ts';
import { type Binary, USUAL_FOLDERS, findBinary, findUnpacked, searchFolders } from './find-binary.ts';
import type { ServerProfile } from './flags.ts';
import { type Layout, downloadFolder, makeFolders, planLayout } from './layout.ts';
import {
  asRunning,
  awaitStopping,
  isCutOff,
  killServer,
  runningPid,
  signalStop,
  startServer,
  stopServer,
  takeOver,
} from './server-process.ts';
import { StartError } from '../../base/start-error.ts';
import { join } from 'node:path';
import { isRunning, ownIdentity } from './process-identity.ts';

export interface EmbeddedOptions {
  readonly data_dir: string;
  /** Whether a server may be downloaded if none is installed. */
  readonly download: boolean;
  /** Reports slow steps and later failures. */
  readonly say: (line: string) => void;
  readonly profile?: ServerProfile;
  /** Its data goes with this process, so that its end need not be clean. */
  readonly throwaway?: boolean;
  /** Folders to search for a server program, and the folder of an unpacked one; tests override them. */
  readonly folders?: readonly string[];
  readonly unpacked?: string;
}

export interface EmbeddedServer {
  readonly address: DatabaseAddress;
  /** Where its data is. */
  readonly folder: string;
  /** Releases the server; the last process stops it. */
  stop(): Promise<void>;
}

/** Another process may be downloading and setting up. */
const LOCK_WAIT_MS = 300_000;
const WATCH_EVERY_MS = 1_000;

export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  let layout = planLayout(options.data_dir);
  makeFolders(layout);
  const locked = <T>(work: () => Promise<T>): Promise<T> => withFileLock(layout.lock, LOCK_WAIT_MS, work);
  // Runs on any exit of this process, so that no unused server is left running.
  const onExit = (): void => {
    if (!leave(layout)) return;
    if (options.throwaway === true) killServer(layout);
    else signalStop(layout);
  };
  await locked(async () => {
    layout = asRunning(layout);
    enter(layout);
    // Before whoever removes the folder.
    process.prependOnceListener('exit', onExit);
    try {
      await bringUp(layout, options);
    } catch (error) {
      process.off('exit', onExit);
      onExit();
      throw error;
    }
  });
  const unwatch = watch(layout, options, locked);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    unwatch();
    await locked(async () => {
      if (leave(layout) && !(await stopServer(layout)))
        options.say('The private database server is still shutting down.');
    });
    process.off('exit', onExit);
  };
  return { address: buildAddress(layout), folder: layout.home, stop: () => (stopped ??= stop()) };
};

/** Takes over the running server, or starts one. The lock must be held. */
const bringUp = async (layout: Layout, options: EmbeddedOptions): Promise<void> => {
  await awaitStopping(layout);
  if (existsSync(layout.data) && (await takeOver(layout, () => buildAddress(layout)))) return;
  const binary = await provideBinary(options);
  const { profile = 'service' } = options;
  if (!existsSync(layout.data)) await bootstrap(binary, layout, profile);
  await startServer(binary, layout, profile, buildAddress(layout));
};

const provideBinary = async (options: EmbeddedOptions): Promise<Binary> => {
  const { folders = searchFolders(), unpacked = downloadFolder(options.data_dir), download, say } = options;
  const known = (await findBinary(folders)) ?? (await findUnpacked(unpacked));
  if (known !== undefined) return known;
  if (!download) throw noServer(folders, 'forbidden by DATABASE_DOWNLOAD=0');
  const fetched = await downloadServer(unpacked, say);
  if ('refused' in fetched) throw noServer(folders, fetched.refused);
  return fetched;
};

const buildAddress = (layout: Layout): DatabaseAddress => ({
  host: 'localhost',
  port: 3306,
  others: [],
  user: DATABASE_USER,
  password: readFileSync(layout.password, 'utf8'),
  database: DATABASE_NAME,
  socket: layout.socket,
  ssl: 'off',
});

const isReachable = (layout: Layout): boolean => runningPid(layout) !== undefined && !isCutOff(layout);

/**
 * Restarts the server if it ends while this process needs it, as when it was killed for lack of memory, or if its socket
 * is gone, as when somebody tidied up.
 */
const watch = (
  layout: Layout,
  options: EmbeddedOptions,
  locked: <T>(work: () => Promise<T>) => Promise<T>,
): (() => void) => {
  let busy = false;
  let watching = true;
  const look = async (): Promise<void> => {
    if (busy || isReachable(layout)) return;
    busy = true;
    try {
      await locked(async () => {
        // Another process that uses the server may have mended it meanwhile.
        if (!watching || isReachable(layout)) return;
        options.say(
          isCutOff(layout)
            ? `The socket of the private database server, ${layout.socket}, was removed; restarting the server.`
            : 'The private database server has ended; starting it again.',
        );
        if (isCutOff(layout)) await stopServer(layout);
        await bringUp(layout, options);
      });
    } catch (error) {
      options.say(error instanceof Error ? error.message : String(error));
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), WATCH_EVERY_MS);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
};

/** What to do when no server is installed and none can be downloaded. */
export const noServer = (folders: readonly string[], download: string): StartError => {
  const usual = folders.filter((folder) => USUAL_FOLDERS.includes(folder));
  const looked = usual.length === folders.length ? usual : ['PATH', ...usual];
  return new StartError(`No MySQL-compatible database is available.
Tried: DATABASE_URL (not set); mariadbd and mysqld in ${looked.join(', ')}; private download (${download}).
Do one of these and start again:
  Debian/Ubuntu:  sudo apt-get install --no-install-recommends mariadb-server-core
  macOS:          brew install mariadb
  existing server: export DATABASE_URL=mysql://user:password@host:3306/database   (MySQL 8.0+ or MariaDB 10.11+)`);
};

// Tracks the processes that use the server. The last one stops it, so that no process stops a server that another
// one still needs.

export const enter = ({ users }: Layout): void => writeFileSync(join(users, ownIdentity()), '');

/** Returns whether no other process is left; removes entries of processes that died. */
export const leave = ({ users }: Layout): boolean => {
  const own = ownIdentity();
  let others = 0;
  for (const user of readdirSync(users)) {
    if (user !== own && isRunning(user)) others += 1;
    else rmSync(join(users, user), { force: true });
  }
  return others === 0;
};
