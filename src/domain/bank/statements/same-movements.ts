// Which lines of a file show a movement that the account has from a file of another format, worded in another way. Only
// lines of one day and amount are compared. What tells for certain goes first; of what is left, those whose words are most
// alike. Lines that are alike are counted, not compared one by one.
import { toolError, type ToolError } from '../../../base/errors.ts';
import { createBreath } from '../../../base/load/turns.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import type { ComparableLine } from '../transactions/store/lines.ts';
import type { CountedLine } from './fingerprint.ts';

export type SameMovements = ReadonlyMap<CountedLine, ComparableLine>;

/** Each known line stands for one line of the file. */
export const findSameMovements = async (
  lines: readonly CountedLine[],
  known: readonly ComparableLine[],
): Promise<SameMovements> => {
  const found = new Map<CountedLine, ComparableLine>();
  const breathe = createBreath();
  for (const group of await groupByAmount(lines, known)) {
    for (const pass of PASSES) {
      pairEqual(group, pass, found);
      await breathe();
    }
    for (const _step of pairAlike(group, found)) await breathe();
  }
  return found;
};

/** What tells whether two lines are the same. */
interface Said<L> {
  readonly line: L;
  readonly balance: number | null;
  readonly account: string | null;
  readonly reference: string | null;
  /** In a fixed order, and as a set. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** Those of one day and amount that are not paired yet. */
interface Group {
  lines: readonly Said<CountedLine>[];
  rows: readonly Said<ComparableLine>[];
}

const groupByAmount = async (
  lines: readonly CountedLine[],
  known: readonly ComparableLine[],
): Promise<readonly Group[]> => {
  const breathe = createBreath();
  const groups = new Map<string, { lines: Said<CountedLine>[]; rows: Said<ComparableLine>[] }>();
  const amounts = new Set(lines.map(({ date, signed_minor }) => `${date} ${signed_minor}`));
  for (const row of known) {
    const key = `${row.date} ${row.transaction_type === 'credit' ? row.amount_minor : -row.amount_minor}`;
    if (!amounts.has(key)) continue;
    const group = groups.get(key) ?? { lines: [], rows: [] };
    groups.set(key, group);
    group.rows.push(say(row, row.counterparty_hint));
    await breathe();
  }
  for (const line of lines) {
    groups.get(`${line.date} ${line.signed_minor}`)?.lines.push(say(line, line.counterparty));
    await breathe();
  }
  return [...groups.values()];
};

const MIN_WORD_LENGTH = 3;

const say = <L extends Pick<ComparableLine, 'balance_minor' | 'party_account' | 'reference' | 'description'>>(
  line: L,
  counterparty: string | null,
): Said<L> => {
  const texts = [line.description, line.reference, counterparty].filter((text) => text !== null);
  const words = wordsOf(normaliseName(texts.join(' '))).filter((word) => word.length >= MIN_WORD_LENGTH);
  return {
    line,
    balance: line.balance_minor,
    account: line.party_account,
    reference: line.reference === null ? null : normaliseName(line.reference),
    text: [...new Set(words)].toSorted().join(' '),
    words: new Set(words),
  };
};

/** What both sides must have in common; null says nothing. */
interface Pass {
  readonly of: (said: Said<unknown>) => string | number | null;
  /** Two accounts that differ are two movements: one side names none. */
  readonly without: 'line' | 'row' | null;
}

const reference = ({ reference: text }: Said<unknown>): string | null => text;
const allWords = ({ text }: Said<unknown>): string | null => (text === '' ? null : text);

/** The surest first. */
const PASSES: readonly Pass[] = [
  { of: ({ balance }) => balance, without: null },
  { of: ({ account }) => account, without: null },
  { of: reference, without: 'line' },
  { of: reference, without: 'row' },
  { of: allWords, without: 'line' },
  { of: allWords, without: 'row' },
];

const pairEqual = (group: Group, { of, without }: Pass, found: Map<CountedLine, ComparableLine>): void => {
  const free = new Map<string | number, ComparableLine[]>();
  for (const row of group.rows.toReversed()) {
    const key = without === 'row' && row.account !== null ? null : of(row);
    if (key === null) continue;
    const same = free.get(key);
    if (same === undefined) free.set(key, [row.line]);
    else same.push(row.line);
  }
  const taken = new Set<ComparableLine>();
  for (const line of group.lines) {
    const key = without === 'line' && line.account !== null ? null : of(line);
    const row = key === null ? undefined : free.get(key)?.pop();
    if (row === undefined) continue;
    found.set(line.line, row);
    taken.add(row);
  }
  if (taken.size === 0) return;
  group.lines = group.lines.filter(({ line }) => !found.has(line));
  group.rows = group.rows.filter(({ line }) => !taken.has(line));
};

/** With fewer words in common they are two movements; where one side has none, day and amount decide. */
const MIN_LIKENESS = 0.5;
/** What one day and amount may cost: 500 different texts on both sides, with some words each. */
const MAX_LOOK_UPS = 5_000_000;
const MAX_COMPARED = 250_000;

/** By the share of the words that they have in common, the most alike first; pauses are possible where it yields. */
function* pairAlike(group: Group, found: Map<CountedLine, ComparableLine>): Generator<void> {
  const [lines, rows] = [alike(group.lines), alike(group.rows)];
  if (lines.length * rows.length > MAX_COMPARED) throw tooMany(group);
  let lookUps = 0;
  const byLikeness = new Map<number, (readonly [Alike<CountedLine>, Alike<ComparableLine>])[]>();
  for (const line of lines) {
    for (const row of rows) {
      // What is left has no account in common.
      if (line.hasAccount && row.hasAccount) continue;
      const fewer = Math.min(line.words.size, row.words.size);
      lookUps += fewer;
      const likeness = fewer === 0 ? MIN_LIKENESS : countCommon(line.words, row.words) / fewer;
      if (likeness < MIN_LIKENESS) continue;
      const pairs = byLikeness.get(likeness);
      if (pairs === undefined) byLikeness.set(likeness, [[line, row]]);
      else pairs.push([line, row]);
    }
    if (lookUps > MAX_LOOK_UPS) throw tooMany(group);
    yield;
  }
  for (const [, pairs] of [...byLikeness].toSorted(([a], [b]) => b - a)) {
    // Of equal ones, in the order of the file.
    for (const [line, row] of pairs) {
      const count = Math.min(line.left.length, row.left.length);
      if (count === 0) continue;
      const partners = row.left.splice(0, count);
      for (const [index, each] of line.left.splice(0, count).entries()) {
        const partner = partners[index];
        if (partner !== undefined) found.set(each, partner);
      }
    }
    yield;
  }
}

/** Lines that are the same to this comparison. */
interface Alike<L> {
  readonly hasAccount: boolean;
  readonly words: ReadonlySet<string>;
  readonly left: L[];
}

const alike = <L>(all: readonly Said<L>[]): readonly Alike<L>[] => {
  const kinds = new Map<string, Alike<L>>();
  for (const { line, account, text, words } of all) {
    const key = `${account === null} ${text}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { hasAccount: account !== null, words, left: [line] });
    else kind.left.push(line);
  }
  return [...kinds.values()];
};

const countCommon = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let count = 0;
  for (const word of fewer) if (more.has(word)) count += 1;
  return count;
};

const tooMany = ({ lines, rows }: Group): ToolError => {
  const { line, date } = lines[0]?.line ?? { line: 1, date: '' };
  return toolError('statement_lines_alike', {
    line: String(line),
    count: String(lines.length),
    date,
    known: String(rows.length),
  });
};
