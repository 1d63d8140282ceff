// Where single entries stand in the log, and which checkpoints prove them.
import type { AuditId, OrganisationId } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import { acrossTenants } from '../../../../db/scoped.ts';
import type { EntryKey } from './log.ts';
import type { CheckpointRow } from './whole.ts';

export const newestCheckpoint = (
  db: Reader,
  organisation_id: string,
): Promise<(CheckpointRow & { created_at: string }) | undefined> =>
  db
    .selectFrom('trail_checkpoint')
    .select(['size', 'note', 'created_at'])
    .where('organisation_id', '=', organisation_id as never)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface Place {
  readonly position: number;
  /** The first checkpoint that includes it; null while there is none. */
  readonly checkpoint: { readonly size: number; readonly created_at: string } | null;
}

/** Null: the log has not taken it yet. */
export const placeOf = async (
  db: Reader,
  organisation_id: string,
  { entity_id, id }: EntryKey,
): Promise<Place | null> => {
  const leaf = await db
    .selectFrom('trail_leaf')
    .select('position')
    .where('organisation_id', '=', organisation_id as never)
    .where('entity_id', '=', entity_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (leaf === undefined) return null;
  const checkpoint = await db
    .selectFrom('trail_checkpoint')
    .select(['size', 'created_at'])
    .where('organisation_id', '=', organisation_id as never)
    .where('size', '>', leaf.position)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return { position: leaf.position, checkpoint: checkpoint ?? null };
};

/** Whose entry it is: of an organisation itself, or of one of its companies. */
export const ownerOfEntry = async (
  db: Reader,
  id: AuditId,
): Promise<{ entity_id: string; organisation_id: OrganisationId } | undefined> => {
  const entities = await db.selectFrom('entity').select(['id', 'organisation_id']).execute();
  const organisations = await db.selectFrom('organisation').select('id').execute();
  const owners = new Map<string, string>([
    ...entities.map((each) => [each.id, each.organisation_id] as const),
    ...organisations.map((each) => [each.id, each.id] as const),
  ]);
  const row = await acrossTenants(db, [...owners.keys()], 'audit')
    .select('audit.entity_id')
    .where('audit.id', '=', id)
    .executeTakeFirst();
  const organisation_id = row && owners.get(row.entity_id);
  return row === undefined || organisation_id === undefined
    ? undefined
    : { entity_id: row.entity_id, organisation_id: organisation_id as OrganisationId };
};
