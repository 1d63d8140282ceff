// Takes the trail into the logs of the organisations: several at a time, one process to a log.
import type { Logger } from '../base/log.ts';
import type { Tree } from '../domain/views/trail/merkle.ts';
import type { Signer } from '../domain/views/trail/note.ts';
import type { Database } from '../db/database.ts';
import { LeaseLost, newOwner } from '../db/lease.ts';
import type { SignedCheckpoint } from '../domain/views/trail/log/append.ts';
import { type KnownHeads, LogChanged } from '../domain/views/trail/log/known-heads.ts';
import { visitLog } from '../domain/views/trail/log/visit.ts';
import { findWaiting } from '../db/trail/pending.ts';
import { findUnfinished, findUnkept, setKept } from '../domain/views/trail/store/upkeep.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Outlets } from './checkpoint-outlets.ts';

export interface TrailTiming {
  readonly pollMs: number;
  readonly leaseMs: number;
  /** How often to look for books that the log has not taken yet, and for logs whose end is not signed or not kept. */
  readonly sweepMs: number;
}

const TIMING: TrailTiming = { pollMs: 1_000, leaseMs: 20_000, sweepMs: 60_000 };

/** Logs at a time, of an instance. */
const LANES = 4;

export interface TrailWorkerParts {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signer: Signer;
  /** Undefined: checkpoints are kept in the database alone. */
  readonly outlets?: Outlets | undefined;
  /** Undefined: the logs are held to nothing that this machine knows. */
  readonly heads?: KnownHeads | undefined;
  readonly timing?: Partial<TrailTiming>;
  /** Entries of one transaction. */
  readonly batch?: number;
}

/** Where it cannot be written, the one before still holds. */
const keepingHead =
  ({ heads, log }: TrailWorkerParts) =>
  async (organisation_id: string, tree: Tree): Promise<void> =>
    heads?.write(organisation_id, tree).catch((error: unknown) => {
      log.warn({ err: error, organisation_id }, 'the head of the log was not kept in the data directory');
    });

export const startTrail = (parts: TrailWorkerParts): Loop => {
  const { database, log, outlets } = parts;
  const timing = { ...TIMING, ...parts.timing };
  const owner = newOwner();
  let swept = Number.NEGATIVE_INFINITY;
  /** Found by a sweep and not begun yet. */
  const owed = new Set<string>();
  /** When each log was begun last: those that waited longest come first. */
  const begun = new Map<string, number>();
  /** Logs that are not what this machine has seen, each with when it is looked at again. */
  const resting = new Map<string, number>();

  const bring = (checkpoint: SignedCheckpoint): void => {
    outlets?.bring(checkpoint, () => setKept(database, checkpoint));
  };

  /** False where another process has the log, or something fails: that is looked at again after a while. */
  const visit = (organisation_id: string, halted: AbortSignal): Promise<boolean> => {
    owed.delete(organisation_id);
    begun.set(organisation_id, performance.now());
    const held = { owner, lease_ms: timing.leaseMs, halted };
    const visiting = { ...parts, ...held, onCheckpoint: bring, onHead: keepingHead(parts) };
    return visitLog(visiting, organisation_id).catch((error: unknown) => {
      if (!(error instanceof LeaseLost))
        log.error({ err: error, organisation_id }, 'the trail was not taken into its log');
      if (error instanceof LogChanged) resting.set(organisation_id, performance.now() + timing.sweepMs);
      return false;
    });
  };

  const sweep = async (): Promise<void> => {
    if (performance.now() - swept < timing.sweepMs) return;
    swept = performance.now();
    if (outlets !== undefined) for (const checkpoint of await findUnkept(database.reader)) bring(checkpoint);
    for (const id of await findUnfinished(database.reader)) owed.add(id);
  };

  const loop = startLoop<string>(timing, async ({ running, halted, begin }) => {
    if (running.size >= LANES) return false;
    try {
      await sweep();
      const found = new Set([...(await findWaiting(database.reader)), ...owed]);
      const busy = new Set(running.values());
      [...found]
        .filter((id) => !busy.has(id) && (resting.get(id) ?? 0) < performance.now())
        .toSorted((a, b) => (begun.get(a) ?? 0) - (begun.get(b) ?? 0))
        .slice(0, LANES - running.size)
        .forEach((id) => begin(id, () => visit(id, halted)));
    } catch (error) {
      log.error({ err: error }, 'what waits for the log of the trail could not be read');
    }
    return false;
  });

  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await outlets?.stop();
    },
  };
};
