// Two workers at any time, each a process of its own: one that ended is followed by the next, which ends somewhere else.
import { fork, type ChildProcess } from 'node:child_process';
import { upTo } from '../support/office.ts';
import { childFile } from '../support/programs.ts';
import { randomOf } from '../property/random.ts';
import { type Kill, KILLS, type Orders } from './orders.ts';

const WORKERS = 2;
const FAULT_SHARE = 0.4;

export interface CrewParts {
  readonly database: string;
  readonly dataDir: string;
  readonly seed: number;
  /** A worker dies at the latest when it is at its place for this many times. */
  readonly longestLife: number;
}

export const createCrew = ({ database, dataDir, seed, longestLife }: CrewParts) => {
  const random = randomOf(seed);
  const alive = new Set<ChildProcess>();
  const kills: Record<string, number> = {};
  const faults: Record<string, number> = {};
  let started = 0;
  let sparing = false;
  let stopping = false;

  const begin = (): void => {
    if (stopping) return;
    started += 1;
    const kill: Kill | null = sparing ? null : (KILLS[(seed + started) % KILLS.length] ?? null);
    const orders: Orders = {
      database,
      dataDir,
      seed: seed + started,
      kill,
      killAt: random.int(1, longestLife),
      faultShare: sparing ? 0 : FAULT_SHARE,
    };
    const child = fork(childFile(import.meta.dirname, 'child'), [JSON.stringify(orders)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    alive.add(child);
    child.on('message', (message: { readonly fault?: string }) => {
      if (message.fault !== undefined) faults[message.fault] = (faults[message.fault] ?? 0) + 1;
    });
    child.once('exit', (_code, signal) => {
      alive.delete(child);
      if (signal === 'SIGKILL' && kill !== null && !stopping) kills[kill] = (kills[kill] ?? 0) + 1;
      begin();
    });
  };

  return {
    kills,
    faults,
    start: () => upTo(WORKERS).forEach(begin),
    /** From now on nobody is killed: what is left must come to its end. */
    spareThem: () => {
      sparing = true;
    },
    stop: async (): Promise<void> => {
      stopping = true;
      const ended = [...alive].map(
        (child) => new Promise<void>((resolve) => child.once('exit', () => resolve())),
      );
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
};
