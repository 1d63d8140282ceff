// Which hypothesis each line gets: the most probable first, as long as the documents' balances last. A payment on
// record explains one line only.
import { makeHypothesisKey } from '../candidates/hypothesis.ts';
import { type LineState, topTwo } from '../batch/state.ts';

export interface Choice {
  readonly state: LineState;
  /** Position of the hypothesis. */
  readonly at: number;
  /** Its probability among all of the line's, also those that are taken. */
  readonly probability: number;
  /** The best hypothesis was taken by a surer line. */
  readonly displaced: boolean;
}

interface Claim {
  readonly state: LineState;
  readonly at: number;
  readonly probability: number;
}

class Remaining {
  readonly #balances = new Map<number, number>();
  readonly #payments = new Set<string>();

  fits(claim: Claim): boolean {
    const hypothesis = claim.state.hypotheses[claim.at];
    if (hypothesis === undefined) return false;
    if (hypothesis.payment !== null) return !this.#payments.has(hypothesis.payment.id);
    return hypothesis.documents.every(
      (entry, index) => (this.#balances.get(entry.at) ?? entry.left) >= this.#amount(claim, index),
    );
  }

  /** In another currency the line's amount says nothing about the balance: the document is taken whole. */
  #amount(claim: Claim, index: number): number {
    const hypothesis = claim.state.hypotheses[claim.at];
    if (hypothesis?.kind === 'other_currency') return hypothesis.documents[index]?.balance ?? 0;
    return hypothesis?.amounts[index] ?? 0;
  }

  take(claim: Claim): void {
    const hypothesis = claim.state.hypotheses[claim.at];
    if (hypothesis === undefined) return;
    if (hypothesis.payment !== null) this.#payments.add(hypothesis.payment.id);
    for (const [index, entry] of hypothesis.documents.entries()) {
      this.#balances.set(entry.at, (this.#balances.get(entry.at) ?? entry.left) - this.#amount(claim, index));
    }
  }
}

const LEAST = 0.15;

const listClaims = (state: LineState): Claim[] => {
  const [best, next] = topTwo(state.probabilities);
  const claims: Claim[] = [];
  for (const at of [best, next]) {
    const probability = at < 0 ? 0 : (state.probabilities[at] ?? 0);
    if (at === best || probability >= LEAST) claims.push({ state, at, probability });
  }
  return claims;
};

const orderKey = (claim: Claim): string => {
  const hypothesis = claim.state.hypotheses[claim.at];
  return `${claim.state.view.read.line.date}|${claim.state.view.read.line.id}|${hypothesis === undefined ? '' : makeHypothesisKey(hypothesis)}`;
};

const ROUNDED = 1e9;

/** The same for any order of lines: equal probabilities go by day, line and documents. */
const byProbability = (a: Claim, b: Claim): number => {
  const difference = Math.round(b.probability * ROUNDED) - Math.round(a.probability * ROUNDED);
  if (difference !== 0) return difference;
  const [keyA, keyB] = [orderKey(a), orderKey(b)];
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
};

/** One choice for each line; "none" where all that it could be is taken. */
export const assign = (states: readonly LineState[]): Map<number, Choice> => {
  const choices = new Map<number, Choice>();
  const remaining = new Remaining();
  for (const state of states) {
    // Its amount is off the balances already.
    if (state.decided !== null && state.decided.allocations.length > 0)
      choices.set(state.at, { state, at: Math.max(0, state.fixed), probability: 1, displaced: false });
  }
  for (const claim of states.flatMap(listClaims).sort(byProbability)) {
    if (choices.has(claim.state.at) || !remaining.fits(claim)) continue;
    remaining.take(claim);
    const [best] = topTwo(claim.state.probabilities);
    choices.set(claim.state.at, {
      state: claim.state,
      at: claim.at,
      probability: claim.probability,
      displaced: claim.at !== best,
    });
  }
  for (const state of states) {
    if (choices.has(state.at)) continue;
    choices.set(state.at, { state, at: 0, probability: state.probabilities[0] ?? 0, displaced: true });
  }
  return choices;
};
