// Hypotheses of one kind share weights for the interactions of amount, number and name.
import type { HypothesisKind } from '../candidates/hypothesis.ts';

export const GROUPS = [
  'exact',
  'several',
  'partial',
  'deducted',
  'other_currency',
  'payment',
  'difference',
] as const;

/** Position in GROUPS. */
export type Group = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const POSITIONS: Readonly<Record<Exclude<HypothesisKind, 'none'>, Group>> = {
  exact: 0,
  several: 1,
  partial: 2,
  deducted: 3,
  other_currency: 4,
  payment: 5,
  difference: 6,
};

export const findGroup = (kind: Exclude<HypothesisKind, 'none'>): Group => POSITIONS[kind];
