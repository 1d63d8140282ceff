// Reads received documents that were kept and not read: their process was killed, or had no time. What broke off while it was
// being sent is taken away.
import type { Logger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import type { Inbox } from '../domain/across/inbox/inbox.ts';
import { unreadDocuments } from '../domain/documents/received/store/documents.ts';
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
  return startLoop<string>({ pollMs, graceMs: 5_000 }, async ({ running, stopped, begin }) => {
    try {
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await sweepBroken(database, new Date(now().getTime() - BROKEN_MS));
      }
      const free = PLACES - running.size;
      if (free <= 0) return false;
      const atWork = new Set(running.values());
      const unread = await unreadDocuments(database, now(), PLACES);
      for (const each of unread.filter(({ id }) => !atWork.has(id)).slice(0, free))
        begin(each.id, async () => {
          try {
            return await inbox.read(each, stopped);
          } catch (error) {
            log.error({ err: error, received_document_id: each.id }, 'a received document was not read');
            return false;
          }
        });
    } catch (error) {
      log.error({ err: error }, 'what waits in the inbox could not be looked up');
    }
    return false;
  });
};
