// Inserts rows. The text of an INSERT depends on its table, columns and number of rows only, so it is built once for each
// table and columns, and the placeholders of a row are repeated for each further one.
import type { CompiledQuery } from 'kysely';
import type { Writer } from './database.ts';
import { markHeld } from './held.ts';
import type { DB } from './schema.ts';
import { insertNoted } from './trail/touches.ts';

export interface Insertion {
  /** Leaves rows out whose key exists. */
  ignore(): Insertion;
  /**
   * Sends it with the transaction's next statement, and what it fails with is what that one fails with: for rows that
   * nobody waits for, and that no refusal depends on.
   */
  later(): Insertion;
  execute(): Promise<void>;
}

type Row = Readonly<Record<string, unknown>>;

const shapes = new Map<string, CompiledQuery>();

/** What needs no more than a placeholder: no expression, and nothing that the server's default stands for. */
const isPlain = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null || Buffer.isBuffer(value));

/** The columns, if all rows have the same ones in the same order and plain values only. */
const sharedColumns = (rows: readonly Row[]): string | undefined => {
  let shared: string | undefined;
  for (const row of rows) {
    const columns = Object.keys(row).join();
    if ((shared ?? columns) !== columns || !Object.values(row).every(isPlain)) return undefined;
    shared = columns;
  }
  return shared;
};

export const insertion = (
  db: Writer,
  table: keyof DB,
  rows: readonly Row[],
  { ignoring = false, held = false } = {},
): Insertion => ({
  ignore: () => insertion(db, table, rows, { ignoring: true, held }),
  later: () => insertion(db, table, rows, { ignoring, held: true }),
  execute: async () => {
    const build = (some: readonly Row[]): CompiledQuery => {
      // Without the plugin of the trail, which learns of the rows here, since most of these statements are not built.
      const query = db.withoutPlugins().insertInto(table).values(some);
      return (ignoring ? query.ignore() : query).compile();
    };
    await insertNoted(db, table, rows, ignoring, (some) => {
      const query = shaped(`${table} ${ignoring}`, some, build);
      return db.executeQuery(held ? markHeld(query) : query);
    });
  },
});

/** The INSERT of these rows, built anew only where no earlier one had their shape. */
const shaped = (
  kind: string,
  rows: readonly Row[],
  build: (some: readonly Row[]) => CompiledQuery,
): CompiledQuery => {
  const columns = sharedColumns(rows);
  if (columns === undefined) return build(rows);
  const key = `${kind} ${columns}`;
  const one = shapes.get(key) ?? build(rows.slice(0, 1));
  shapes.set(key, one);
  const placeholders = one.sql.slice(one.sql.lastIndexOf('('));
  return {
    ...one,
    sql: `${one.sql}${`, ${placeholders}`.repeat(rows.length - 1)}`,
    parameters: rows.flatMap((row) => Object.values(row)),
  };
};
