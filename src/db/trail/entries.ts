// What a transaction leaves to the trail, in the same transaction: for each record that it made, changed or deleted a state
// with the next version, and for each entry the mark that the log has not taken it yet.
import { CompiledQuery, sql } from 'kysely';
import { chunks } from '../../base/chunks.ts';
import type { Reader, Writer } from '../database.ts';
import { newId } from '../ids.ts';
import { toInstant } from '../instant.ts';
import type { Row } from '../schema.ts';
import { scoped } from '../scoped.ts';
import type { WatchedKind } from '../stated-trail.ts';
import type { CoveredKind, StateRecords } from '../stated-trail.ts';
import { findOwners } from './covered-units.ts';
import { WATCHED } from './kinds.ts';
import { type Touched, type Touches, touchesOf } from './touches.ts';
import { readUnits, type Unit, unitOfWritten } from './units.ts';

type StateRow = Omit<Row<'trail_state'>, 'entity_id' | 'records'> & { readonly records: string | null };

const newState = (state: Omit<StateRow, 'id' | 'records'>): StateRow => ({
  id: newId('TrailStateId'),
  ...state,
  records: null,
});

/** An entry that names several records. */
const namingState = (kind: 'touched' | 'covered', records: StateRecords, occurred_at: string): StateRow => ({
  ...newState({ kind, record_id: '', version: 0, digest: null, occurred_at }),
  records: JSON.stringify(records),
});

/** Keys that one entry names. */
const NAMED = 500;

const touchedStates = (
  kinds: ReadonlyMap<CoveredKind, ReadonlySet<string>>,
  occurred_at: string,
): readonly StateRow[] => {
  const rows: StateRow[] = [];
  let records: [CoveredKind, ...string[]][] = [];
  let named = 0;
  const put = (): void => {
    if (records.length > 0) rows.push(namingState('touched', records, occurred_at));
    [records, named] = [[], 0];
  };
  for (const [kind, keys] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const some of chunks([...keys].toSorted(), NAMED)) {
      if (named + some.length > NAMED) put();
      records.push([kind, ...some]);
      named += some.length;
    }
  put();
  return rows;
};

/** Entries of one statement. */
const STATES = 200;

/** Records of one statement; of some, each has many rows that belong to it. */
const RECORDS = 200;

/** Writes the states of all touched records and marks all entries as pending: the last of what a transaction does. */
export const writeEntries = async (db: Writer, touches: Touches): Promise<void> => {
  const { records, covered, sought, entries } = touches;
  for (const write of sought)
    for (const { owner, key } of await findOwners(db, write))
      touches.noteCovered(owner, write.table.kind, [key]);
  if (records.size === 0 && entries.size === 0 && covered.size === 0) return;
  const pending = new Map(entries);
  const occurred_at = touches.instant() ?? toInstant(new Date());
  for (const entity_id of new Set([...records.keys(), ...covered.keys()])) {
    const states = [...touchedStates(covered.get(entity_id) ?? new Map(), occurred_at)];
    const kinds = records.get(entity_id) ?? new Map<WatchedKind, ReadonlyMap<string, Touched>>();
    for (const { kind } of WATCHED) {
      // In the order of their ids, as every transaction takes their locks.
      const touched = [...(kinds.get(kind) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const some of chunks(touched, RECORDS))
        states.push(...(await nextStates(db, entity_id, kind, some, occurred_at)));
    }
    const ids = await insertStates(db, entity_id, states);
    pending.set(entity_id, [...(pending.get(entity_id) ?? []), ...ids]);
  }
  for (const [owner, ids] of pending) await insertPending(db, owner, ids);
};

/** Gives the records that were there before their next version, and says what all of them are now. */
const nextStates = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  touched: readonly (readonly [string, Touched])[],
  occurred_at: string,
): Promise<readonly StateRow[]> => {
  const ids = touched.map(([id]) => id);
  await raiseVersions(
    db,
    entity_id,
    kind,
    touched.flatMap(([id, { touch, raised }]) => (touch === 'made' || raised ? [] : [id])),
  );
  const units = await unitsOf(db, entity_id, kind, touched);
  const gone = touched.flatMap(([id, { touch }]) => (touch === 'deleted' && !units.has(id) ? [id] : []));
  const last = await lastVersions(db, entity_id, gone);
  return [
    ...ids.flatMap((id) => {
      const unit = units.get(id);
      return unit === undefined
        ? []
        : [newState({ kind, record_id: id, version: unit.version, digest: unit.digest, occurred_at })];
    }),
    // A record from before the trail had the version that the column began with.
    ...gone.map((id) =>
      newState({ kind, record_id: id, version: (last.get(id) ?? 1) + 1, digest: null, occurred_at }),
    ),
  ];
};

