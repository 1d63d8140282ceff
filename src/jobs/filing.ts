// Works off the queue: several entries at a time, on several instances. Progress is stored with each entry, so that
// work interrupted at any point can be resumed.
import { newOwner, whileHolding } from '../db/lease.ts';
import type { Channel } from '../domain/filing/channels.ts';
import type { Job } from '../domain/filing/job.ts';
import type { FilingParts, Progress, StepTiming } from '../domain/filing/steps/step.ts';
import { work as workOff } from '../domain/filing/steps/work.ts';
import { claim, type Claimed, renew } from '../domain/filing/store/queue.ts';
import { type Loop, startLoop } from './loop.ts';

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

/** Concurrent entries per channel and instance. */
const LANES = 4;

export const startWorker = (parts: WorkerParts): Loop => {
  const timing: Timing = { ...TIMING, ...parts.timing };
  const { database } = parts.books;
  const owner = newOwner();

  const work = ({ job }: Claimed, stopped: AbortSignal): Promise<void> => {
    const reached = async (progress: Progress) => parts.onStep?.(progress, job);
    const holding = {
      what: job.id,
      lease_ms: timing.leaseMs,
      renew: () => renew(database, job, timing.leaseMs),
    };
    // After losing the lease the work continues for its outcome; every write to the entry still checks the lease.
    return whileHolding(holding, () => workOff({ parts, job, timing, stopped, reached }));
  };

  return startLoop<Channel>(timing, async ({ running, stopped, begin }) => {
    try {
      const claimed = await claim(database, owner, timing.leaseMs, findFullChannels(running.values()));
      if (claimed !== undefined) begin(claimed.channel, () => work(claimed, stopped));
      return claimed !== undefined;
    } catch (error) {
      parts.log.error({ err: error }, 'the queue could not be read');
      return false;
    }
  });
};

/** The channels without a free lane. */
const findFullChannels = (running: Iterable<Channel>): ReadonlySet<Channel> => {
  const used = new Map<Channel, number>();
  for (const channel of running) used.set(channel, (used.get(channel) ?? 0) + 1);
  return new Set([...used].filter(([, count]) => count >= LANES).map(([channel]) => channel));
};
