// Folders and files: made one by one, replaced as a whole, and gone when the work ends.
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, type RmOptions, rmSync } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { Refusal } from './refusal.ts';
import { StartError } from './start-error.ts';

// Folders are created one by one: where none can be created (/proc), Node 20's recursive mkdir retries forever.

const FOLDER_OF_OWNER = 0o700;

/** Whatever this process and the database server that it starts create is for their owner alone. */
export const keepPrivate = (): void => void process.umask(0o077);

/** Creates the folder and its missing parents; throws unless it is writable afterwards. */
export const makeFolder = (path: string, mode: number = FOLDER_OF_OWNER): void => {
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

// Writes a file completely or not at all, for its owner alone: to a temporary file beside it, renamed when complete.

const FILE_OF_OWNER = 0o600;

/** An existing file is replaced, or left as it was when this fails. */
export const replaceFile = async <T>(path: string, fill: (file: FileHandle) => Promise<T>): Promise<T> => {
  const target = await resolveTarget(path);
  const partial = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
  try {
    return await withTemporary(partial, async () => {
      const result = await fillFile(partial, fill);
      await rename(partial, target);
      return result;
    });
  } catch (error) {
    throw isFileError(error)
      ? new Refusal('unwritable_file', `${path} cannot be written (${error.code}).`)
      : error;
  }
};

const FILE_CALLS: ReadonlySet<unknown> = new Set(['open', 'write', 'fsync', 'rename', 'close']);

/** Failures such as a missing folder or a full disk, not those of the database connection. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && FILE_CALLS.has(error.syscall);

/** The file itself where the path is a link to it. */
const resolveTarget = async (path: string): Promise<string> => {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return path;
  const target = await realpath(path);
  if (!(await lstat(target)).isFile()) throw new Refusal('unwritable_file', `${path} is not a file.`);
  return target;
};

const fillFile = async <T>(path: string, fill: (file: FileHandle) => Promise<T>): Promise<T> => {
  // Exclusive, so that it follows no link.
  const file = await open(path, 'wx', FILE_OF_OWNER);
  try {
    const result = await fill(file);
    // On disk before it replaces the earlier file.
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
};

// What is there only while something works with it, also when a signal ends the process: `process.exit` runs no `finally`.

/** Tries again where somebody who is ending still writes into it. */
const ENTIRELY: RmOptions = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };

/** Removes this file or folder when the work ends, if it is there then. */
export const withTemporary = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const remove = (): void => {
    if (existsSync(path)) rmSync(path, ENTIRELY);
  };
  process.once('exit', remove);
  try {
    return await work();
  } finally {
    process.off('exit', remove);
    remove();
  }
};
