// One way to explain a line. All of a line's hypotheses, "none" among them, compete for one probability.
import type { SaidSentence } from '../../base/said.ts';
import type { BookDocument } from '../books/book.ts';
import type { MatchKind, MatchPayment } from '../types.ts';
import type { Shortage } from './shortfall.ts';

export type HypothesisKind = MatchKind | 'payment';

/** Why what is listed sums to more than the line. */
export interface ListShort {
  readonly cause: 'discount' | 'late_discount' | 'credit_note';
  readonly label: SaidSentence;
}

export interface SetFacts {
  /** How many sets of this party sum to the amount. */
  readonly solutions: number;
  /** How many sets of this size would sum to the amount by chance alone. */
  readonly byChance: number;
  readonly complete: boolean;
  /** Documents between the first and the last that are left out. */
  readonly gaps: number;
  /** Documents due before the first that are left open. */
  readonly olderLeft: number;
  readonly listed: number;
  /** The set is all that the party has open. */
  readonly everything: boolean;
  /** Less than the listed sum is paid. */
  readonly short: ListShort | null;
}

export interface Hypothesis {
  readonly kind: HypothesisKind;
  readonly documents: readonly BookDocument[];
  /** Of the line's amount, one for each document. */
  readonly amounts: readonly number[];
  readonly party: number;
  readonly shortage: Shortage | null;
  readonly set: SetFacts | null;
  readonly payment: MatchPayment | null;
  /** Relative difference to the rate of the day, for other currencies. */
  readonly rateGap: number;
}

export const NONE: Hypothesis = {
  kind: 'none',
  documents: [],
  amounts: [],
  party: -1,
  shortage: null,
  set: null,
  payment: null,
  rateGap: 0,
};

// Written out field by field: this is where a large run spends its memory.
export const single = (
  kind: HypothesisKind,
  entry: BookDocument,
  amount: number,
  shortage: Shortage | null = null,
  rateGap = 0,
): Hypothesis => ({
  kind,
  documents: [entry],
  amounts: [amount],
  party: entry.party,
  shortage,
  set: null,
  payment: null,
  rateGap,
});

export const several = (
  documents: readonly BookDocument[],
  set: SetFacts,
  amounts: readonly number[] = documents.map((entry) => entry.balance),
): Hypothesis => ({
  kind: 'several',
  documents,
  amounts,
  party: documents[0]?.party ?? -1,
  shortage: null,
  set,
  payment: null,
  rateGap: 0,
});

export const paid = (payment: MatchPayment, party: number): Hypothesis => ({
  kind: 'payment',
  documents: [],
  amounts: [],
  party,
  shortage: null,
  set: null,
  payment,
  rateGap: 0,
});

/** Equal for the same explanation; orders ties. */
export const makeHypothesisKey = (hypothesis: Hypothesis): string =>
  hypothesis.kind === 'none'
    ? ''
    : hypothesis.kind === 'payment'
      ? `p:${hypothesis.payment?.id ?? ''}`
      : hypothesis.documents.map((entry) => entry.document.id).join('+');
