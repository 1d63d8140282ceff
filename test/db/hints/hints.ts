// What an index hint is worth: a statement is planned with it and without it, and where the plans differ the rows are counted
// that the server reads.
import type { Connection, RowDataPacket } from 'mysql2/promise';

import { countReads } from '../../bench/lists-plans.ts';
import type { Statement } from '../../bench/statements.ts';
import { fold } from '../statements/listing.ts';

const HINT = /\s+force index \(`?(\w+)`?\)|\bstraight_join\b/gi;

/** Values with which the same statement is tried. */
const SAMPLES = 4;

/** Statements with hints, by their folded text. */
export type Hinted = Map<string, Statement[]>;

export const addHinted = (found: Hinted, statements: readonly Statement[]): void => {
  for (const statement of statements) {
    if (!/^select/i.test(statement.sql) || statement.sql.search(HINT) < 0) continue;
    const text = fold(statement.sql);
    const samples = found.get(text) ?? [];
    if (samples.length < SAMPLES) found.set(text, [...samples, statement]);
  }
};

/** Of all statements with the hint on this table. */
export interface Worth {
  readonly statements: number;
  /** How many are answered in another way without it. */
  readonly planned: number;
  /** How many read clearly more rows without it, and how many with it. */
  readonly saves: number;
  readonly costs: number;
  /** Rows read with it and without it where it saves most, and where it costs most. */
  readonly best: readonly [kept: number, without: number];
  readonly worst: readonly [kept: number, without: number];
}

/** The statement without one of its hints. */
export const without = (sql: string, place: number): string => {
  let at = -1;
  return sql.replaceAll(HINT, (hint: string, index: string | undefined, offset: number) => {
    at += 1;
    if (at !== place) return hint;
    // It stands for a join, or behind `select` for the order of all of them.
    return index === undefined && !/select\s+$/i.test(sql.slice(0, offset)) ? 'join' : '';
  });
};

/** The hints of a folded statement, each with its table. */
const namesOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:from|join) (\w+)(?: as \w+)? force index \((\w+)\)|straight_join/gi)].map(
    ([join, table, index]) => (table === undefined ? join : `${table} ${index ?? ''}`),
  );

const planOf = async (connection: Connection, { sql, values }: Statement): Promise<string> => {
  const [rows] = await connection.query<RowDataPacket[]>(`explain ${sql}`, [...values]);
  return rows.map(({ table, type, key, Extra }) => [table, type, key, Extra].join(' ')).join('; ');
};

type Pair = readonly [kept: number, without: number];
const isMore = (more: number, than: number): boolean => more > than * 1.3 + 20;

/** The rows read with the hint and without it, for those values with which the plans differ. */
const differing = async (
  connection: Connection,
  samples: readonly Statement[],
  place: number,
): Promise<readonly Pair[]> => {
  const pairs: Pair[] = [];
  for (const sample of samples) {
    const free = { ...sample, sql: without(sample.sql, place) };
    if ((await planOf(connection, sample)) === (await planOf(connection, free))) continue;
    pairs.push([await countReads(connection, [sample]), await countReads(connection, [free])]);
  }
  return pairs;
};

const NOTHING: Worth = { statements: 0, planned: 0, saves: 0, costs: 0, best: [0, 0], worst: [0, 0] };
const saved = ([kept, free]: Pair): number => free - kept;

export const worthOf = async (connection: Connection, found: Hinted): Promise<ReadonlyMap<string, Worth>> => {
  const all = new Map<string, Worth>();
  for (const [text, samples] of found)
    for (const [place, name] of namesOf(text).entries()) {
      const pairs = await differing(connection, samples, place);
      const { statements, planned, saves, costs, best, worst } = all.get(name) ?? NOTHING;
      const sorted = [...pairs, best, worst].toSorted((a, b) => saved(b) - saved(a));
      all.set(name, {
        statements: statements + 1,
        planned: planned + (pairs.length > 0 ? 1 : 0),
        saves: saves + (pairs.some(([kept, free]) => isMore(free, kept)) ? 1 : 0),
        costs: costs + (pairs.some(([kept, free]) => isMore(kept, free)) ? 1 : 0),
        best: sorted[0] ?? best,
        worst: sorted.at(-1) ?? worst,
      });
    }
  return all;
};
