// Works off the queue: several entries at a time, several instances beside each other. Whatever stops it in the middle,
// the entry says how far it came.
import { randomUUID } from 'node:crypto';
import { LeaseLost, type Job } from '../domain/filing/outbox.ts';
import type { Channel } from './channels.ts';
import { type Again, file, giveUp } from './file.ts';
import { cancel, deliver, expire, followEvidence } from './follow-ups.ts';
import { backoff, TIMING, type Timing, type WorkerParts, type Working } from './parts.ts';
import { claim, type Claimed, noteFailure, release, renew } from './queue.ts';

export interface Worker {
  /** Looks at the queue at once. */
  wake(): void;
  /** Lets running entries come to a safe point. */
  stop(): Promise<void>;
}

/** Entries of one channel worked on at a time by one instance. */
const LANES = 4;

/** How often a document that cannot even be built is tried. */
const MAX_BUILDS = 6;

const KINDS: Readonly<Record<Job['kind'], (working: Working) => Promise<Again>>> = {
  file,
  cancel,
  deliver,
  evidence: followEvidence,
  expire,
};

export const startWorker = (parts: WorkerParts): Worker => {
  const timing: Timing = { ...TIMING, ...parts.timing };
  const instance = randomUUID();
  const running = new Map<Promise<void>, Channel>();
  const stopped = new AbortController();
  const bell = createBell();
  /** Takes nothing new any more. */
  const halted = new AbortController();
  let claims = 0;

  const next = async (): Promise<Claimed | undefined> => {
    claims += 1;
    try {
      return await claim(
        parts.books.database,
        `${instance}:${claims}`,
        timing.leaseMs,
        fullOf(running.values()),
      );
    } catch (error) {
      parts.log.error({ err: error }, 'the queue could not be read');
      return undefined;
    }
  };

  const begin = ({ job, channel }: Claimed): void => {
    const work = workOn(parts, job, timing, stopped.signal).finally(() => {
      running.delete(work);
      bell.ring();
    });
    running.set(work, channel);
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
const fullOf = (running: Iterable<Channel>): ReadonlySet<Channel> => {
  const used = new Map<Channel, number>();
  for (const channel of running) used.set(channel, (used.get(channel) ?? 0) + 1);
  return new Set([...used].filter(([, count]) => count >= LANES).map(([channel]) => channel));
};

/** Waits for a time or for the next ring; a ring while nobody waits counts for the next wait. */
const createBell = () => {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring: (): void => {
      rung = true;
      answer?.();
    },
    wait: async (ms: number): Promise<void> => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      answer = undefined;
    },
  };
};

const workOn = async (parts: WorkerParts, job: Job, timing: Timing, stopped: AbortSignal): Promise<void> => {
  const { log } = parts;
  const { database } = parts.books;
  const working: Working = { parts, job, timing, stopped, step: async (step) => parts.onStep?.(step, job) };
  // A lease that cannot be renewed runs out; the guard on every change of the entry then stops this one.
  const heartbeat = setInterval(() => {
    void renew(database, job, timing.leaseMs).catch(() => undefined);
  }, timing.leaseMs / 3);
  try {
    await working.step('claimed');
    const again = await KINDS[job.kind](working);
    await working.step('recorded');
    if (again !== null) await release(database, job, again);
    await working.step('released');
  } catch (error) {
    await afterFailure(working, error).catch((failure: unknown) =>
      // The lease runs out by itself.
      log.error({ err: failure, outbox_id: job.id }, 'a failed entry could not be given back'),
    );
  } finally {
    clearInterval(heartbeat);
  }
};

const afterFailure = async (working: Working, error: unknown): Promise<void> => {
  const { parts, job } = working;
  const { log } = parts;
  const { database } = parts.books;
  if (error instanceof LeaseLost) {
    log.warn({ outbox_id: job.id }, error.message);
    return;
  }
  parts.onDelivery?.(job.kind, 'failed');
  log.error({ err: error, outbox_id: job.id, kind: job.kind, invoice_id: job.invoice_id }, 'an entry failed');
  if (job.kind === 'file' && job.state === 'approved' && job.attempts + 1 >= MAX_BUILDS) {
    const nothingSent = await database.reader
      .selectFrom('outbox')
      .select('state')
      .where('id', '=', job.id)
      .executeTakeFirst();
    if (nothingSent?.state === 'approved') return giveUp(working, job, error);
  }
  await noteFailure(database, job, error instanceof Error ? error.message : String(error));
  await release(database, job, backoff(working, job.attempts));
};
