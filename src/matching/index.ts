// The matcher: a pure function from bank lines and open documents to explained matches. The same input gives the same
// output whatever its order. No database, no clock, no network.
import { assign } from './decide/assign.ts';
import { describeResults } from './decide/results.ts';
import { readWeights, type Fitted } from './model/weights.ts';
import { prepare, scoreAll } from './run.ts';
import type { MatchInput, MatchOutput, MatchResult } from './types.ts';

export { explainShortage, type Shortfall } from './candidates/shortfall.ts';
export { findAgainst, tellLine } from './explain/line.ts';
export { dayNumber } from './text/days.ts';
export { aliasKey, namelessness, textKeyOf } from './text/alias.ts';
export { returnsSince, tellTakenBack } from './text/returned.ts';
export { returnFeeLimit } from './text/return-words.ts';
export { aliasesWanted, taughtIn, type WantedAliases } from './books/taught.ts';
export { lookFor } from './text/look-for.ts';
export { compactAccount, readMemoryKeys } from './text/read-line.ts';
export { isGenericTaxId } from './books/party-index.ts';

export interface MatchOptions {
  /** Other weights than the fitted ones of this version. */
  readonly fitted?: Fitted;
}

/** One result for each line, in the order of the input. */
export const matchLines = (input: MatchInput, options: MatchOptions = {}): MatchOutput => {
  const weights = readWeights(options.fitted);
  const prepared = prepare(input);
  const states = scoreAll(prepared, weights);
  const results = describeResults(prepared.world, states, assign(states), weights.fitted);
  const byLine = new Map(results.map((result) => [result.lineId, result]));
  return {
    results: input.lines
      .map((line) => byLine.get(line.id))
      .filter((result): result is MatchResult => result !== undefined),
    modelVersion: weights.fitted.version,
  };
};
