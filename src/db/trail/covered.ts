// The records that the log covers after the fact. A transaction leaves in the log which of them it wrote (`touched`), and
// whoever takes that into the log says what they are then (`covered`), many in one entry. So a write costs one row more in a
// statement that it has anyway, and an import of thousands of lines a few rows.
import { COVERED as COVERED_DATA } from '../../../generated/vocabulary/covered.ts';
import type { DB } from '../schema.ts';
import type { CoveredKind } from '../stated-trail.ts';

type Table = keyof DB;

export interface CoveredRows {
  readonly table: Table;
  /** The columns whose values, with blanks between them, name the record. Rows are found by the first. */
  readonly key: readonly [string, ...string[]];
  /** The column that says whose the rows are: a company, or an organisation. */
  readonly owner: 'entity_id' | 'organisation_id' | 'id';
  /** Columns that are no part of it: counters, leases, and what follows from others. */
  readonly without?: readonly string[];
  /** Columns of which only a digest is part of it: a secret is not told in an export. */
  readonly secret?: readonly string[];
  /** All columns, where one holds a file: the server makes its SHA-256. */
  readonly columns?: readonly string[];
  readonly files?: readonly string[];
  /** The rest of the key of its rows. */
  readonly order?: string;
}

export interface Covered {
  readonly kind: CoveredKind;
  /** Whose records: of the organisation itself, or of each of its companies. */
  readonly of: 'organisation' | 'company';
  /** The first has the record itself, the others what belongs to it. */
  readonly rows: readonly [CoveredRows, ...CoveredRows[]];
}

type Stated = Pick<CoveredRows, 'table'> & Partial<CoveredRows>;

interface RecordRows {
  readonly kind: CoveredKind;
  readonly of: Covered['of'];
  readonly rows: readonly [Stated, ...Stated[]];
}

const RECORDS: readonly RecordRows[] = COVERED_DATA.records;

export const COVERED: readonly Covered[] = RECORDS.map(({ kind, of, rows: [first, ...others] }) => {
  const whole = (rows: Stated): CoveredRows => ({
    key: ['id'],
    owner: of === 'company' ? 'entity_id' : 'organisation_id',
    ...rows,
  });
  return { kind, of, rows: [whole(first), ...others.map(whole)] };
});

export interface CoveredTable extends CoveredRows {
  readonly kind: CoveredKind;
}

const byTable: ReadonlyMap<string, CoveredTable> = new Map(
  COVERED.flatMap(({ kind, rows }) => rows.map((each) => [each.table, { ...each, kind }] as const)),
);

export const coveredRows = (table: string): CoveredTable | undefined => byTable.get(table);

const byKind: ReadonlyMap<string, Covered> = new Map(COVERED.map((each) => [each.kind, each]));

export const coveredKind = (kind: string): Covered | undefined => byKind.get(kind);

/** Whether the column is part of the record. */
export const isPart = ({ columns, files = [], without = [] }: CoveredRows, column: string): boolean =>
  columns === undefined ? !without.includes(column) : columns.includes(column) || files.includes(column);

/** The name of the record that a row, or part of one, belongs to. */
export const keyIn = (key: CoveredRows['key'], row: Readonly<Record<string, unknown>>): string =>
  key.map((column) => String(row[column])).join(' ');
