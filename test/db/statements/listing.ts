// Statements as a listing for review: literals and lists folded, the plan of each beside it, one file a noun.
import type { Connection, RowDataPacket } from 'mysql2/promise';

import type { House } from '../../../codegen/tools/house/house.ts';
import { compareText } from '../../../codegen/generator/problem.ts';

/** Values of the same statement that are tried: a row that is gone by then has no plan. */
const SAMPLES = 20;

/** The statements of each folded text. */
export type Statements = Map<string, Set<string>>;

export const newStatements = (): Statements => new Map();

/** Of a lease: whether one is sent depends on how long the work under it takes. */
const RENEWAL = /^update \w+ set lease_until = utc_timestamp\(\?\) \+ interval/;

export const addStatement = (statements: Statements, sql: string): void => {
  if (!/^(select|insert|update|delete|replace|with)\b/i.test(sql)) return;
  const text = fold(sql);
  if (RENEWAL.test(text)) return;
  const samples = statements.get(text) ?? new Set();
  if (samples.size < SAMPLES) samples.add(sql);
  statements.set(text, samples);
};

/** One text for all values, and for lists of every length. */
export const fold = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'(?:[^'\\]|\\.|'')*'/g, '?')
    .replaceAll('`', '')
    .replaceAll(/(?<![\w.])-?\d+(?:\.\d+)?\b/g, '?')
    // The driver writes values in capitals; `is null` of a condition stays.
    .replaceAll(/\bNULL\b/g, '?')
    .replaceAll(/\b(true|false)\b/g, '?')
    .replaceAll(/\( ?\?(?:, \?)+ ?\)/g, '(...)')
    .replaceAll(/\bin \(\?\)/g, 'in (...)')
    .replaceAll(/\(\.\.\.\)(?:, \(\.\.\.\))+/g, '(...)')
    .replaceAll(/((?: when \S+ then \S+)|(?: or \([^()]*\)))\1+/g, '$1 ...')
    .trim();

const TABLE = /\b(?:from|into|update|join)\s+(\w+)/giu;

/** The table that the statement starts from: that of its outermost part. */
const mainTable = (text: string, known: (table: string) => boolean): string | undefined => {
  let outer = text;
  for (let inner = ''; inner !== outer;) {
    inner = outer;
    outer = inner.replaceAll(/\([^()]*\)/g, ' ');
  }
  return [outer, text]
    .flatMap((each) => [...each.matchAll(TABLE)].map(([, table = '']) => table))
    .find(known);
};

const CLAUSES =
  / (from|where|(?:inner |left |straight_)?join|group by|having|order by|limit|union all|values|set|on duplicate key|for update)(?= )/g;

/** Access type and key of each table; rows and costs differ from server to server. Plain inserts have no plan. */
const planOf = async (connection: Connection, samples: Iterable<string>): Promise<readonly string[]> => {
  let lines: readonly string[] = [];
  for (const sql of samples) {
    if (/^(insert|replace)\b(?!.*\bselect\b)/is.test(sql)) return [];
    const [rows] = await connection.query<RowDataPacket[]>(`explain ${sql}`);
    lines = rows
      .filter(({ table }) => table !== null)
      .map(({ table, type, key }) => `${String(table)}: ${String(type ?? '-')} ${String(key ?? '-')}`);
    if (lines.length > 0) return lines;
  }
  return lines.length === 0 ? ['no row fits, so no table is read'] : lines;
};

const entryOf = (text: string, plan: readonly string[]): string =>
  [text.replaceAll(CLAUSES, '\n  $1'), ...plan.map((line) => `    ${line}`)].join('\n');

/** The text of each file, by its name. */
export const listingOf = async (
  connection: Connection,
  statements: Statements,
  { owners }: House,
): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string[]>();
  for (const [text, samples] of [...statements].sort(([a], [b]) => compareText(a, b))) {
    const table = mainTable(text, (name) => owners.has(name));
    if (table === undefined) continue;
    const name = `${owners.get(table)?.name.replaceAll('/', '-') ?? ''}.txt`;
    files.set(name, [...(files.get(name) ?? []), entryOf(text, await planOf(connection, samples))]);
  }
  return new Map([...files].map(([name, entries]) => [name, `${entries.join('\n\n')}\n`]));
};
