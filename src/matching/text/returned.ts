// One line by itself: whether it says that money comes back, since when that may have been paid, and what it takes back.
import { addDays, asDay, type IsoDay } from '../../base/time/day.ts';
import { type Fit, findFits, firstDay, surest } from '../batch/late-returns.ts';
import type { MatchLine, MatchPaid } from '../types.ts';
import { readLine, readTopics } from './read-line.ts';
import { allowsMonths, isUnauthorised, saysReturn } from './return-words.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** The first day whose payments the line may take back; null where it says nothing of that. */
export const returnsSince = (line: MatchLine): IsoDay | null => {
  const read = readTopics(line);
  if (!read.topics.has('returned') && !saysReturn(read) && !allowsMonths(read)) return null;
  return addDays(asDay(line.date), firstDay(read) - read.day);
};

export interface TakenBack<T> {
  /** The likeliest first. */
  readonly fits: readonly { readonly paid: T; readonly fee: number }[];
  /** That it is the first, and no other. */
  readonly isSure: boolean;
  readonly unauthorised: boolean;
}

/** Which of the payments the line takes back. */
export const tellTakenBack = <T extends MatchPaid>(line: MatchLine, paid: readonly T[]): TakenBack<T> => {
  const back = readLine(line, NOTHING);
  const at = new Map(paid.map((each) => [each.line.id, each]));
  const sents = paid.map((each) => ({ read: readLine(each.line, NOTHING), paymentId: each.paymentId }));
  const fits = findFits(back, sents, NOTHING, NOTHING);
  return {
    fits: fits.flatMap(({ sent, fee }: Fit) => {
      const found = at.get(sent.read.line.id);
      return found === undefined ? [] : [{ paid: found, fee }];
    }),
    isSure: surest(back, fits) !== null,
    unauthorised: isUnauthorised(back),
  };
};
