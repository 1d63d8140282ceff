// Which lines of a file the account has already. Of lines that look alike it has as many as the largest file showed. A
// file of another format words the same movement in its own way: there, a line of the same day and amount that no line of
// this file accounts for is the same movement unless its words differ too much.
import { chunks } from '../../base/chunks.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import type { ReadScope } from '../change/scope.ts';
import { comparableBatches, countBatchesByFingerprint } from '../bank-transactions/store/batches.ts';
import {
  type ComparableLine,
  comparableLines,
  countByFingerprint,
} from '../bank-transactions/store/lines.ts';
import type { CountedLine } from './fingerprint.ts';
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
  const same = findSameMovements(unknown, free);
  const taken = new Set(same.values());
  const left = free.filter((row) => !taken.has(row));
  const found = new Set([
    ...same.keys(),
    ...findSingles(
      unknown.filter((line) => !same.has(line)),
      left,
    ),
  ]);
  return { fresh: unknown.filter((line) => !found.has(line)), elsewhere: found.size };
};

/** The batches whose payments another file showed one by one. */
const findSingles = (
  lines: readonly CountedLine[],
  known: readonly ComparableLine[],
): readonly CountedLine[] => {
  const singles = lines.map((line) => ({
    line,
    payments: (line.parts ?? [])
      .filter(({ kind }) => kind === 'payment')
      .map((part): CountedLine => ({ ...line, ...part, balance_minor: null })),
  }));
  const same = findSameMovements(
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
  if (statements.size === 0) return [];
  const known = [
    ...(await comparableLines(ctx, accountId, first, last)),
    ...(await comparableBatches(ctx, accountId, first, last)),
  ];
  return known.filter(({ bank_statement_id }) => statements.has(bank_statement_id));
};

/** The lines of the file that are among the known ones, each of which stands for one. */
const findSameMovements = (
  lines: readonly CountedLine[],
  known: readonly ComparableLine[],
): ReadonlyMap<CountedLine, ComparableLine> => {
  const groups = new Map<string, ComparableLine[]>();
  for (const row of known) {
    const signed = row.transaction_type === 'credit' ? row.amount_minor : -row.amount_minor;
    const key = `${row.date} ${signed}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const pairs = lines.flatMap((line, order) =>
    (groups.get(`${line.date} ${line.signed_minor}`) ?? []).map((row) => ({
      line,
      row,
      order,
      likeness: compareLines(line, row),
    })),
  );
  const found = new Map<CountedLine, ComparableLine>();
  const taken = new Set<ComparableLine>();
  for (const { line, row, likeness } of pairs.toSorted(
    (a, b) => b.likeness - a.likeness || a.order - b.order,
  )) {
    if (likeness < MIN_LIKENESS || found.has(line) || taken.has(row)) continue;
    found.set(line, row);
    taken.add(row);
  }
  return found;
};

const MIN_LIKENESS = 0.5;

/** 1 for what is surely the same, 0 for what surely is not. */
const compareLines = (line: CountedLine, row: ComparableLine): number => {
  if (line.balance_minor !== null && line.balance_minor === row.balance_minor) return 1;
  if (line.party_account !== null && row.party_account !== null)
    return line.party_account === row.party_account ? 1 : 0;
  if (line.reference !== null && row.reference !== null && sameText(line.reference, row.reference)) return 1;
  const [a, b] = [
    wordsIn(line.description, line.reference, line.counterparty),
    wordsIn(row.description, row.reference, row.counterparty_hint),
  ];
  const fewer = Math.min(a.size, b.size);
  if (fewer === 0) return MIN_LIKENESS;
  return [...a].filter((word) => b.has(word)).length / fewer;
};

const sameText = (a: string, b: string): boolean => normaliseName(a) === normaliseName(b);

const MIN_WORD_LENGTH = 3;

const wordsIn = (...texts: readonly (string | null)[]): ReadonlySet<string> =>
  new Set(
    wordsOf(normaliseName(texts.filter((text) => text !== null).join(' '))).filter(
      (word) => word.length >= MIN_WORD_LENGTH,
    ),
  );
