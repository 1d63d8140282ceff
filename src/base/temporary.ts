// What is there only while something works with it, also when a signal ends the process: `process.exit` runs no `finally`.
import { existsSync, type RmOptions, rmSync } from 'node:fs';

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
