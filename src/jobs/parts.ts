// Keeps the words by which lists find parts of texts: what was stored lately, and what older versions left.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import { LeaseLost, newOwner } from '../db/lease.ts';
import { parseInstant } from '../db/instant.ts';
import { LINE_PARTS } from '../domain/bank/statements/parts.ts';
import { INBOX_PARTS } from '../domain/documents/received/parts.ts';
import { entityIdsAfter } from '../domain/ground/entities/store.ts';
import { FEWEST_INDEXED, keepParts, MARGIN_MS } from '../domain/ground/search-index/parts/upkeep.ts';
import { type Waiting, waitingAmong } from '../domain/ground/search-index/store/part-state.ts';
import { NAME_PARTS } from '../domain/parties/counterparties/parts.ts';
import { type Loop, startLoop } from './loop.ts';

export interface PartsWorker {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  readonly pollMs?: number;
}

const LEASE_MS = 20_000;
const POLL_MS = 1_000;
/** How often all companies are gone through for what was not noted. */
const SWEEP_MS = 60_000;
/** Companies of one look. */
const COMPANIES = 500;
const FAILED_MS = 60_000;
/** A company with few records may have many by then. */
const SMALL_MS = 600_000;

const SOURCES = { lines: LINE_PARTS, names: NAME_PARTS, inbox: INBOX_PARTS } as const;

export const startParts = ({ database, log, now, pollMs = POLL_MS }: PartsWorker): Loop => {
  const owner = newOwner();
  const swept = new Map<string, number>();
  let cursor = '';
  let owed: readonly Waiting[] = [];
  /** Companies that another process works on, that failed, or that have few records, each with when it is looked at again. */
  const resting = new Map<string, number>();
  const keyOf = ({ entity_id, kind }: Waiting): string => `${kind} ${entity_id}`;
  const isResting = (waiting: Waiting): boolean => (resting.get(keyOf(waiting)) ?? 0) > performance.now();

  const isOld = (until_at: string | null): boolean =>
    until_at === null || now().getTime() - parseInstant(until_at).getTime() > 2 * MARGIN_MS;

  /** What waits in the next of the companies. */
  const look = async (): Promise<void> => {
    const entities = await entityIdsAfter(database.reader, cursor, COMPANIES);
    const { pending, states } = await waitingAmong(database.reader, entities);
    const isDue = performance.now() - (swept.get(cursor) ?? Number.NEGATIVE_INFINITY) > SWEEP_MS;
    if (isDue) swept.set(cursor, performance.now());
    const old = isDue ? states.filter(({ until_at }) => isOld(until_at)) : [];
    owed = [...pending, ...old];
    cursor = entities.length < COMPANIES ? '' : (entities.at(-1) ?? '');
  };

  const visit = async (waiting: Waiting, halted: AbortSignal): Promise<void> => {
    resting.delete(keyOf(waiting));
    const stopped = (): boolean => halted.aborted;
    const upkeep = { database, now, owner, lease_ms: LEASE_MS, stopped, fewest: FEWEST_INDEXED };
    let restMs = FAILED_MS;
    try {
      const kept = await keepParts(upkeep, SOURCES[waiting.kind], waiting);
      if (kept === 'done') return;
      if (kept === 'small') restMs = SMALL_MS;
    } catch (error) {
      if (!(error instanceof LeaseLost)) log.error({ err: error, ...waiting }, 'words were not indexed');
    }
    resting.set(keyOf(waiting), performance.now() + restMs);
  };

  return startLoop<string>({ pollMs }, async ({ running, halted, begin }) => {
    if (running.size > 0) return false;
    try {
      if (owed.length === 0) await look();
      const [next, ...others] = owed.filter((each) => !isResting(each));
      owed = others;
      if (next !== undefined) begin(keyOf(next), () => visit(next, halted));
    } catch (error) {
      log.error({ err: error }, 'what waits for the index of words could not be read');
    }
    return false;
  });
};
