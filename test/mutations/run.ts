// Sends wrong calls over the wire to a service with filled books, and counts what each answer tells.
import { rowCounts } from '../tools/support.ts';
import { randomOf } from '../property/random.ts';
import { openBooks } from './books.ts';
import { type Mutation, mutations } from './calls.ts';
import { type Check, CHECKS, judge, type Verdict } from './check.ts';

export interface Result {
  readonly mutation: Mutation;
  readonly verdict: Verdict;
}

export const runMutations = async (count: number, seed: number): Promise<readonly Result[]> => {
  const books = await openBooks();
  try {
    const results: Result[] = [];
    for (const mutation of mutations(randomOf(seed), books.companies, count)) {
      const verdict = await judge(books, mutation, () => rowCounts(books.service.database));
      results.push({ mutation, verdict });
    }
    return results;
  } finally {
    await books.close();
  }
};

/** By class: how many calls, how many were answered well, and how often each check missed. */
export const tableOf = (results: readonly Result[]): string => {
  const classes = [...new Set(results.map(({ mutation }) => mutation.class))];
  const rows = [...classes, ''].map((name) => {
    const own = name === '' ? results : results.filter(({ mutation }) => mutation.class === name);
    const missing = (check: Check): number =>
      own.filter(({ verdict }) => verdict.missed.includes(check)).length;
    const good = own.filter(({ verdict }) => verdict.missed.length === 0).length;
    return [name === '' ? 'all' : name, own.length, good, ...CHECKS.map(missing)];
  });
  const table = [['class', 'calls', 'good', ...CHECKS], ...rows].map((row) => row.map(String));
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
};

export const isMissed = ({ verdict }: Result): boolean => verdict.missed.length > 0;
