// What found no company, for metrics and the doctor.
import { DAY_MS } from '../../../base/time/day.ts';
import { parseInstant, toInstant } from '../../../db/instant.ts';
import type { Reader } from '../../../db/database.ts';
import { countMessages } from './store.ts';

/** Older refusals were repeated in vain, and the access point has told its sender. */
export const REFUSED_DAYS = 7;

interface Figures {
  readonly entries: number;
  readonly oldest_s: number;
}

/** Held for the operator, and refused to the access point within the last days. */
export const readNetworkBacklog = async (
  db: Reader,
  now: Date,
): Promise<Readonly<Record<'held' | 'refused', Figures>>> => {
  const figures = ({ entries, oldest }: Awaited<ReturnType<typeof countMessages>>): Figures => ({
    entries,
    oldest_s: oldest === null ? 0 : Math.max(0, (now.getTime() - parseInstant(oldest).getTime()) / 1_000),
  });
  const since = toInstant(new Date(now.getTime() - REFUSED_DAYS * DAY_MS));
  return {
    held: figures(await countMessages(db, 'held')),
    refused: figures(await countMessages(db, 'refused', since)),
  };
};
