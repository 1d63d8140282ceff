// Whether there is room for what is written. A private server whose disk fills up ends in the middle of its work, so
// writes are refused in words while there is still enough to finish what has begun.
import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;
/** Below it nothing new is begun. */
export const FREE_MIB_FLOOR = 128;
const ASK_EVERY_MS = 1_000;
/** How long the books count as full after a server elsewhere said so, unless something is stored meanwhile. */
const FULL_FOR_MS = 30_000;

/** Nothing was stored, and nothing will be until there is space. */
export class NoSpace extends Error {
  constructor(free_mib: number) {
    super(`only ${free_mib} MiB are free on the disk of the books, and ${FREE_MIB_FLOOR} MiB are needed`);
    this.name = 'NoSpace';
  }
}

export type ReadFree = (folder: string) => Promise<number>;

const readFreeMib: ReadFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MIB);
};

export interface Space {
  /** Throws `NoSpace` if nothing new may be begun. */
  require(): Promise<void>;
  /** The server said that it has none. */
  noteFull(): void;
  noteStored(): void;
  /** Whether the books are full, as far as is known. */
  isFull(): Promise<boolean>;
}

/** `folder`: where a private server keeps its data; null for a server whose disk is not this one's. */
export const createSpace = (folder: string | null, readFree: ReadFree = readFreeMib): Space => {
  let asked: { readonly at: number; readonly free: Promise<number> } | undefined;
  let fullSince: number | undefined;

  const readOften = (from: string): Promise<number> => {
    const now = performance.now();
    // A folder that cannot be asked is no reason to refuse: the server itself will tell.
    if (asked === undefined || now - asked.at >= ASK_EVERY_MS)
      asked = { at: now, free: readFree(from).catch(() => FREE_MIB_FLOOR) };
    return asked.free;
  };

  const require = async (): Promise<void> => {
    if (folder === null) return;
    const free = await readOften(folder);
    if (free < FREE_MIB_FLOOR) throw new NoSpace(free);
  };

  return {
    require,
    noteFull: () => (fullSince = performance.now()),
    noteStored: () => (fullSince = undefined),
    isFull: async () => {
      if (fullSince !== undefined && performance.now() - fullSince < FULL_FOR_MS) return true;
      return require().then(
        () => false,
        (error: unknown) => error instanceof NoSpace,
      );
    },
  };
};
