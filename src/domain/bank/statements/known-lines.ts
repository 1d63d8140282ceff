// Which lines of a file the account has already. Of lines that look alike it has as many as the largest file showed. A
// file of another format words the same movement in its own way: there, a line of the same day and amount that no line of
// this file accounts for is the same movement unless its words differ too much.
import { chunks } from '../../../base/chunks.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { comparableBatches, countBatchesByFingerprint } from '../transactions/store/batches.ts';
import { type ComparableLine, comparableLines, countByFingerprint } from '../transactions/store/lines.ts';
import type { CountedLine } from './fingerprint.ts';
import { findSameMovements } from './same-movements.ts';
import { findOtherFormats } from './store.ts';

export interface Sorted {
  readonly fresh: readonly CountedLine[];
  /** Rows that the account has from a file of another format. */
  readonly elsewhere: number;
}

export const sortOutKnown = async (
  ctx: ReadScope,
  accountId: string,
  format: string,
  lines: readonly CountedLine[],
): Promise<Sorted> => {
  const kept = await countKept(ctx, accountId, lines);
  const seen = new Set<string>();
  const unknown = lines.filter(({ fingerprint, occurrence }) => {
    const key = `${fingerprint} ${occurrence}`;
    if (seen.has(key) || occurrence <= (kept.get(fingerprint) ?? 0)) return false;
    seen.add(key);
    return true;
  });
  const others = await otherFormatLines(ctx, accountId, format, unknown);
  const shown = new Set(lines.map(({ fingerprint, occurrence }) => `${fingerprint} ${occurrence}`));
  const free = others.filter(({ fingerprint, occurrence }) => !shown.has(`${fingerprint} ${occurrence}`));
  const same = await findSameMovements(unknown, free);
  const taken = new Set(same.values());
  const left = free.filter((row) => !taken.has(row));
  const found = new Set([
    ...same.keys(),
    ...(await findSingles(
      unknown.filter((line) => !same.has(line)),
      left,
    )),
  ]);
  return { fresh: unknown.filter((line) => !found.has(line)), elsewhere: found.size };
};

/** The batches whose payments another file showed one by one. */
const findSingles = async (
  lines: readonly CountedLine[],
  known: readonly ComparableLine[],
): Promise<readonly CountedLine[]> => {
  const singles = lines.map((line) => ({
    line,
    payments: (line.parts ?? [])
      .filter(({ kind }) => kind === 'payment')
      .map((part): CountedLine => ({ ...line, ...part, balance_minor: null })),
  }));
  const same = await findSameMovements(
    singles.flatMap(({ payments }) => payments),
    known,
  );
  return singles
    .filter(({ payments }) => payments.length > 0 && payments.every((each) => same.has(each)))
    .map(({ line }) => line);
};

const countKept = async (
  ctx: ReadScope,
  accountId: string,
  lines: readonly CountedLine[],
): Promise<ReadonlyMap<string, number>> => {
  const kept = new Map<string, number>();
  for (const chunk of chunks([...new Set(lines.map(({ fingerprint }) => fingerprint))])) {
    for (const { fingerprint, count } of await countByFingerprint(ctx, accountId, chunk))
      kept.set(fingerprint, count);
  }
  const batches = lines.filter(({ parts }) => parts !== undefined);
  for (const chunk of chunks([...new Set(batches.map(({ fingerprint }) => fingerprint))])) {
    for (const { fingerprint, count } of await countBatchesByFingerprint(ctx, accountId, chunk))
      kept.set(fingerprint, Math.max(count, kept.get(fingerprint) ?? 0));
  }
  return kept;
};

const otherFormatLines = async (
  ctx: ReadScope,
  accountId: string,
  format: string,
  lines: readonly CountedLine[],
): Promise<readonly ComparableLine[]> => {
  const days = lines.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const statements = await findOtherFormats(ctx, accountId, format, first, last);
  if (statements.length === 0) return [];
  return [
    ...(await comparableLines(ctx, accountId, statements, first, last)),
    ...(await comparableBatches(ctx, accountId, statements, first, last)),
  ];
};
