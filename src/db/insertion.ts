// Inserts rows. The text of an INSERT depends on its table, columns and number of rows only, so it is built once for each
// such shape.
import type { CompiledQuery } from 'kysely';
import type { Writer } from './database.ts';
import type { DB } from './schema.ts';

export interface Insertion {
  /** Leaves rows out whose key exists. */
  ignore(): Insertion;
  execute(): Promise<void>;
}

type Row = Readonly<Record<string, unknown>>;

/** Longer statements are rare; building them takes little beside writing their rows. */
const MAX_ROWS = 8;

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
  ignoring = false,
): Insertion => ({
  ignore: () => insertion(db, table, rows, true),
  execute: async () => {
    const build = (): CompiledQuery => {
      // The rows were checked against their table where `scoped` took them.
      const query = db.insertInto(table).values(rows as never);
      return (ignoring ? query.ignore() : query).compile();
    };
    const columns = rows.length <= MAX_ROWS ? sharedColumns(rows) : undefined;
    if (columns === undefined) return void (await db.executeQuery(build()));
    const key = `${table} ${ignoring} ${rows.length} ${columns}`;
    const known = shapes.get(key) ?? build();
    shapes.set(key, known);
    await db.executeQuery({ ...known, parameters: rows.flatMap((row) => Object.values(row)) });
  },
});
