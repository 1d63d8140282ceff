// Where the data of a test server is: in memory, where it is written and removed in no time, unless the machine has too
// little of it.
import { lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.ts';
import { isPidRunning } from '../../src/db/embedded/process-identity.ts';

const MEMORY = '/dev/shm';
/** As Linux calls the file system of /dev/shm. */
const TMPFS = 0x01_02_19_94;
/** Several times what all tests at once have ever taken. */
const ENOUGH = 2 * 1024 ** 3;
/** Names say which process made the folder. */
const OURS = /^folio-test-(\d+)-\w{6}$/;

export interface ThrowAway {
  readonly folder: string;
  remove(): void;
}

export const throwAwayFolder = (): ThrowAway => {
  if (!hasRoom()) return { folder: join(packageRoot(), '.data', 'test'), remove: () => undefined };
  sweep();
  const folder = mkdtempSync(join(MEMORY, `folio-test-${process.pid}-`));
  return { folder, remove: () => removeFolder(folder) };
};

const hasRoom = (): boolean => {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
};

/** What a run left that was killed takes memory until somebody removes it. */
const sweep = (): void => {
  for (const name of readdirSync(MEMORY)) {
    const pid = OURS.exec(name)?.[1];
    const folder = join(MEMORY, name);
    if (pid === undefined || isPidRunning(Number(pid))) continue;
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()) removeFolder(folder);
  }
};

const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A server that is still stopping writes to it: the next run removes it.
  }
};
