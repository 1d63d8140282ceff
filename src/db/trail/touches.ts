// What a transaction writes to the records of the trail. `inTransaction` adds this plugin to its handle, so that it sees
// every statement, and a handle that is made from that one keeps it. A write that does not say whose rows it changes is
// refused: the trail would not know what it did.
import type { Kysely, KyselyPlugin } from 'kysely';
import type { DB } from '../schema.ts';
import type { WatchedKind } from '../stated.ts';
import type { CoveredKind } from '../stated-trail.ts';
import { coveredRows, keyIn } from './covered.ts';
import { watchedRows } from './kinds.ts';
import { type CoveredWrite, readCoveredWrite, readWrite } from './read-write.ts';

/** What became of a record; one that was made and deleted again leaves nothing. */
export type Touch = 'made' | 'changed' | 'deleted';

export interface Touches {
  /** By entity, kind and id. */
  readonly records: ReadonlyMap<string, ReadonlyMap<WatchedKind, ReadonlyMap<string, Touch>>>;
  /** By owner and kind, the keys of records that the log covers. */
  readonly covered: ReadonlyMap<string, ReadonlyMap<CoveredKind, ReadonlySet<string>>>;
  /** The same, of which the owners are still to be looked up. */
  readonly sought: readonly CoveredWrite[];
  /** Other entries of the trail, by their owner. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
  /** When the transaction says that it happens; undefined while nothing did. */
  readonly instant: () => string | undefined;
  note(entity_id: string, kind: WatchedKind, ids: readonly string[], touch: Touch): void;
  noteCovered(owner: string, kind: CoveredKind, keys: readonly string[]): void;
  noteWrite(write: CoveredWrite): void;
  noteEntries(owner: string, ids: readonly string[], instant: string): void;
}

const known = new WeakMap<KyselyPlugin, Touches>();

/** Of the transaction that this handle writes in. */
export const touchesOf = (db: Pick<Kysely<DB>, 'getExecutor'>): Touches => {
  for (const plugin of db.getExecutor().plugins) {
    const touches = known.get(plugin);
    if (touches !== undefined) return touches;
  }
  throw new Error('records of the trail are written in a transaction of inTransaction() only');
};

const createTouches = (): Touches => {
  const records = new Map<string, Map<WatchedKind, Map<string, Touch>>>();
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
  const touchesOfKind = (entity_id: string, kind: WatchedKind): Map<string, Touch> => {
    const kinds = records.get(entity_id) ?? new Map<WatchedKind, Map<string, Touch>>();
    records.set(entity_id, kinds);
    const touched = kinds.get(kind) ?? new Map<string, Touch>();
    kinds.set(kind, touched);
    return touched;
  };
  return {
    records,
    covered,
    sought,
    entries,
    instant: () => latest,
    noteCovered,
    noteWrite: (write) => {
      if ('where' in write) sought.push(write);
      else noteCovered(write.owner, write.table.kind, write.keys);
    },
    note: (entity_id, kind, ids, touch) => {
      const touched = touchesOfKind(entity_id, kind);
      for (const id of ids) {
        const before = touched.get(id);
        if (touch === 'deleted' && before === 'made') touched.delete(id);
        else if (touch !== 'changed' || before === undefined) touched.set(id, touch);
      }
    },
    noteEntries: (owner, ids, instant) => {
      const noted = entries.get(owner) ?? [];
      noted.push(...ids);
      entries.set(owner, noted);
      latest = instant;
    },
  };
};

/** The touches of a new transaction, and the plugin that notes them. */
export const watchWrites = (): { readonly touches: Touches; readonly plugin: KyselyPlugin } => {
  const touches = createTouches();
  const sent = new WeakMap<object, () => void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const write = readWrite(node);
      const covered = write === undefined ? readCoveredWrite(node) : [];
      if (write !== undefined) {
        const { entity_id, kind, ids, touch } = write;
        sent.set(queryId, () => touches.note(entity_id, kind, ids, touch));
      } else if (covered.length > 0) sent.set(queryId, () => covered.forEach(touches.noteWrite));
      return write?.node ?? node;
    },
    transformResult: ({ result, queryId }) => {
      if (result.numAffectedRows !== 0n) sent.get(queryId)?.();
      return Promise.resolve(result);
    },
  };
  known.set(plugin, touches);
  return { touches, plugin };
};

type AnyRow = Readonly<Record<string, unknown>>;

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
  await insert(rows.some(isCounted) ? rows.map(uncounted) : rows);
  const { kind, owner } = watched;
  for (const row of rows)
    touches.note(String(row['entity_id']), kind, [String(row[owner])], table === kind ? 'made' : 'changed');
};

const isCounted = (row: AnyRow): boolean => 'state_version' in row;

const uncounted = ({ state_version: _counted, ...row }: AnyRow): AnyRow => row;
