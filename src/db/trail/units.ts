// A record as the trail sees it: its row and the rows that belong to it, in one digest that is the same on every server.
import { sql } from 'kysely';
import { canonicalHash } from '../../base/key-order.ts';
import { compiled } from '../compiled.ts';
import { BY_TABLE } from '../by-table.ts';
import type { Reader } from '../database.ts';
import { scoped } from '../scoped.ts';
import type { WatchedKind } from '../stated-trail.ts';
import { ADDED, LEFT_OUT, type Part, WATCHED, type Watched, type WatchedRows } from './kinds.ts';
import { rowAsRead, type Written } from './written.ts';

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
  part,
  readRows: compiled((ctx, ids: readonly string[]) =>
    scoped(ctx, kind as 'invoice')
      .select()
      .selectAll(kind as 'invoice')
      .where('id', 'in', ids),
  ),
  readParts: part && partsReader(kind, part),
});

/** The parts, the first of each record with the row of the record itself: in one statement, and that row but once. */
const partsReader = (kind: WatchedKind, { table, owner, order }: Part) =>
  compiled((ctx, ids: readonly string[]) => {
    const parts = table as 'invoice_line';
    const records = kind as 'invoice';
    const of = (column: string) => sql.ref(`${parts}.${column}`);
    return scoped(ctx, parts)
      .select()
      .leftJoin(records, (join) =>
        join
          .onRef(`${records}.entity_id`, '=', `${parts}.entity_id`)
          .on(sql<boolean>`${sql.ref(`${records}.id`)} = ${of(owner)}`)
          .on(sql<boolean>`${of(order)} = ${FIRST}`),
      )
      .selectAll(parts)
      .selectAll(records)
      .where(of(owner), 'in', ids)
      .orderBy(of(owner))
      .orderBy(of(order))
      .modifyEnd(BY_TABLE);
  });

/** Mostly. Of what begins elsewhere, or has an id there, the row is read by itself. */
const FIRST = 1;

const READERS = new Map(WATCHED.map((watched) => [watched.kind, readers(watched)]));

interface Found {
  readonly rows: Map<string, Image>;
  readonly parts: Map<string, Image[]>;
}

const readParts = async (
  db: Reader,
  entity_id: string,
  kind: WatchedKind,
  ids: readonly string[],
): Promise<Found> => {
  const found: Found = { rows: new Map(), parts: new Map() };
  const { part, readParts: read } = READERS.get(kind) ?? {};
  if (part === undefined || read === undefined) return found;
  const { rows } = await read({ db, entity: { id: entity_id } }, ids);
  for (const both of rows as unknown as readonly Readonly<Record<string, Image>>[]) {
    const { [kind]: row, [part.table]: piece } = both;
    if (piece === undefined) throw new Error(`${part.table} was not read by table`);
    const owner = String(piece[part.owner]);
    if (row !== undefined && row['id'] !== null) found.rows.set(owner, row);
    const others = found.parts.get(owner) ?? [];
    others.push(imageOf(piece, part.table));
    found.parts.set(owner, others);
  }
  return found;
};

/**
 * Those of the records that are there, in one or two statements: for as many ids as one statement may name. The rows must
 * not change in between: hold their locks, or read in a snapshot.
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
  const { rows, parts } = await readParts(db, entity_id, kind, ids);
  const missing = ids.filter((id) => !rows.has(id));
  if (missing.length > 0)
    for (const row of (await reader.readRows({ db, entity: { id: entity_id } }, missing)).rows)
      rows.set(row.id, row);
  const table = reader.part?.table;
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const image = imageOf(row, kind);
    const content = table === undefined ? image : { ...image, [table]: parts.get(id) ?? [] };
    units.set(id, unitOf(Number(row['state_version']), content));
  }
  return units;
};

const unitOf = (version: number, content: Image): Unit => ({
  version,
  digest: canonicalHash(content),
  content,
});

/** The order in which the server reads the parts, which is that of numbers or of ids. */
const inOrder = (parts: readonly Image[], { order }: Part): readonly Image[] =>
  parts.toSorted((a, b) => {
    const [one, other] = [a[order], b[order]];
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return String(one) < String(other) ? -1 : 1;
  });

/** The record that was made of these rows alone; undefined where it has to be read. */
export const unitOfWritten = (kind: WatchedKind, { row, parts }: Written): Unit | undefined => {
  const part = READERS.get(kind)?.part;
  const read = rowAsRead(kind, row);
  const version = read?.['state_version'];
  if (read === undefined || typeof version !== 'number') return undefined;
  if (part === undefined) return unitOf(version, imageOf(read, kind));
  const rows = parts.map((each) => rowAsRead(part.table, each)).filter((each) => each !== undefined);
  if (rows.length < parts.length) return undefined;
  const images = inOrder(rows, part).map((each) => imageOf(each, part.table));
  return unitOf(version, { ...imageOf(read, kind), [part.table]: images });
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
