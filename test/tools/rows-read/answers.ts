// What lists have to answer, from all rows of the large book: whatever plan finds a page, it holds the same records in the same
// order, and the same total.
import { sql } from 'kysely';
import type { ToolName } from '../../../generated/dispatch.ts';
import type { Database } from '../../../src/db/database.ts';
import type { Args } from './calls.ts';

type Stored = Readonly<Record<string, string | number | boolean | null>>;

interface Oracle {
  readonly table: string;
  readonly columns: readonly string[];
  /** Beginning with `-` where the largest stand first; an id decides between equals. */
  readonly order: readonly string[];
  readonly page: number;
  readonly fits: (row: Stored, args: Args, now: Date) => boolean;
}

const EXACT = 1_000;

const isWithin = (value: Stored[string] | undefined, from: unknown, to: unknown): boolean =>
  (from === undefined || (value ?? '') >= (from as string)) &&
  (to === undefined || (value ?? '') <= (to as string));

const isAsked = (row: Stored, args: Args, names: readonly string[]): boolean =>
  names.every((name) => args[name] === undefined || row[name] === args[name]);

const DAYS = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' });

/** In the company's time zone. */
const dayOf = (now: Date): string => DAYS.format(now);

/** Of the rows, which are asked for each call. */
const arrivals = new Map<unknown, string>();

const dayOfArrival = ({ received_at }: Stored): string => {
  const known = arrivals.get(received_at) ?? dayOf(new Date(`${String(received_at).replace(' ', 'T')}Z`));
  arrivals.set(received_at, known);
  return known;
};

const PAID: Readonly<Record<string, (row: Stored) => boolean>> = {
  unpaid: (row) => row['open'] === true && row['paid_minor'] === 0,
  partially_paid: (row) => row['open'] === true && Number(row['paid_minor']) > 0,
  paid: (row) => isOwed(row) && row['balance_minor'] === 0,
  overpaid: (row) => isOwed(row) && Number(row['balance_minor']) < 0,
};
const isOwed = ({ status }: Stored): boolean => status === 'received' || status === 'validated';

const PRIORITIES = ['urgent', 'high', 'normal', 'low'];

const ORACLES: Partial<Record<ToolName, Oracle>> = {
  search_bills: {
    table: 'bill',
    columns: [
      'counterparty_id',
      'status',
      'open',
      'paid_minor',
      'balance_minor',
      'deductibility',
      'issue_date',
      'due_date',
    ],
    order: ['-issue_date', '-id'],
    page: 10,
    fits: (row, args, now) =>
      isAsked(row, args, ['counterparty_id', 'status', 'deductibility']) &&
      isWithin(row['issue_date'], args['date_from'], args['date_to']) &&
      isWithin(row['due_date'], args['due_from'], args['due_to']) &&
      Object.entries(PAID).every(([name, isIn]) => args['payment_status'] !== name || isIn(row)) &&
      (args['overdue_only'] !== true || (row['open'] === true && String(row['due_date']) < dayOf(now))),
  },
  search_bank_transactions: {
    table: 'bank_transaction',
    columns: ['bank_account_id', 'match_status', 'transaction_type', 'amount_minor', 'date'],
    order: ['-date', '-id'],
    page: 20,
    fits: (row, args) =>
      isAsked(row, args, ['bank_account_id', 'match_status', 'transaction_type']) &&
      isWithin(row['date'], args['date_from'], args['date_to']) &&
      isWithin(Number(row['amount_minor']) / 100, args['amount_min'], args['amount_max']),
  },
  list_received_documents: {
    table: 'received_document',
    columns: ['status', 'kind', 'received_at'],
    order: ['-received_at', '-id'],
    page: 20,
    fits: (row, args) =>
      isAsked(row, args, ['status', 'kind']) &&
      isWithin(dayOfArrival(row), args['received_from'], args['received_to']),
  },
  list_tasks: {
    table: 'task',
    columns: ['status', 'open', 'priority', 'priority_rank', 'taskable_type', 'due_sort'],
    order: ['priority_rank', 'due_sort', 'id'],
    page: 20,
    fits: (row, args, now) =>
      isAsked(row, args, ['priority', 'taskable_type']) &&
      row['priority'] === PRIORITIES[Number(row['priority_rank'])] &&
      ((args['status'] ?? 'open') === 'open' ? row['open'] === true : row['status'] === args['status']) &&
      (args['overdue_only'] !== true ||
        (row['open'] === true && new Date(`${String(row['due_sort']).replace(' ', 'T')}Z`) <= now)),
  },
};

const compare = (left: Stored, right: Stored, order: readonly string[]): number => {
  for (const name of order) {
    const [column, sign] = name.startsWith('-') ? [name.slice(1), -1] : [name, 1];
    const [a, b] = [left[column] ?? '', right[column] ?? ''];
    if (a !== b) return a < b ? -sign : sign;
  }
  return 0;
};

/** The row before the page. */
const keyOf = (cursor: unknown, order: readonly string[]): Stored | null => {
  if (typeof cursor !== 'string') return null;
  const [, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as readonly (
    | string
    | number
  )[];
  return Object.fromEntries(order.map((name, at) => [name.replace('-', ''), key[at] ?? '']));
};

/** What is wrong with an answer; undefined for what no oracle knows. */
export type Check = (tool: ToolName, args: Args, answer: unknown, now: Date) => string | undefined;

export const readOracles = async (database: Database, entity: string): Promise<Check> => {
  const books = new Map<ToolName, readonly Stored[]>();
  for (const [tool, { table, columns, order }] of Object.entries(ORACLES)) {
    const { rows } = await sql<Stored>`select ${sql.join(['id', ...columns].map((name) => sql.ref(name)))}
      from ${sql.table(table)} where entity_id = ${entity}`.execute(database.kysely);
    books.set(
      tool as ToolName,
      rows.toSorted((left, right) => compare(left, right, order)),
    );
  }
  return (tool, args, answer, now) => {
    const [oracle, rows] = [ORACLES[tool], books.get(tool)];
    if (oracle === undefined || rows === undefined || args['query'] !== undefined) return undefined;
    const fitting = rows.filter((row) => oracle.fits(row, args, now));
    const after = keyOf(args['cursor'], oracle.order);
    const rest = after === null ? fitting : fitting.filter((row) => compare(row, after, oracle.order) > 0);
    const limit = typeof args['limit'] === 'number' ? args['limit'] : oracle.page;
    const expected = {
      ids: rest.slice(0, limit).map(({ id }) => id),
      has_more: rest.length > limit,
      total_count: fitting.length > EXACT ? null : fitting.length,
    };
    const { data, has_more, total_count } = answer as {
      readonly data: readonly { readonly id: string }[];
      readonly has_more: boolean;
      readonly total_count: number | null;
    };
    const found = { ids: data.map(({ id }) => id), has_more, total_count };
    if (JSON.stringify(found) === JSON.stringify(expected)) return undefined;
    return `${tool} ${JSON.stringify(args)} answers ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  };
};
