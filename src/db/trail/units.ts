// A record as the trail sees it: its row and the rows that belong to it, in one digest that is the same on every server.
import { sql } from 'kysely';
import { canonicalHash } from '../../base/key-order.ts';
import { compiled } from '../compiled.ts';
import type { Reader } from '../database.ts';
import { scoped } from '../scoped.ts';
import type { WatchedKind } from '../stated.ts';
import { ADDED, LEFT_OUT, WATCHED, type Watched, type WatchedRows } from './kinds.ts';

type Image = Readonly<Record<string, unknown>>;

export interface Unit {
  readonly version: number;
  /** Hex SHA-256 of the canonical JSON of its content. */
  readonly digest: string;
  /** Every column that is not left out and not null, and under the name of their table the rows that belong to it. */
  readonly content: Image;
}

/** The tables have the columns named here in common, so the builders are typed with one of them. */
const readers = ({ kind, part }: Watched) => ({
  kind,
  part,
  readRows: compiled((ctx, ids: readonly string[]) =>
    scoped(ctx, kind as 'invoice')
      .select()
      .selectAll(kind as 'invoice')
      .where('id', 'in', ids),
  ),
  readParts:
    part &&
    compiled((ctx, ids: readonly string[]) =>
      scoped(ctx, part.table as 'invoice_line')
        .select()
        .selectAll(part.table as 'invoice_line')
        .where(sql.ref(part.owner), 'in', ids)
        .orderBy(sql.ref(part.owner))
        .orderBy(sql.ref(part.order)),
    ),
});

const READERS = new Map(WATCHED.map((watched) => [watched.kind, readers(watched)]));

/**
 * Those of the records that are there, in two statements: for as many ids as one statement may name. The rows must not
 * change in between: hold their locks, or read in a snapshot.
 */
export const readUnits = async (
  db: Reader,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Unit>> => {
  const units = new Map<string, Unit>();
  const reader = READERS.get(kind);
  if (reader === undefined || ids.length === 0) return units;
  const ctx = { db, entity: { id: entity_id } };
  const { part, readRows, readParts } = reader;
  const { rows } = await readRows(ctx, ids);
  const parts = new Map<string, Image[]>(rows.map(({ id }) => [id, []]));
  if (part !== undefined && readParts !== undefined)
    for (const row of (await readParts(ctx, ids)).rows as readonly Image[])
      parts.get(String(row[part.owner]))?.push(imageOf(row, part.table));
  for (const row of rows) {
    const image = imageOf(row, kind);
    const content = part === undefined ? image : { ...image, [part.table]: parts.get(row.id) };
    units.set(row.id, { version: row.state_version, digest: canonicalHash(content), content });
  }
  return units;
};

const imageOf = (row: Image, table: WatchedRows['table']): Image => {
  const added: Image = ADDED[table] ?? {};
  const image: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value === null || name in LEFT_OUT || (name in added && added[name] === value)) continue;
    image[name] = value;
  }
  return image;
};
