// A transfer that came back: two lines of one account, opposite and equal, at most eight days apart, the later one
// saying so. Neither pays anything; a transfer that is sent again does.
import { stripZeros } from '../text/fold.ts';
import { JARGON } from '../text/words.ts';
import type { ReadLine } from '../text/read-line.ts';

export const MAX_DAYS = 8;

const shareAccount = (a: ReadLine, b: ReadLine, own: ReadonlySet<string>): boolean =>
  a.accounts.some((account) => !own.has(account) && b.accounts.includes(account));

/** `RE-2026-0850`: the year says nothing. */
export const isYear = (number: string): boolean => /^20\d\d$/.test(number);

const readNumbers = (line: ReadLine): string[] =>
  line.runs
    .filter((run) => run.digit)
    .map((run) => stripZeros(run.text))
    .filter((number) => number.length >= 4 && !isYear(number));

/** `R260953` and `20260953` are one number: the shorter one ends the longer. */
const shareNumber = (a: ReadLine, b: ReadLine): boolean => {
  const others = readNumbers(b);
  return readNumbers(a).some((number) =>
    others.some((other) => number.endsWith(other) || other.endsWith(number)),
  );
};

const RARE_WORD = 4;

/** The rarer words that both have. */
const sharedWords = (a: ReadLine, b: ReadLine, common: ReadonlySet<string>): number => {
  let shared = 0;
  for (const word of a.wordAt.keys())
    if (word.length >= RARE_WORD && !common.has(word) && !JARGON.has(word) && b.wordAt.has(word)) shared += 1;
  return shared;
};

/** A transfer comes back on a later day; what leaves on that day is sent again. */
const SENT_AGAIN = 0.6;

/** How surely the two belong together: by account, by number, by name. */
export const likeness = (
  back: ReadLine,
  sent: ReadLine,
  own: ReadonlySet<string>,
  common: ReadonlySet<string>,
): number =>
  (shareAccount(back, sent, own) ? 3 : 0) -
  (back.day === sent.day ? SENT_AGAIN : 0) +
  (shareNumber(back, sent) ? 1.5 : 0) +
  Math.min(3, sharedWords(back, sent, common));

export const TIED = 1;

/** Words that stand in so many lines that sharing them says nothing. */
export const commonWords = (lines: readonly ReadLine[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const word of line.wordAt.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const limit = Math.max(4, lines.length * 0.04);
  return new Set([...counts].filter(([, count]) => count > limit).map(([word]) => word));
};

const makeKey = (line: ReadLine, direction: string): string =>
  `${direction}|${line.line.currency}|${line.line.amountMinor}`;

interface Pair {
  readonly back: ReadLine;
  readonly sent: ReadLine;
  readonly likeness: number;
  readonly days: number;
}

const findPairs = (lines: readonly ReadLine[], own: ReadonlySet<string>): Pair[] => {
  const byAmount = new Map<string, ReadLine[]>();
  for (const line of lines) {
    const key = makeKey(line, line.line.direction);
    const bucket = byAmount.get(key);
    if (bucket === undefined) byAmount.set(key, [line]);
    else bucket.push(line);
  }
  const common = commonWords(lines);
  return lines
    .filter((line) => line.topics.has('returned'))
    .flatMap((back) => {
      const opposite = back.line.direction === 'credit' ? 'debit' : 'credit';
      return (byAmount.get(makeKey(back, opposite)) ?? []).flatMap((sent): Pair[] => {
        const days = back.day - sent.day;
        if (days < 0 || days > MAX_DAYS || sent.topics.has('returned')) return [];
        return [{ back, sent, likeness: likeness(back, sent, own, common), days }];
      });
    });
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Lines that are one half of a transfer and its return, each with its other half, the surest pairs first; and the ids of
 * those that may be, since nothing but the amount ties them to a return that is left over.
 */
export const findReturned = (
  lines: readonly ReadLine[],
  own: ReadonlySet<string>,
): { readonly paired: ReadonlyMap<string, string>; readonly perhaps: ReadonlySet<string> } => {
  const pairs = findPairs(lines, own).sort(
    (a, b) =>
      b.likeness - a.likeness ||
      a.days - b.days ||
      compare(a.back.line.id, b.back.line.id) ||
      compare(a.sent.line.id, b.sent.line.id),
  );
  const paired = new Map<string, string>();
  const take = (pair: Pair): void => {
    if (paired.has(pair.back.line.id) || paired.has(pair.sent.line.id)) return;
    paired.set(pair.back.line.id, pair.sent.line.id);
    paired.set(pair.sent.line.id, pair.back.line.id);
  };
  for (const pair of pairs) if (pair.likeness >= TIED) take(pair);
  const loose = pairs.filter((pair) => !paired.has(pair.back.line.id) && !paired.has(pair.sent.line.id));
  const counts = new Map<string, number>();
  for (const { back } of loose) counts.set(back.line.id, (counts.get(back.line.id) ?? 0) + 1);
  for (const pair of loose) if (counts.get(pair.back.line.id) === 1) take(pair);
  return {
    paired,
    perhaps: new Set(loose.map(({ sent }) => sent.line.id).filter((id) => !paired.has(id))),
  };
};
