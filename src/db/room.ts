// Whether there is room to write. A private server whose disk is full stops in the middle of its files, so the service
// refuses to write before; of any server, what a write was refused for last is what readiness tells.
import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;
/** Below this much free space nothing is written: enough for what the server writes on its own. */
const FLOOR_BYTES = 128 * MIB;
const LOOK_EVERY_MS = 2_000;
/** How long readiness tells of a write that found the disk full: without traffic nobody tries another one. */
const FULL_FOR_MS = 10_000;

/** Nothing was written, because there is too little room for it. */
export class NoRoom extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'NoRoom';
  }
}

export interface Room {
  /** Why nothing may be written now; null while there is room. */
  lack(): string | null;
  /** The same for readiness, which also tells what a write has found a moment ago. */
  obstacle(): string | null;
  noteFull(): void;
  noteWritten(): void;
  stop(): void;
}

export type FreeBytes = () => Promise<number>;

export const freeBytesOf =
  (folder: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };

/** Looks at the disk of the private server; `undefined` for a server of somebody else, whose disk is not seen. */
export const watchRoom = async (
  freeBytes: FreeBytes | undefined,
  now: () => number = () => performance.now(),
): Promise<Room> => {
  let free = Number.POSITIVE_INFINITY;
  let fullAt: number | undefined;
  const look = async (): Promise<void> => {
    // A folder that cannot be asked says nothing about its disk.
    free = (await freeBytes?.().catch(() => undefined)) ?? Number.POSITIVE_INFINITY;
  };
  await look();
  const timer = freeBytes === undefined ? undefined : setInterval(() => void look(), LOOK_EVERY_MS);
  timer?.unref();
  const lack = (): string | null =>
    free >= FLOOR_BYTES
      ? null
      : `only ${Math.floor(free / MIB)} MB are free on the disk of the database; below ${FLOOR_BYTES / MIB} nothing is written`;
  return {
    lack,
    obstacle: () =>
      lack() ??
      (fullAt === undefined || now() - fullAt > FULL_FOR_MS
        ? null
        : 'the disk of the database was full at the last write'),
    noteFull: () => {
      fullAt = now();
    },
    noteWritten: () => {
      fullAt = undefined;
    },
    stop: () => clearInterval(timer),
  };
};
