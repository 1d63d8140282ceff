// Rows of sums that are there, since a stored transaction of this process has written them. To add to one of them need not be
// waited for. Another process may take one away, as a recount does: the transaction that meets it stores nothing, and runs
// again with nothing taken for known.
import type { QueryResult } from 'kysely';
import type { Writer } from './database.ts';
import { touchesOf, whenOver } from './trail/touches.ts';

/** More are forgotten together; each is looked for once more then. */
const MOST = 20_000;

const databases = new WeakMap<object, Set<string>>();

export interface Addition {
  /** The key of the row, with its table and its company. */
  readonly row: string;
  readonly update: () => Promise<QueryResult<unknown>>;
  /** The same for a row that is there; see `shapedSure`. */
  readonly sure: () => Promise<unknown>;
  readonly insert: () => Promise<void>;
}

/** Only for a row that nobody else writes until this transaction ends: an insert after a vain update meets no other one. */
export const addToRow = async (db: Writer, { row, update, sure, insert }: Addition): Promise<void> => {
  const { database } = touchesOf(db);
  const rows = databases.get(database) ?? new Set<string>();
  databases.set(database, rows);
  if (rows.has(row)) {
    whenOver(db, (stored) => {
      if (!stored) rows.delete(row);
    });
    await sure();
    return;
  }
  const { numAffectedRows } = await update();
  if (numAffectedRows === 0n) await insert();
  whenOver(db, (stored) => {
    if (!stored) return;
    if (rows.size >= MOST) rows.clear();
    rows.add(row);
  });
};
