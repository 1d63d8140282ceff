// Payments that a bank takes back weeks later, or less what it took for it: only where the text says so in the words of banks.
// What was paid stays as it is; the line that takes it back pays nothing.
import { RETURNS } from '../../../generated/vocabulary/returns.ts';
import { dayNumber } from '../text/days.ts';
import type { ReadLine, ReadTopics } from '../text/read-line.ts';
import { allowsMonths, returnFeeLimit, saysReturn } from '../text/return-words.ts';
import { addMonths, asDay } from '../../base/time/day.ts';
import { isYear, likeness, MAX_DAYS, TIED } from './returns.ts';

/** One that a line may take back. */
export interface Sent {
  readonly read: ReadLine;
  /** Null while nothing is booked on it. */
  readonly paymentId: string | null;
}

export interface Fit {
  readonly sent: Sent;
  readonly fee: number;
  readonly score: number;
}

/** Common words of money that comes back, such as goods that were returned, stand for it within days only. */
export const firstDay = (back: ReadTopics): number => {
  if (!saysReturn(back) && !allowsMonths(back)) return back.day - MAX_DAYS;
  return allowsMonths(back)
    ? dayNumber(addMonths(asDay(back.line.date), -RETURNS.months))
    : back.day - RETURNS.weeks * 7;
};

/** What is inside beyond the payment; null where one cannot take back the other. */
const feeInside = ({ line: back }: ReadLine, { line: sent }: ReadLine): number | null => {
  if (back.direction === sent.direction || back.currency !== sent.currency) return null;
  const more = back.amountMinor - sent.amountMinor;
  const fee = back.direction === 'debit' ? more : -more;
  return fee < 0 || fee > returnFeeLimit(sent.currency, sent.amountMinor) ? null : fee;
};

const numbersOf = ({ runs }: ReadLine): string[] =>
  runs.flatMap(({ digit, text }) => (digit && text.length >= 3 && !isYear(text) ? [text] : []));

/** `RE-2026-0405`: written in the same way, a short number tells payments of one customer apart. */
const shareShortNumber = (back: ReadLine, sent: ReadLine): boolean => {
  const others = numbersOf(sent);
  return numbersOf(back).some((number) => others.includes(number));
};

/** Each side names somebody, and not the same. */
const areStrangers = (back: ReadLine, sent: ReadLine): boolean =>
  back.partyWords.length > 0 && sent.partyWords.length > 0;

/** What the line may take back, the likeliest first; with a fee inside only what more than the amount ties to it. */
export const findFits = (
  back: ReadLine,
  sents: readonly Sent[],
  own: ReadonlySet<string>,
  common: ReadonlySet<string>,
): readonly Fit[] => {
  const first = firstDay(back);
  return sents
    .flatMap((sent): Fit[] => {
      const fee = feeInside(back, sent.read);
      if (fee === null || sent.read.day < first || sent.read.day > back.day) return [];
      const score = likeness(back, sent.read, own, common) + (shareShortNumber(back, sent.read) ? 1 : 0);
      return fee > 0 && score < TIED ? [] : [{ sent, fee, score }];
    })
    .toSorted((a, b) => b.score - a.score || a.fee - b.fee || b.sent.read.day - a.sent.read.day);
};

/** The one that it takes back; none where another fits nearly as well, or where both name somebody else. */
export const surest = (back: ReadLine, [best, next]: readonly Fit[]): Fit | null => {
  if (best === undefined || (next !== undefined && next.score > best.score - TIED)) return null;
  return best.score < TIED && areStrangers(back, best.sent.read) ? null : best;
};

/** Of lines that take a payment back: which, or null where that cannot be told. */
export const findTakenBack = (
  { lines, paid }: { readonly lines: readonly ReadLine[]; readonly paid: readonly Sent[] },
  paired: ReadonlyMap<string, string>,
  own: ReadonlySet<string>,
  common: ReadonlySet<string>,
): ReadonlyMap<string, Sent | null> => {
  const backs = lines.filter((line) => !paired.has(line.line.id) && saysReturn(line));
  if (backs.length === 0) return new Map();
  const known = new Set(paid.map(({ read }) => read.line.id));
  const open = lines.filter(({ line, topics }) => !known.has(line.id) && !topics.has('returned'));
  const sents = [...paid, ...open.map((read) => ({ read, paymentId: null }))].filter(
    ({ read }) => !paired.has(read.line.id),
  );
  const found = backs.flatMap((back) => {
    const fits = findFits(back, sents, own, common);
    return fits.length === 0 ? [] : [{ id: back.line.id, fit: surest(back, fits) }];
  });
  // A payment comes back once: of two lines that claim it, the one that is clearly surer.
  const isBeaten = (id: string, fit: Fit): boolean =>
    found.some((each) => each.id !== id && each.fit?.sent === fit.sent && each.fit.score > fit.score - TIED);
  return new Map(found.map(({ id, fit }) => [id, fit === null || isBeaten(id, fit) ? null : fit.sent]));
};
