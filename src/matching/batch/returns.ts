// A transfer that came back: two lines of one account, opposite and equal, at most eight days apart, the later one
// saying so. Neither pays anything; a transfer that is sent again does.
import { stripZeros } from '../text/fold.ts';
import type { ReadLine } from '../text/read-line.ts';

const MAX_DAYS = 8;

const shareAccount = (a: ReadLine, b: ReadLine, own: ReadonlySet<string>): boolean =>
  a.accounts.some((account) => !own.has(account) && b.accounts.includes(account));

const shareNumber = (a: ReadLine, b: ReadLine): boolean =>
  a.runs.some(
    (run) =>
      run.digit && run.text.length >= 5 && b.runs.some((other) => other.digit && other.text === run.text),
  );

/** Share of the rarer words that both have. */
const sharedWords = (a: ReadLine, b: ReadLine, common: ReadonlySet<string>): number => {
  const words = [...a.wordAt.keys()].filter((word) => word.length >= 4 && !common.has(word));
  if (words.length === 0) return 0;
  return words.filter((word) => b.wordAt.has(word)).length / words.length;
};

const likeness = (
  back: ReadLine,
  sent: ReadLine,
  own: ReadonlySet<string>,
  common: ReadonlySet<string>,
): number => {
  const account = shareAccount(back, sent, own) ? 3 : 0;
  const number = shareNumber(back, sent) ? 1.5 : 0;
  const words = Math.max(sharedWords(back, sent, common), sharedWords(sent, back, common)) * 2;
  const other = !account && numbersDiffer(back, sent) ? 2 : 0;
  return account + number + words - other - (back.day === sent.day ? 0.6 : 0);
};

/** Invoice numbers on both that have nothing in common: another document's refund. */
const numbersDiffer = (a: ReadLine, b: ReadLine): boolean => {
  const numbers = (line: ReadLine): string[] =>
    line.runs
      .filter((run) => run.digit && run.text.length >= 3 && run.text.length <= 8)
      .map((run) => stripZeros(run.text));
  const [ofA, ofB] = [numbers(a), numbers(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((number) => ofB.includes(number));
};

const MIN_LIKENESS = 1;

/** Words that stand in so many lines that sharing them says nothing. */
const commonWords = (lines: readonly ReadLine[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const word of line.wordAt.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const limit = Math.max(4, lines.length * 0.04);
  return new Set([...counts].filter(([, count]) => count > limit).map(([word]) => word));
};

const keyOf = (line: ReadLine, direction: string): string =>
  `${direction}|${line.line.currency}|${line.line.amountMinor}`;

/** Ids of lines that are one half of a transfer and its return. Lines are ordered by day and id. */
export const findReturned = (lines: readonly ReadLine[], own: ReadonlySet<string>): ReadonlySet<string> => {
  const common = commonWords(lines);
  const byAmount = new Map<string, ReadLine[]>();
  for (const line of lines) {
    const key = keyOf(line, line.line.direction);
    const bucket = byAmount.get(key);
    if (bucket === undefined) byAmount.set(key, [line]);
    else bucket.push(line);
  }
  const taken = new Set<string>();
  for (const back of lines) {
    if (!back.topics.has('returned') || taken.has(back.line.id)) continue;
    const candidates = byAmount.get(keyOf(back, back.line.direction === 'credit' ? 'debit' : 'credit')) ?? [];
    const rated = candidates
      .filter(
        (sent) =>
          !taken.has(sent.line.id) &&
          back.day - sent.day >= 0 &&
          back.day - sent.day <= MAX_DAYS &&
          !sent.topics.has('returned'),
      )
      .map((sent) => ({ sent, likeness: likeness(back, sent, own, common), days: back.day - sent.day }));
    const best = rated.sort(
      (a, b) => b.likeness - a.likeness || a.days - b.days || (a.sent.line.id < b.sent.line.id ? -1 : 1),
    )[0];
    if (best === undefined || (best.likeness < MIN_LIKENESS && rated.length > 1)) continue;
    taken.add(back.line.id);
    taken.add(best.sent.line.id);
  }
  return taken;
};
