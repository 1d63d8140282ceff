// What a transaction writes to the records of the trail. `inTransaction` adds this plugin to its handle, so that it sees
// every statement, and a handle that is made from that one keeps it. A write that does not say whose rows it changes is
// refused: the trail would not know what it did.
import type { Kysely, KyselyPlugin } from 'kysely';
import type { DB } from '../schema.ts';
import type { WatchedKind } from '../stated-trail.ts';
import type { CoveredKind } from '../stated-trail.ts';
import { coveredRows, keyIn } from './covered.ts';
import { watchedRows, type WatchedRows } from './kinds.ts';
import { type CoveredWrite, readCoveredWrite, readWrite } from './read-write.ts';
import type { AnyRow, Written } from './written.ts';

/** What became of a record; one that was made and deleted again leaves nothing. */
export type Touch = 'made' | 'changed' | 'deleted';

export interface Touched {
  readonly touch: Touch;
  /** Its row has its next version already. */
  readonly raised: boolean;
  /** All of it, where nothing but inserts has written it. */
  readonly written: Written | undefined;
}

export interface Touches {
  /** By entity, kind and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<WatchedKind, ReadonlyMap<string, Touched>>>;
  /** By owner and kind, the keys of records that the log covers. */
  readonly covered: ReadonlyMap<string, ReadonlyMap<CoveredKind, ReadonlySet<string>>>;
  /** The same, of which the owners are still to be looked up. */
  readonly sought: readonly CoveredWrite[];
  /** Other entries of the trail, by their owner. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
  /** The ids of all rows that were inserted, where somebody asked for them. */
  made: Set<string> | undefined;
  /** When the transaction says that it happens; undefined while nothing did. */
  readonly instant: () => string | undefined;
  note(entity_id: string, kind: WatchedKind, ids: readonly string[], touch: Touch): void;
  /** A row that was inserted: of the record itself, or one that belongs to it. */
  noteRow(entity_id: string, rows: WatchedRows, row: AnyRow): void;
  /** An update has given the record its next version. */
  noteRaised(entity_id: string, kind: WatchedKind, id: string): void;
  noteCovered(owner: string, kind: CoveredKind, keys: readonly string[]): void;
  noteWrite(write: CoveredWrite): void;
  noteEntries(owner: string, ids: readonly string[], instant: string): void;
  /** Stands for the database, of which a process may have several open. */
  readonly database: object;
  /** What is done when the transaction is over. */
  readonly afterwards: Afterwards[];
}

export type Afterwards = (stored: boolean) => void;

const known = new WeakMap<KyselyPlugin, Touches>();

/** Of the transaction that this handle writes in. */
export const touchesOf = (db: Pick<Kysely<DB>, 'getExecutor'>): Touches => {
  for (const plugin of db.getExecutor().plugins) {
    const touches = known.get(plugin);
    if (touches !== undefined) return touches;
  }
  throw new Error('records of the trail are written in a transaction of inTransaction() only');
};

/** The ids of the rows that are inserted from now on. */
export const watchMade = (db: Pick<Kysely<DB>, 'getExecutor'>): ReadonlySet<string> =>
  (touchesOf(db).made ??= new Set());

const noteMade = (db: Pick<Kysely<DB>, 'getExecutor'>, rows: readonly AnyRow[]): void => {
  for (const plugin of db.getExecutor().plugins) {
    const made = known.get(plugin)?.made;
    if (made !== undefined) for (const { id } of rows) if (typeof id === 'string') made.add(id);
  }
};

/** Calls `work` when the transaction of this handle is over, with whether it was stored for certain. */
export const whenOver = (db: Pick<Kysely<DB>, 'getExecutor'>, work: Afterwards): void =>
  void touchesOf(db).afterwards.push(work);

