// Books that are older than their log: their audit rows and a first state of each record are marked for it, a page at a time
// and in the order of their time. Interrupted, it begins again and leaves out what is there.
import type { Database } from '../../../../db/database.ts';
import { type HeldLog, requireLog, setAdopted } from '../store/log.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { WATCHED } from '../../../../db/trail/kinds.ts';
import { noteEntries, stateEntries } from '../../../../db/trail/entries.ts';
import { toInstant } from '../../../../db/instant.ts';
import { listOwners, readEarlier, readUnstated } from '../store/earlier.ts';

export interface Adopting {
  readonly database: Database;
  readonly now: () => Date;
  /** Takes what was marked into the log; throws when the work is to stop. */
  drain(): Promise<void>;
}

export const adopt = async ({ database, now, drain }: Adopting, log: HeldLog): Promise<void> => {
  const { reader } = database;
  for (const owner of await listOwners(reader, log.organisation_id)) {
    for await (const ids of readEarlier(reader, log.organisation_id, owner)) {
      await inTransaction(database, async (db) => {
        await requireLog(db, log);
        noteEntries(db, owner, ids, toInstant(now()));
      });
      await drain();
    }
    for (const { kind } of owner === log.organisation_id ? [] : WATCHED)
      for await (const ids of readUnstated(reader, owner, kind)) {
        await inTransaction(database, async (db) => {
          await requireLog(db, log);
          await stateEntries(db, owner, kind, ids);
        });
        await drain();
      }
  }
  await setAdopted(database, log);
};
