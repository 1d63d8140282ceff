// One entry of the trail with all that it says, and its place in the log.
import type { AuditId } from '../../../../generated/ids.ts';
import { inOrderThroughout } from '../../../base/key-order.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Reader } from '../../../db/database.ts';
import { instantToIso } from '../../../db/instant.ts';
import { ownerOfEntry, placeOf } from './store/places.ts';
import { describeEntry, type TrailEntry } from './trail.ts';
import { namesOf, selectEntry } from './store/rows.ts';

export interface ShownEntry extends TrailEntry {
  readonly organisation_id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly arguments_hash: string;
  readonly request_id: string;
  /** Null: the log has not taken it yet. */
  readonly position: number | null;
  /** The first signed checkpoint that includes it. */
  readonly checkpoint: { readonly size: number; readonly at: string } | null;
}

export const showEntry = async (db: Reader, id: AuditId, now: Date): Promise<ShownEntry> => {
  const owner = await ownerOfEntry(db, id);
  const row = owner && (await selectEntry(db, owner.entity_id, id));
  if (owner === undefined || row === undefined)
    throw new Refusal('not_found', `There is no entry ${id} in the trail; "audit list" shows them.`);
  const { organisation_id } = owner;
  const names = await namesOf({ db, organisation_id, now }, [row.actor_id]);
  const place = await placeOf(db, organisation_id, row);
  const checkpoint = place?.checkpoint ?? null;
  const { changes, ...entry } = describeEntry(row, names);
  return {
    ...entry,
    organisation_id,
    arguments_hash: row.arguments_hash,
    request_id: row.request_id,
    position: place?.position ?? null,
    checkpoint: checkpoint && { size: checkpoint.size, at: instantToIso(checkpoint.created_at) },
    changes,
    before: inOrderThroughout(row.before),
    after: inOrderThroughout(row.after),
  };
};
