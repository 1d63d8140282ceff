// Books that come from a backup know nothing of what happened after it: what waited to be filed then may have been filed
// since. So nothing of it is built and sent by itself again.
import { getEntity } from '../ground/entities/store.ts';
import { newAct, SYSTEM, type Books } from '../ground/change/change.ts';
import type { FilingFault } from '../../einvoicing/filing.ts';
import { toDo } from '../../base/text/to-do.ts';
import { type FilableKind } from '../documents/shared/filable.ts';
import { kindOf } from './filable.ts';
import { recordRejected } from './steps/settle.ts';
import { giveBackAll, listOpenFilings, markSent, takeFiling } from './store/outbox.ts';

export interface SettledFilings {
  /** Drafts again: nothing says whether they were built and filed after the backup. */
  readonly returned: number;
  /** The provider is asked for the bytes that were built before the backup. */
  readonly asked: number;
}

const restored = (kind: FilableKind | undefined, takenAt: string): FilingFault => {
  const noun = kind?.noun ?? 'document';
  return {
    code: 'restored_from_backup',
    message: `The books were restored from a backup of ${takenAt}, when the ${noun} waited to be filed; whether it was filed after that is not known.`,
    path: null,
    fix: toDo('look_up_first', { noun }),
    source: 'service',
  };
};

const LEASE_MS = 20_000;

export const settleRestored = async (books: Books, takenAt: string, now: Date): Promise<SettledFilings> => {
  const { database } = books;
  await giveBackAll(database);
  const open = await listOpenFilings(database.reader);
  let returned = 0;
  for (const { entity_id, document_id } of open) {
    const entity = await getEntity(database.reader, entity_id);
    await books.change(entity, newAct(SYSTEM, 'restore', { document_id }, now), async (ctx) => {
      const job = await takeFiling(ctx, document_id, LEASE_MS);
      if (job === undefined) throw new Error(`${document_id} is being filed during its restore`);
      if (job.built === null) {
        await recordRejected(ctx, job, [restored(kindOf(document_id), takenAt)]);
        returned += 1;
      } else await markSent(ctx.db, job, now);
    });
  }
  await giveBackAll(database);
  return { returned, asked: open.length - returned };
};
