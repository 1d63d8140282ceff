// The records whose every state the trail keeps, and of which rows they consist. What is listed here is watched below all
// nouns: `touches.ts` notes each write, and `states.ts` writes what it left behind.
import type { DB } from '../schema.ts';
import type { WatchedKind } from '../stated-trail.ts';

/** Rows that belong to a record, in the order of their key. */
export interface Part {
  readonly table: 'invoice_line' | 'bill_line' | 'payment_allocation' | 'complement_document';
  /** The column that names the record. */
  readonly owner: string;
  readonly order: string;
}

export interface Watched {
  /** Also the table of its row. */
  readonly kind: WatchedKind;
  readonly part?: Part;
}

/** Documents before payments, as they are locked. */
export const WATCHED: readonly Watched[] = [
  { kind: 'invoice', part: { table: 'invoice_line', owner: 'invoice_id', order: 'position' } },
  { kind: 'bill', part: { table: 'bill_line', owner: 'bill_id', order: 'position' } },
  { kind: 'credit_note' },
  {
    kind: 'complement',
    part: { table: 'complement_document', owner: 'complement_id', order: 'invoice_id' },
  },
  { kind: 'payment', part: { table: 'payment_allocation', owner: 'payment_id', order: 'position' } },
  { kind: 'approval' },
  { kind: 'cancellation_request' },
];

type WatchedTable = WatchedKind | Part['table'];

/** A table of a record: its rows name the record in the column `owner`. */
export interface WatchedRows {
  readonly table: WatchedTable;
  readonly kind: WatchedKind;
  readonly owner: string;
}

const rows: readonly WatchedRows[] = WATCHED.flatMap(({ kind, part }) => [
  { table: kind, kind, owner: 'id' },
  ...(part === undefined ? [] : [{ ...part, kind }]),
]);
const byTable: ReadonlyMap<string, WatchedRows> = new Map(rows.map((each) => [each.table, each]));

export const WATCHED_TABLES: readonly string[] = rows.map(({ table }) => table);

export const watchedRows = (table: string): WatchedRows | undefined => byTable.get(table);

/** Columns that are no part of a state, each with the reason; every other one counts. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  entity_id: 'each entry of the trail names the company itself',
  state_version: 'it counts the states, and each entry has it as its version',
  number_key: 'it follows from series and number, and migrations fill it in',
  uuid_unique: 'it follows from the UUID and the status, and migrations fill it in',
};

/**
 * Columns that a release added with a default other than null, at that default. There they are left out, as every null is,
 * so that a record keeps its digest when a column is added. A column of the first release never stands here.
 */
export const ADDED: { readonly [T in WatchedTable]?: Readonly<Partial<Record<keyof DB[T], unknown>>> } = {
  bill: { withheld_minor: 0, prepaid_minor: 0, rounding_minor: 0 },
};
