// Only one launch at a time installs and builds. The lock is a file that names its owner; a dead owner's lock is void.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, say } from './root.mjs';

// Not in node_modules or dist, which are removed while the lock is held.
const LOCK = join(ROOT, '.data', 'launch.lock');
const ASK_EVERY_MS = 100;

export const withLock = async (work) => {
  // The folder of the books, on a first start: for its owner alone.
  mkdirSync(dirname(LOCK), { recursive: true, mode: 0o700 });
  let told = false;
  while (!take()) {
    const owner = readOwner(LOCK);
    if (!told && owner !== undefined) say(`Process ${owner} is installing or building; waiting for it.`);
    told = true;
    await pause(ASK_EVERY_MS);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
};

const take = () => {
  const owner = readOwner(LOCK);
  if (owner !== undefined && isRunning(owner)) return false;
  if (owner !== undefined && !removeStale(owner)) return false;
  // Linking is atomic; a file that is created and then written could be read empty.
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

const readOwner = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const isRunning = (owner) => {
  try {
    process.kill(Number(owner), 0);
    return Number(owner) !== process.pid;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Moves the dead owner's file away; if another launch has just replaced it, that one is put back. */
const removeStale = (owner) => {
  const moved = `${LOCK}.${process.pid}.stale`;
  try {
    renameSync(LOCK, moved);
  } catch {
    return false;
  }
  const isStale = readOwner(moved) === owner;
  try {
    if (!isStale) linkSync(moved, LOCK);
  } catch {
    // A third launch holds it by now.
  }
  rmSync(moved, { force: true });
  return isStale;
};
