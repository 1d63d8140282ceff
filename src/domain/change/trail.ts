// The trail of a write: one audit row and one event for each change, in the transaction that makes the change.
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { Writer } from '../../db/database.ts';
import type { Actor, Change } from './scope.ts';

export interface TrailEntry {
  /** The entity; for changes to an organisation itself, the organisation. */
  readonly entity_id: string;
  readonly organisation_id: string;
  readonly actor: Actor;
  /** The tool or the admin command. */
  readonly action: string;
  readonly arguments_hash: string;
  readonly request_id: string;
  readonly now: Date;
}

export const writeTrail = async (
  db: Writer,
  entry: TrailEntry,
  changes: readonly Change[],
): Promise<void> => {
  const occurred_at = toInstant(entry.now);
  const { organisation_id } = entry;
  const tenant = { db, entity: { id: entry.entity_id } };
  await scoped(tenant, 'audit')
    .insert(
      changes.map((change) => ({
        id: newId('AuditId'),
        occurred_at,
        actor_type: entry.actor.type,
        actor_id: entry.actor.id,
        action: entry.action,
        arguments_hash: entry.arguments_hash,
        record_type: change.record_type,
        record_id: change.record_id,
        before: JSON.stringify(change.before ?? null),
        after: JSON.stringify(change.after ?? null),
        request_id: entry.request_id,
      })),
    )
    .execute();
  await scoped(tenant, 'event')
    .insert(
      changes.map((change) => ({
        id: newId('EventId'),
        organisation_id,
        type: change.event,
        record_type: change.record_type,
        record_id: change.record_id,
        data: JSON.stringify(change.after ?? null),
        occurred_at,
      })),
    )
    .execute();
};
