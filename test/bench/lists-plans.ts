// How the database answers a statement: the index of each table, the rows it expects to read, and what it does besides.
import type { Connection, RowDataPacket } from 'mysql2/promise';

import type { Statement } from './statements.ts';

const NOTEWORTHY = /filesort|temporary|index condition|join buffer/i;

const describe = (row: RowDataPacket): string => {
  const extra = String(row['Extra'] ?? '')
    .split(/;\s*/)
    .filter((part) => NOTEWORTHY.test(part));
  const table = String(row['table'] ?? '-');
  const key = String(row['key'] ?? 'NO INDEX');
  const notes = extra.length === 0 ? '' : ` [${extra.join(', ')}]`;
  return `${table}: ${key} ~${String(row['rows'] ?? '?')} rows${notes}`;
};

/** One line a table. Statements without a plan of their own (such as BEGIN) have none. */
export const planOf = async (
  connection: Connection,
  { sql, values }: Statement,
): Promise<readonly string[]> => {
  if (!/^select/i.test(sql)) return [];
  const [rows] = await connection.query<RowDataPacket[]>(`explain ${sql}`, [...values]);
  // A condition that nothing can fulfil reads no table.
  return rows.filter((row) => row['table'] !== null).map(describe);
};

/** Sorting or gathering what an index could have given in order. */
export const isNoteworthy = (plan: readonly string[]): boolean =>
  plan.some((line) => /NO INDEX|filesort|temporary/.test(line));

const handlerReads = async (connection: Connection): Promise<number> => {
  const [rows] = await connection.query<RowDataPacket[]>(`show session status like 'Handler_read%'`);
  return rows.reduce((sum, row) => sum + Number(row['Value']), 0);
};

/** The rows and index entries that the server reads for these statements: unlike times, the same on a busy machine. */
export const countReads = async (
  connection: Connection,
  statements: readonly Statement[],
): Promise<number> => {
  const before = await handlerReads(connection);
  for (const { sql, values } of statements) await connection.query(sql, [...values]);
  // What asking for the status reads itself is in both.
  const after = await handlerReads(connection);
  return after - before - ((await handlerReads(connection)) - after);
};
