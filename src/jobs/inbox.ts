// Reads received documents that were kept and not read: their process was killed, or had no time. What broke off while it was
// being sent is taken away.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import { type Unread, unreadDocuments } from '../domain/documents/received/store/reading.ts';
import { sweepBroken } from '../domain/ground/files/keep.ts';
import { type Loop, startLoop } from './loop.ts';

export interface InboxWorker {
  readonly database: Database;
  readonly inbox: Pick<Inbox, 'read'>;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
  readonly pollMs?: number;
}

const POLL_MS = 2_000;
/** Documents that are read at a time: each has a process of its own. */
const PLACES = 2;
const SWEEP_MS = 600_000;
/** Longer than any upload may take. */
const BROKEN_MS = 3_600_000;

export const startInboxWorker = ({ database, inbox, log, now, pollMs = POLL_MS }: InboxWorker): Loop => {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const read = async (unread: Unread, signal: AbortSignal): Promise<boolean> => {
    try {
      return await inbox.read(unread, signal);
    } catch (error) {
      log.error({ err: error, received_document_id: unread.id }, 'a received document was not read');
      return false;
    }
  };
  return startLoop<string>({ pollMs, graceMs: 5_000 }, async ({ running, halted, stopped, begin }) => {
    try {
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await sweepBroken(database, new Date(now().getTime() - BROKEN_MS));
      }
      for (let free = PLACES - running.size; free > 0; free -= 1) {
        // The reader reads one of an organisation at a time: a second one would only hold the place of another's.
        const [next] = await unreadDocuments(database, now(), 1, [...running.values()]);
        if (next === undefined || halted.aborted) break;
        begin(next.organisation_id, () => read(next, stopped));
      }
    } catch (error) {
      log.error({ err: error }, 'what waits in the inbox could not be looked up');
    }
    return false;
  });
};
