// Works off the queue: several entries at a time, on several instances. Progress is stored with each entry, so that
// work interrupted at any point can be resumed.
import { newOwner, whileHolding } from '../db/lease.ts';
import type { Channel } from '../domain/filing/channels.ts';
import type { Job } from '../domain/filing/job.ts';
import type { FilingParts, Progress, StepTiming } from '../domain/filing/steps/step.ts';
import { work } from '../domain/filing/steps/work.ts';
import { claim, type Claimed, renew } from '../domain/filing/store/queue.ts';
import { createBell } from './bell.ts';

export interface Timing extends StepTiming {
  /** Polling interval while the queue is empty. */
  readonly pollMs: number;
  /** How long an instance holds an entry without renewing its lease. */
  readonly leaseMs: number;
  /** How long a stop waits for running work before aborting its sends. */
  readonly graceMs: number;
}

const TIMING: Timing = {
  pollMs: 500,
  leaseMs: 20_000,
  backoffMs: [2_000, 8_000, 30_000, 120_000, 600_000],
  sendMs: 90_000,
  graceMs: 5_000,
};

export interface WorkerParts extends FilingParts {
  readonly onStep?: (progress: Progress, job: Job) => void | Promise<void>;
  readonly timing?: Partial<Timing>;
}

export interface Worker {
  /** Polls the queue at once. */
  wake(): void;
  /** Waits until running entries reach a safe point. */
  stop(): Promise<void>;
}

/** Concurrent entries per channel and instance. */
const LANES = 4;

export const startWorker = (parts: WorkerParts): Worker => {
  const timing: Timing = { ...TIMING, ...parts.timing };
  const owner = newOwner();
  const running = new Map<Promise<void>, Channel>();
  const stopped = new AbortController();
  const bell = createBell();
  /** Aborted when no new entries may be taken. */
  const halted = new AbortController();

  const next = async (): Promise<Claimed | undefined> => {
    try {
      return await claim(parts.books.database, owner, timing.leaseMs, findFullChannels(running.values()));
    } catch (error) {
      parts.log.error({ err: error }, 'the queue could not be read');
      return undefined;
    }
  };

  const begin = ({ job, channel }: Claimed): void => {
    const working = {
      parts,
      job,
      timing,
      stopped: stopped.signal,
      reached: async (progress: Progress) => parts.onStep?.(progress, job),
    };
    const holding = {
      what: job.id,
      lease_ms: timing.leaseMs,
      renew: () => renew(parts.books.database, job, timing.leaseMs),
    };
    // After losing the lease the work continues for its outcome; every write to the entry still checks the lease.
    const done = whileHolding(holding, () => work(working)).finally(() => {
      running.delete(done);
      bell.ring();
    });
    running.set(done, channel);
  };

  const loop = async (): Promise<void> => {
    while (!halted.signal.aborted) {
      const claimed = await next();
      if (claimed === undefined) await bell.wait(timing.pollMs * (0.8 + 0.4 * Math.random()));
      else begin(claimed);
    }
    await Promise.allSettled(running.keys());
  };

  const ended = loop();
  return {
    wake: () => bell.ring(),
    stop: async () => {
      halted.abort();
      bell.ring();
      const patience = setTimeout(() => stopped.abort(new Error('the service is stopping')), timing.graceMs);
      await ended;
      clearTimeout(patience);
    },
  };
};

/** The channels without a free lane. */
const findFullChannels = (running: Iterable<Channel>): ReadonlySet<Channel> => {
  const used = new Map<Channel, number>();
  for (const channel of running) used.set(channel, (used.get(channel) ?? 0) + 1);
  return new Set([...used].filter(([, count]) => count >= LANES).map(([channel]) => channel));
};
