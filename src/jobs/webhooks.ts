// Delivers webhooks: several endpoints at a time, one process to an endpoint, a few deliveries at a time to each. A slow
// receiver holds up itself alone.
import { setMaxListeners } from 'node:events';
import { underAny } from '../base/any-signal.ts';
import type { Poster } from '../base/net/poster.ts';
import type { Logger } from '../base/log.ts';
import { LeaseLost, newOwner, whileHolding } from '../db/lease.ts';
import type { Books } from '../domain/ground/change/change.ts';
import { pruneDeliveries } from '../domain/across/webhooks/store/upkeep.ts';
import {
  type Visited,
  endVisit,
  renewVisit,
  storeResults,
  takeEndpoints,
} from '../domain/across/webhooks/store/work.ts';
import { type Attempted, attempt, readDueEvents } from '../domain/across/webhooks/attempt.ts';
import { disableFailing } from '../domain/across/webhooks/failing.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import { type Loop, startLoop } from './loop.ts';

export interface WebhookTiming {
  readonly pollMs: number;
  readonly leaseMs: number;
  /** After this long an endpoint gives way to others that wait. */
  readonly visitMs: number;
  readonly pruneMs: number;
  readonly graceMs: number;
}

const TIMING: WebhookTiming = {
  pollMs: 500,
  leaseMs: 20_000,
  visitMs: 5_000,
  pruneMs: 3_600_000,
  graceMs: 3_000,
};

/** Endpoints at a time, of an instance. */
const LANES = 32;
/** Deliveries at a time to one endpoint. */
const PARALLEL = 8;
/** A batch is stored at once; it grows while the receiver is quick. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 128;
const QUICK_MS = 500;

export interface WebhookWorkerParts extends Pick<WebhookParts, 'secrets'> {
  readonly books: Books;
  readonly log: Logger;
  readonly now: () => Date;
  readonly poster: Poster;
  readonly onDelivery?: (outcome: 'delivered' | 'failed') => void;
  readonly timing?: Partial<WebhookTiming>;
}

export const startWebhooks = (parts: WebhookWorkerParts): Loop => {
  const timing = { ...TIMING, ...parts.timing };
  const { database } = parts.books;
  const owner = newOwner();
  let pruned = performance.now();

  const serve = (visited: Visited, halted: AbortSignal, stopped: AbortSignal): Promise<void> => {
    const holding = {
      what: visited.id,
      lease_ms: timing.leaseMs,
      renew: () => renewVisit(database, visited, timing.leaseMs),
    };
    return whileHolding(holding, (lost) =>
      underAny([lost, stopped], (given_up) => visit(parts, visited, { timing, halted, given_up })),
    )
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) parts.log.error({ err: error }, 'a webhook could not be served');
      })
      .then(() => endVisit(database, visited))
      .catch(() => undefined);
  };

  const prune = async (): Promise<void> => {
    if (performance.now() - pruned < timing.pruneMs) return;
    pruned = performance.now();
    await pruneDeliveries(database, parts.now()).catch((error: unknown) =>
      parts.log.error({ err: error }, 'old webhook deliveries were not deleted'),
    );
  };

  return startLoop<Visited>(timing, async ({ running, halted, stopped, begin }) => {
    // Every lane listens to it.
    setMaxListeners(LANES, stopped);
    await prune();
    const free = LANES - running.size;
    if (free === 0) return false;
    try {
      const endpoints = await takeEndpoints(database, owner, timing.leaseMs, free);
      for (const visited of endpoints) begin(visited, () => serve(visited, halted, stopped));
      return endpoints.length > 0;
    } catch (error) {
      parts.log.error({ err: error }, 'the webhooks that are due could not be read');
      return false;
    }
  });
};

interface Visit {
  readonly timing: WebhookTiming;
  readonly halted: AbortSignal;
  readonly given_up: AbortSignal;
}

const visit = async (
  parts: WebhookWorkerParts,
  visited: Visited,
  { timing, halted, given_up }: Visit,
): Promise<void> => {
  const { database } = parts.books;
  const until = performance.now() + timing.visitMs;
  let size = FIRST_BATCH;
  while (performance.now() < until && !halted.aborted && !given_up.aborted) {
    const due = await readDueEvents(database, visited, size);
    if (due.length === 0) return;
    const began = performance.now();
    const results = await inParallel(due, PARALLEL, (each) =>
      given_up.aborted ? Promise.resolve(undefined) : attempt({ ...parts, signal: given_up }, visited, each),
    );
    const answered = performance.now();
    if (results.length > 0) await storeResults(database, visited, results);
    for (const {
      attempt: { error },
    } of results)
      parts.onDelivery?.(error === null ? 'delivered' : 'failed');
    const quick = answered - began < QUICK_MS;
    if (await isSwitchedOff(parts, visited, results)) return;
    // What does not answer must not keep others waiting; what refuses at once does not.
    if (!quick && results.every(({ attempt: { error } }) => error !== null)) return;
    size = quick ? Math.min(size * 2, LARGEST_BATCH) : PARALLEL;
  }
};

/** Whether what came of the attempts ended the endpoint. */
const isSwitchedOff = async (
  { books, now }: WebhookWorkerParts,
  visited: Visited,
  results: readonly Attempted[],
): Promise<boolean> => {
  const anyTaken = results.some(({ attempt: { error } }) => error === null);
  const last = results.find(({ gone }) => gone) ?? (anyTaken ? undefined : results.at(-1));
  if (last === undefined) return false;
  const failing = {
    endpoint_id: visited.id,
    organisation_id: visited.organisation_id,
    tenant_id: last.due.tenant_id,
    reason: last.attempt.error ?? '',
    gone: last.gone,
  };
  return disableFailing(books, failing, now());
};

/** In the order of the items; those without a result are left out. */
const inParallel = async <T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R | undefined>,
): Promise<R[]> => {
  const results: (R | undefined)[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return results.filter((result) => result !== undefined);
};
