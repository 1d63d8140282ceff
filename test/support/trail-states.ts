// What every test of writes may ask at its end: does each record of the trail follow from the states it left there?
import assert from 'node:assert/strict';
import type { Database } from '../../src/db/database.ts';
import { scoped } from '../../src/db/scoped.ts';
import { WATCHED } from '../../src/db/trail/kinds.ts';
import { readUnits } from '../../src/db/trail/units.ts';
import type { WatchedKind } from '../../src/db/stated-trail.ts';

export interface StateRow {
  readonly id: string;
  readonly kind: WatchedKind;
  readonly record_id: string;
  readonly version: number;
  readonly digest: string | null;
}

/** The states of a company's records, in the order of their versions. */
export const statesOf = async (
  { reader: db }: Database,
  entity_id: string,
): Promise<ReadonlyMap<string, readonly StateRow[]>> => {
  const rows = await scoped({ db, entity: { id: entity_id } }, 'trail_state')
    .select()
    .select(['id', 'kind', 'record_id', 'version', 'digest'])
    .where('kind', 'not in', ['touched', 'covered'])
    .orderBy('record_id')
    .orderBy('version')
    .execute();
  const states = new Map<string, StateRow[]>();
  for (const row of rows as readonly StateRow[])
    states.set(row.record_id, [...(states.get(row.record_id) ?? []), row]);
  return states;
};

/**
 * Each record has the versions from 1 to its own without a gap, and the last one has the digest of what it is; one that is
 * gone ends with a state without a digest. All entries wait for the log or are in it. Says how many records there are.
 */
export const checkStates = async (database: Database, entity_id: string): Promise<number> => {
  const { reader: db } = database;
  const ctx = { db, entity: { id: entity_id } };
  const states = await statesOf(database, entity_id);
  const present = new Map<string, { readonly version: number; readonly digest: string }>();
  for (const { kind } of WATCHED) {
    const rows = await scoped(ctx, kind as 'invoice')
      .select()
      .select('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    for (const [id, unit] of await readUnits(db, entity_id, kind, ids)) {
      present.set(id, unit);
      const ofRecord = states.get(id) ?? [];
      const versions = Array.from({ length: unit.version }, (_, index) => index + 1);
      assert.deepEqual(
        ofRecord.map(({ version }) => version),
        versions,
        `${id}: versions`,
      );
      assert.equal(ofRecord.at(-1)?.digest, unit.digest, `${id} is not what its last state says`);
      assert.ok(
        ofRecord.every((state) => state.kind === kind && state.digest !== null),
        `${id}: a ${kind} that was deleted is there again`,
      );
    }
  }
  for (const [id, ofRecord] of states) {
    if (present.has(id)) continue;
    assert.equal(ofRecord.at(-1)?.digest, null, `${id} is gone, and its last state does not say so`);
    assert.deepEqual(
      ofRecord.map(({ version, digest }, index) => [version, digest === null ? index : null]),
      ofRecord.map((_, index) => [index + 1, index === ofRecord.length - 1 ? index : null]),
      `${id}: versions`,
    );
  }
  await checkPending(database, entity_id, [...states.values()].flat());
  return present.size;
};

/** The same for every company. */
export const checkAllStates = async (database: Database): Promise<void> => {
  const entities = await database.reader.selectFrom('entity').select('id').execute();
  for (const { id } of entities) await checkStates(database, id);
};

const checkPending = async (
  { reader: db }: Database,
  entity_id: string,
  states: readonly StateRow[],
): Promise<void> => {
  const ctx = { db, entity: { id: entity_id } };
  const audits = await scoped(ctx, 'audit').select().select('id').execute();
  const several = await scoped(ctx, 'trail_state')
    .select()
    .select('id')
    .where('kind', 'in', ['touched', 'covered'])
    .execute();
  const pending = await scoped(ctx, 'trail_pending').select().select('id').execute();
  const taken = await db.selectFrom('trail_leaf').select('id').where('entity_id', '=', entity_id).execute();
  assert.deepEqual(
    [...pending, ...taken].map(({ id }) => id).toSorted(),
    [...states, ...several, ...audits].map(({ id }): string => id).toSorted(),
    'every entry waits for the log, or is in it',
  );
};
