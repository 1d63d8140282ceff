// A lock between processes: a file that names its owner. The file survives a crash, so the owner is checked.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../base/start-error.ts';
import { isRunning, ownIdentity } from './process-identity.ts';

const ASK_EVERY_MS = 25;

/** Runs `work` while holding the lock. */
export const withFileLock = async <T>(path: string, wait_ms: number, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + wait_ms;
  while (!take(path)) {
    if (Date.now() > deadline) {
      throw new StartError(
        `Process ${readOwner(path) ?? '?'} holds ${path} and does not finish; end it and start again.`,
      );
    }
    await pause(ASK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};

const take = (path: string): boolean => {
  const owner = readOwner(path);
  if (owner !== undefined && isRunning(owner)) return false;
  if (owner !== undefined && !removeStale(path, owner)) return false;
  // A link is created together with its content; a file written after creation could be read while empty.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, ownIdentity());
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

const readOwner = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Removes a dead owner's file; puts back a file that another process has just created in its place. */
const removeStale = (path: string, owner: string): boolean => {
  const moved = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, moved);
  } catch {
    return false;
  }
  const isStale = readOwner(moved) === owner;
  try {
    if (!isStale) linkSync(moved, path);
  } catch {
    // A third process already holds the lock.
  }
  rmSync(moved, { force: true });
  return isStale;
};
