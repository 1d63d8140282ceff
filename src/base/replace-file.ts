// Writes a file completely or not at all, for its owner alone: to a temporary file beside it, renamed when complete.
import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './refusal.ts';
import { withTemporary } from './temporary.ts';

const OWNER_ONLY = 0o600;

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
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    const result = await fill(file);
    // On disk before it replaces the earlier file.
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
};
