// Folders are created one by one: where none can be created (/proc), Node 20's recursive mkdir retries forever.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './start-error.ts';

const OWNER_ONLY = 0o700;

/** Whatever this process and the database server that it starts create is for their owner alone. */
export const keepPrivate = (): void => void process.umask(0o077);

/** Creates the folder and its missing parents; throws unless it is writable afterwards. */
export const makeFolder = (path: string, mode: number = OWNER_ONLY): void => {
  const wanted = resolve(path);
  const missing: string[] = [];
  for (let folder = wanted; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) makeOne(folder, mode);
  // With the trailing slash a file of this name fails.
  accessSync(`${wanted}/`, constants.W_OK | constants.X_OK);
};

const makeOne = (folder: string, mode: number): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Reports a failure of the work as one that concerns the data directory. */
export const inDataDir = <T>(dataDir: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data directory ${dataDir} cannot be written (${why}). Set DATA_DIR to another one.`,
    );
  }
};
