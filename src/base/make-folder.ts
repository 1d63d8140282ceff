// Folders are made one by one: where none can be made (/proc), Node 20's recursive mkdir tries again for ever instead
// of failing.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/** Makes the folder and those above it that are missing; throws unless it can be written to afterwards. */
export const makeFolder = (path: string, mode: number = 0o777): void => {
  const wanted = resolve(path);
  const missing: string[] = [];
  for (let folder = wanted; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) makeOne(folder, mode);
  // The trailing slash refuses a file of this name.
  accessSync(`${wanted}/`, constants.W_OK | constants.X_OK);
};

const makeOne = (folder: string, mode: number): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Tells in one sentence that the work could not write to the data directory. */
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
