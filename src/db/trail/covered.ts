// The records that the log covers after the fact. A transaction leaves in the log which of them it wrote (`touched`), and
// whoever takes that into the log says what they are then (`covered`), many in one entry. So a write costs one row more in a
// statement that it has anyway, and an import of thousands of lines a few rows.
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

const own = (table: Table, more: Omit<CoveredRows, 'table' | 'key' | 'owner'> = {}): CoveredRows => ({
  table,
  key: ['id'],
  owner: 'entity_id',
  ...more,
});
const shared = (table: Table, more: Omit<CoveredRows, 'table' | 'key' | 'owner'> = {}): CoveredRows => ({
  table,
  key: ['id'],
  owner: 'organisation_id',
  ...more,
});

/** Not how often it was tried, and who works on it. */
const OUTBOX =
  'id document_id approval_id kind state open_key generation media_type profile sha256 seal submission_key provider sandbox route request built_at created_at maybe_sent'.split(
    ' ',
  );

export const COVERED: readonly Covered[] = [
  {
    kind: 'organisation',
    of: 'organisation',
    rows: [{ table: 'organisation', key: ['id'], owner: 'id', without: ['locks'] }],
  },
  { kind: 'member', of: 'organisation', rows: [shared('member')] },
  {
    kind: 'api_key',
    of: 'organisation',
    rows: [shared('api_key', { without: ['last_used_at'], secret: ['secret_hash', 'previous_secret_hash'] })],
  },
  { kind: 'api_key_request', of: 'organisation', rows: [shared('api_key_request')] },
  {
    kind: 'company_sign_in',
    of: 'organisation',
    rows: [
      {
        table: 'company_sign_in',
        key: ['organisation_id'],
        owner: 'organisation_id',
        secret: ['client_secret'],
      },
    ],
  },
  {
    kind: 'exchange_rate',
    of: 'organisation',
    rows: [
      {
        table: 'exchange_rate',
        key: ['base', 'quote', 'date', 'source'],
        owner: 'organisation_id',
      },
    ],
  },
  {
    kind: 'entity',
    of: 'company',
    rows: [{ table: 'entity', key: ['id'], owner: 'id', without: ['locks'] }],
  },
  { kind: 'certificate', of: 'company', rows: [own('certificate', { secret: ['private_key'] })] },
  { kind: 'counterparty', of: 'company', rows: [own('counterparty')] },
  {
    kind: 'bank_account',
    of: 'company',
    rows: [own('bank_account', { without: ['version', 'updated_at'] })],
  },
  { kind: 'bank_statement', of: 'company', rows: [own('bank_statement')] },
  {
    kind: 'bank_transaction',
    of: 'company',
    rows: [
      own('bank_transaction', { without: ['version', 'updated_at'] }),
      { table: 'bank_match', key: ['bank_transaction_id'], owner: 'entity_id', order: 'position' },
      { table: 'bank_memory', key: ['bank_transaction_id'], owner: 'entity_id', order: 'kind, value' },
    ],
  },
  {
    kind: 'ledger',
    of: 'company',
    rows: [{ table: 'ledger_entry', key: ['record_id'], owner: 'entity_id', order: 'id' }],
  },
  { kind: 'task', of: 'company', rows: [own('task')] },
  {
    kind: 'attachment',
    of: 'company',
    rows: [
      {
        table: 'invoice_attachment',
        key: ['invoice_id'],
        owner: 'entity_id',
        columns: ['invoice_id', 'position'],
        files: ['bytes'],
        order: 'position',
      },
    ],
  },
  {
    kind: 'filed_document',
    of: 'company',
    rows: [
      {
        table: 'filed_document',
        key: ['document_id', 'kind'],
        owner: 'entity_id',
        columns: ['document_id', 'kind', 'media_type', 'sha256', 'created_at'],
        files: ['bytes'],
      },
    ],
  },
  {
    kind: 'outbox',
    of: 'company',
    rows: [
      own('outbox', {
        columns: OUTBOX,
        files: ['payload', 'print'],
      }),
    ],
  },
];

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