/** Records that were only inserted are known; the others are read. */
const unitsOf = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  touched: readonly (readonly [string, Touched])[],
): Promise<ReadonlyMap<string, Unit>> => {
  const known = new Map<string, Unit>();
  for (const [id, { written }] of touched) {
    const unit = written && unitOfWritten(kind, written);
    if (unit !== undefined) known.set(id, unit);
  }
  const read = (ids: readonly string[]) => readUnits(db, entity_id, kind, ids);
  await check?.(known, read);
  const others = touched.flatMap(([id]) => (known.has(id) ? [] : [id]));
  return others.length === 0 ? known : new Map([...known, ...(await read(others))]);
};

/** Compares what is known of records with what is read of them. */
type Check = (
  known: ReadonlyMap<string, Unit>,
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Unit>>,
) => Promise<void>;

let check: Check | undefined;

/** For tests, in which no record may be other than what was written says. */
export const checkWritten = (by: Check | undefined): void => {
  check = by;
};

/** Also locks the rows, so that what is read of them afterwards stays true until the transaction ends. */
const raiseVersions = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const marks = ids.map(() => '?').join(', ');
  const text =
    `update \`${kind}\` set \`state_version\` = \`state_version\` + 1 ` +
    `where \`entity_id\` = ? and \`id\` in (${marks})`;
  await db.executeQuery(CompiledQuery.raw(text, [entity_id, ...ids]));
};

const lastVersions = async (
  db: Reader,
  entity_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await scoped({ db, entity: { id: entity_id } }, 'trail_state')
    .select()
    .select(['record_id', sql<number>`max(version)`.as('version')])
    .where('record_id', 'in', ids)
    .groupBy('record_id')
    .execute();
  return new Map(rows.map(({ record_id, version }) => [record_id, version]));
};

const insertStates = async (
  db: Writer,
  entity_id: string,
  states: readonly StateRow[],
): Promise<readonly string[]> => {
  for (const some of chunks(states, STATES))
    await scoped({ db, entity: { id: entity_id } }, 'trail_state')
      .insert(some)
      .later()
      .execute();
  return states.map(({ id }) => id);
};

const insertPending = async (db: Writer, owner: string, ids: readonly string[]): Promise<void> => {
  for (const some of chunks(ids))
    await scoped({ db, entity: { id: owner } }, 'trail_pending')
      .insert(some.map((id) => ({ id })))
      .later()
      .execute();
};

/** Notes other entries of the trail, such as audit rows, which the log is to take. */
export const noteEntries = (db: Writer, owner: string, ids: readonly string[], instant: string): void =>
  touchesOf(db).noteEntries(owner, ids, instant);

/**
 * States of records that have none at their present version, such as those from before the trail. At most as many ids
 * as one statement may name. Says how many it wrote.
 */
export const stateEntries = async (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0;
  const ctx = { db, entity: { id: entity_id } };
  // Who writes one of them at this moment writes its state too.
  await scoped(ctx, kind as 'invoice')
    .select()
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const last = await lastVersions(db, entity_id, ids);
  const units = await readUnits(db, entity_id, kind, ids);
  const occurred_at = toInstant(new Date());
  const states = [...units].flatMap(([record_id, { version, digest }]) =>
    (last.get(record_id) ?? 0) < version ? [newState({ kind, record_id, version, digest, occurred_at })] : [],
  );
  noteEntries(db, entity_id, await insertStates(db, entity_id, states), occurred_at);
  return states.length;
};

/** What these records are now; `null`: it is gone. Says the ids of the entries, which the log takes with those before. */
export const stateCovered = (
  db: Writer,
  owner: string,
  records: StateRecords,
  occurred_at: string,
): Promise<readonly string[]> =>
  insertStates(
    db,
    owner,
    chunks(records, NAMED).map((some) => namingState('covered', some, occurred_at)),
  );

/** States that these records once more, as they are now, though nothing here wrote them. */
export const restate = (
  db: Writer,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
  touch: 'changed' | 'deleted',
): void => touchesOf(db).note(entity_id, kind, ids, touch);

/** The log has taken these entries. */
export const deletePending = async (db: Writer, owner: string, ids: readonly string[]): Promise<void> => {
  for (const some of chunks(ids))
    await scoped({ db, entity: { id: owner } }, 'trail_pending')
      .delete()
      .where('id', 'in', some)
      .execute();
};
