// What a failed statement or transaction means for whoever asked for it. Everything that the database, its driver or its
// disk can do wrong has one of these names; what has none is a bug.
import { isConflict, isFull, isLostConnection, isOutOfOrder, isOverloaded, isReadOnly } from './errno.ts';
import { NoSpace } from './space.ts';
import { DatabaseTimeout } from './timeout.ts';
import { OutcomeUnknown } from './transaction.ts';

/**
 * `unavailable`: nothing was stored, and the same may succeed in a moment. `full`: nothing was stored, for want of space.
 * `outcome_unknown`: only a look at the books tells.
 */
export type DatabaseFault = 'unavailable' | 'full' | 'outcome_unknown';

const UNAVAILABLE = [isLostConnection, isConflict, isReadOnly, isOverloaded, isOutOfOrder];

export const faultOf = (error: unknown): DatabaseFault | undefined => {
  if (error instanceof OutcomeUnknown) return 'outcome_unknown';
  if (error instanceof NoSpace || isFull(error)) return 'full';
  if (error instanceof DatabaseTimeout || UNAVAILABLE.some((is) => is(error))) return 'unavailable';
  return undefined;
};
