// How much each connected app calls: counted in memory and stored every few seconds, so that a call waits for nothing.
import type { ApiKeyId } from '../../../../../generated/ids.ts';
import { dayIn, type IsoDay } from '../../../../base/time/day.ts';
import type { Database } from '../../../../db/database.ts';
import { addCalls } from '../store/calls.ts';

const STORED_EVERY_MS = 5_000;

export interface CallTally {
  note(app: ApiKeyId, now: Date): void;
  /** Stores what was counted; at the end, too. */
  flush(): Promise<void>;
}

/** What cannot be stored is lost: it is shown to people and decides nothing. */
export const createCallTally = (database: Database, onError: (error: unknown) => void): CallTally => {
  let counted = new Map<string, { api_key_id: ApiKeyId; day: IsoDay; calls: number }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // In one order, so that two instances do not wait for each other.
    const rows = [...counted.values()].toSorted((a, b) => (a.api_key_id < b.api_key_id ? -1 : 1));
    counted = new Map();
    if (rows.length > 0) await addCalls(database, rows).catch(onError);
  };

  return {
    note: (api_key_id, now) => {
      const day = dayIn('UTC', now);
      const key = `${api_key_id} ${day}`;
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { api_key_id, day, calls: 1 });
      else known.calls += 1;
      timer ??= setTimeout(() => void flush(), STORED_EVERY_MS).unref();
    },
    flush,
  };
};
