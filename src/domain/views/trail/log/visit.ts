// One visit to a log: under its lease everything that waits is taken, and the end of the log is signed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Tree } from '../merkle.ts';
import { underAny } from '../../../../base/any-signal.ts';
import { whileHolding } from '../../../../db/lease.ts';
import { type LogHead, readHead, releaseLog, renewLog, takeLog } from '../store/log.ts';
import { olderWriteUntil } from '../store/covered.ts';
import { adopt } from './adopt.ts';
import { cover } from './cover.ts';
import { type KnownHeads, requireGrown } from './known-heads.ts';
import { appendBatch, type AppendParts, BATCH, type SignedCheckpoint } from './append.ts';

export interface Visiting extends AppendParts {
  readonly owner: string;
  readonly lease_ms: number;
  /** Ends the visit after the batch that runs. */
  readonly halted: AbortSignal;
  readonly batch?: number;
  /** Also takes what an instance of the version before may have written since the upgrade. */
  readonly whole?: boolean;
  /** What this machine knows of the logs; undefined: nothing. */
  readonly heads?: KnownHeads | undefined;
  /** The log as it is after the visit, where that is not what was known. */
  readonly onHead?: ((organisation_id: string, tree: Tree) => Promise<void>) | undefined;
  onCheckpoint(checkpoint: SignedCheckpoint): void;
}

/** Whether records are to be named that no transaction named: all, or those that differ from what the log says. */
const coveringOf = async (
  { database, now, whole = false }: Visiting,
  organisation_id: string,
  head: LogHead | undefined,
): Promise<'first' | 'differing' | undefined> => {
  const covered_at = head?.covered_at ?? null;
  if (covered_at === null) return 'first';
  const until = await olderWriteUntil(database, organisation_id);
  if (until === null || covered_at >= until) return undefined;
  return whole || now() >= until ? 'differing' : undefined;
};

class Halted extends Error {}

/** After this long a log gives way to others that wait. */
const VISIT_MS = 5_000;

/** False while another process appends to the log. */
export const visitLog = async (visiting: Visiting, organisation_id: string): Promise<boolean> => {
  const { database, owner, lease_ms, halted, batch = BATCH, onCheckpoint, heads, onHead } = visiting;
  const log = await takeLog(database, organisation_id, owner, lease_ms);
  if (log === undefined) return false;
  const holding = {
    what: `the log of ${organisation_id}`,
    lease_ms,
    renew: () => renewLog(database, log, lease_ms),
  };
  try {
    await whileHolding(holding, async (lost) => {
      const until = performance.now() + VISIT_MS;
      /** All that waits; with `sign`, until the end of the log is signed. */
      const drain = async (sign: boolean): Promise<void> => {
        for (;;) {
          if (halted.aborted) throw new Halted();
          lost.throwIfAborted();
          const { taken, checkpoint, unsigned_ms } = await appendBatch(visiting, log, batch);
          if (checkpoint !== undefined) onCheckpoint(checkpoint);
          if (taken >= batch && (!sign || performance.now() < until)) continue;
          if (unsigned_ms === undefined || !sign) return;
          await underAny([halted, lost], (signal) => pause(unsigned_ms, undefined, { signal })).catch(
            () => undefined,
          );
        }
      };
      const head = await readHead(database.reader, organisation_id);
      const known = heads && (await requireGrown(heads, database.reader, organisation_id, head));
      if (head?.adopted === false) await adopt({ ...visiting, drain: () => drain(false) }, log);
      const due = await coveringOf(visiting, organisation_id, head);
      if (due !== undefined) {
        await drain(false);
        await cover({ ...visiting, drain: () => drain(false) }, log, due === 'first');
      }
      await drain(true);
      if (onHead === undefined) return;
      const grown = await readHead(database.reader, organisation_id);
      if (grown !== undefined && grown.tree.size !== known?.size) await onHead(organisation_id, grown.tree);
    });
  } catch (error) {
    if (!(error instanceof Halted)) throw error;
  } finally {
    await releaseLog(database, log).catch(() => undefined);
  }
  return true;
};
