// Takes records as they are, though what stands there is not what their last change made of them.
import { CompiledQuery, sql } from 'kysely';
import type { Writer } from '../database.ts';
import { scoped } from '../scoped.ts';
import type { WatchedKind } from '../stated-trail.ts';
import { restate } from './entries.ts';

export interface AcceptedState {
  readonly record_id: string;
  /** Of the state that the transaction writes at its end. */
  readonly version: number;
}

/** Gives each a state above all that the trail has of it; those of which it has nothing and that are gone are left out. */
export const acceptStates = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
): Promise<readonly AcceptedState[]> => {
  const ctx = { db, entity: { id: entity_id } };
  // The tables have these columns in common.
  const rows = await scoped(ctx, kind as 'invoice')
    .select()
    .select(['id', 'state_version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const present = new Map<string, number>(rows.map((row) => [row.id, row.state_version]));
  const stated = await scoped(ctx, 'trail_state')
    .select()
    .select(['record_id', sql<number>`max(version)`.as('version')])
    .where('record_id', 'in', ids)
    .groupBy('record_id')
    .execute();
  const highest = new Map(stated.map(({ record_id, version }) => [record_id, version]));
  const accepted: AcceptedState[] = [];
  for (const record_id of ids) {
    const top = highest.get(record_id) ?? 0;
    const version = present.get(record_id);
    if (version === undefined && top === 0) continue;
    if (version !== undefined && version < top) await setVersion(db, entity_id, kind, record_id, top);
    restate(db, entity_id, kind, [record_id], version === undefined ? 'deleted' : 'changed');
    accepted.push({ record_id, version: Math.max(version ?? 0, top) + 1 });
  }
  return accepted;
};

const setVersion = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  id: string,
  version: number,
): Promise<void> => {
  const text = `update \`${kind}\` set \`state_version\` = ? where \`entity_id\` = ? and \`id\` = ?`;
  await db.executeQuery(CompiledQuery.raw(text, [version, entity_id, id]));
};
