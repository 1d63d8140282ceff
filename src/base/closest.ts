// "Did you mean": the known word that was probably meant.
import { slipsBetween } from './names/distance.ts';

/** A third of the letters may be wrong, at least one and at most three. */
const forgiven = (word: string): number => Math.min(3, Math.max(1, Math.floor(word.length / 3)));

export const closest = (word: string, known: readonly string[]): string | undefined => {
  const wanted = word.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const slips = slipsBetween(wanted, candidate.toLowerCase(), forgiven(wanted));
    if (slips !== undefined && slips < fewest) [best, fewest] = [candidate, slips];
  }
  return best;
};

/** ` Did you mean "x"?`, or nothing. */
export const suggestion = (word: string, known: readonly string[]): string => {
  const meant = closest(word, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
};
