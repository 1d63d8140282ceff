// A labelled world: what the matcher is given, and what really happened.
import type { MatchAllocation, MatchInput, MatchKind } from '../../src/matching/types.ts';

export type Country = 'MX' | 'DE';
export type Profile = 'standard' | 'hard';

export const MATCHED_CATEGORIES = [
  'exact_folio',
  'exact_name',
  'same_series',
  'same_amount_other',
  'amount_only',
  'several_listed',
  'several_name',
  'partial',
  'final_part',
  'fee_deducted',
  'difference',
  'withheld',
  'other_currency',
  'wrong_number',
  'third_party',
  'paid_twice',
  'resent',
  'customer_number',
  'list_short',
  'surplus',
  'foreign_card',
  'returned_late',
] as const;

export const UNMATCHED_CATEGORIES = [
  'second_payment',
  'returned',
  'already_paid',
  'advance',
  'refund',
  'own_transfer',
  'fees',
  'taxes',
  'payroll',
  'cards',
  'processor',
  'unrelated',
  'late_return',
  'loans',
  'rent',
  'insurance',
  'owners',
  'cash',
] as const;

export type Category = (typeof MATCHED_CATEGORIES)[number] | (typeof UNMATCHED_CATEGORIES)[number];

/** What really happened with one line; without allocations it settles nothing. */
export interface LineTruth {
  readonly lineId: string;
  readonly category: Category;
  readonly kind: MatchKind;
  readonly allocations: readonly MatchAllocation[];
  /** What is missing may be spread otherwise over the same documents. */
  readonly spread?: true;
  /** It comes back later: to settle its document and to leave it are both right. */
  readonly either?: true;
}

export interface WorldOptions {
  readonly country: Country;
  readonly lines: number;
  readonly seed: number;
  readonly profile: Profile;
  /** With accounts and names learned from earlier lines; a world starts without by default. */
  readonly warm?: boolean;
  /** Open documents for each line; 1.2 to 1.9 by default. */
  readonly openPerLine?: number;
}

/** What the files need to know beside what the matcher sees. */
export interface WorldFacts {
  readonly ownName: string;
  readonly ownAccount: string;
  readonly bank: string;
  readonly accountBalanceMinor: number;
  /** Documents that were cancelled, not paid. */
  readonly voided: ReadonlySet<string>;
}

export interface World {
  readonly options: WorldOptions;
  readonly facts: WorldFacts;
  readonly input: MatchInput;
  /** One for each line of the input, in its order. */
  readonly truth: readonly LineTruth[];
}