const createTouches = (database: object): Touches => {
  const records = new Map<string, Map<WatchedKind, Map<string, Touched>>>();
  const entries = new Map<string, string[]>();
  const covered = new Map<string, Map<CoveredKind, Set<string>>>();
  const sought: CoveredWrite[] = [];
  const noteCovered: Touches['noteCovered'] = (owner, kind, keys) => {
    // Rates that every organisation may use are of none.
    if (owner === '') return;
    const kinds = covered.get(owner) ?? new Map<CoveredKind, Set<string>>();
    covered.set(owner, kinds);
    const noted = kinds.get(kind) ?? new Set<string>();
    kinds.set(kind, noted);
    for (const key of keys) noted.add(key);
  };
  let latest: string | undefined;
  const touchesOfKind = (entity_id: string, kind: WatchedKind): Map<string, Touched> => {
    const kinds = records.get(entity_id) ?? new Map<WatchedKind, Map<string, Touched>>();
    records.set(entity_id, kinds);
    const touched = kinds.get(kind) ?? new Map<string, Touched>();
    kinds.set(kind, touched);
    return touched;
  };
  const note: Touches['note'] = (entity_id, kind, ids, touch) => {
    const touched = touchesOfKind(entity_id, kind);
    for (const id of ids) {
      const before = touched.get(id);
      if (touch === 'deleted' && before?.touch === 'made') touched.delete(id);
      else {
        const stays = touch === 'changed' && before !== undefined;
        const raised = before?.raised ?? false;
        touched.set(id, { touch: stays ? before.touch : touch, raised, written: undefined });
      }
    }
  };
  return {
    records,
    covered,
    sought,
    entries,
    database,
    afterwards: [],
    made: undefined,
    instant: () => latest,
    noteCovered,
    noteWrite: (write) => {
      if ('where' in write) sought.push(write);
      else noteCovered(write.owner, write.table.kind, write.keys);
    },
    note,
    noteRow: (entity_id, { table, kind, owner }, row) => {
      const touched = touchesOfKind(entity_id, kind);
      const id = String(row[owner]);
      const before = touched.get(id);
      note(entity_id, kind, [id], table === kind ? 'made' : 'changed');
      const written = writtenWith(before, table === kind, row);
      if (written !== undefined) touched.set(id, { touch: 'made', raised: false, written });
    },
    noteRaised: (entity_id, kind, id) => {
      const touched = touchesOfKind(entity_id, kind);
      touched.set(id, { touch: 'changed', ...touched.get(id), raised: true, written: undefined });
    },
    noteEntries: (owner, ids, instant) => {
      const noted = entries.get(owner) ?? [];
      noted.push(...ids);
      entries.set(owner, noted);
      latest = instant;
    },
  };
};

/** What is known of the record after one more row of it was inserted. */
const writtenWith = (before: Touched | undefined, isRecord: boolean, row: AnyRow): Written | undefined => {
  if (isRecord) return before === undefined ? { row, parts: [] } : undefined;
  before?.written?.parts.push(row);
  return before?.written;
};

/** The touches of a new transaction, and the plugin that notes them. */
export const watchWrites = (
  database: object,
): { readonly touches: Touches; readonly plugin: KyselyPlugin } => {
  const touches = createTouches(database);
  const sent = new WeakMap<object, () => void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const write = readWrite(node);
      const covered = write === undefined ? readCoveredWrite(node) : [];
      if (write === undefined) {
        if (covered.length > 0) sent.set(queryId, () => covered.forEach(touches.noteWrite));
        return node;
      }
      const { entity_id, kind, ids, touch } = write;
      const [id = ''] = ids;
      // The first update of a record gives it its next version, where it is of this one alone: of several, some may not match.
      const raises =
        write.raising !== undefined &&
        ids.length === 1 &&
        touches.records.get(entity_id)?.get(kind)?.has(id) !== true;
      sent.set(queryId, () => {
        touches.note(entity_id, kind, ids, touch);
        if (raises) touches.noteRaised(entity_id, kind, id);
      });
      return raises ? write.raising : write.node;
    },
    transformResult: ({ result, queryId }) => {
      if (result.numAffectedRows !== 0n) sent.get(queryId)?.();
      return Promise.resolve(result);
    },
  };
  known.set(plugin, touches);
  return { touches, plugin };
};

/**
 * Inserts rows, and notes whose they are where the trail watches their table. A row that is a copy of another one begins
 * with its own first state.
 */
export const insertNoted = async (
  db: Pick<Kysely<DB>, 'getExecutor'>,
  table: string,
  rows: readonly AnyRow[],
  ignoring: boolean,
  insert: (rows: readonly AnyRow[]) => Promise<unknown>,
): Promise<void> => {
  noteMade(db, rows);
  const watched = watchedRows(table);
  if (watched === undefined) {
    const covered = coveredRows(table);
    const touches = covered && touchesOf(db);
    await insert(rows);
    if (covered !== undefined)
      for (const row of rows)
        touches?.noteCovered(String(row[covered.owner]), covered.kind, [keyIn(covered.key, row)]);
    return;
  }
  if (ignoring)
    throw new Error(
      `rows of ${table} may not be inserted with ignore(): the trail would not know which were`,
    );
  const touches = touchesOf(db);
  const own = rows.some(isCounted) ? rows.map(uncounted) : rows;
  await insert(own);
  for (const row of own) touches.noteRow(String(row['entity_id']), watched, row);
};

const isCounted = (row: AnyRow): boolean => 'state_version' in row;

const uncounted = ({ state_version: _counted, ...row }: AnyRow): AnyRow => row;
