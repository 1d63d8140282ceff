// Which way a limit moved.
import type { Schema } from '../lower/schema.ts';

const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const;
const UPPER = ['maxLength', 'maximum', 'maxItems'] as const;

export interface LimitMove {
  readonly keyword: string;
  readonly tighter: boolean;
  readonly before: number | boolean | undefined;
  readonly after: number | boolean | undefined;
}

/** Every limit that differs. One that is new is tighter, one that is gone is looser. */
export const limitMoves = (before: Schema, after: Schema): readonly LimitMove[] => {
  const moves: LimitMove[] = [];
  const compare = (keyword: (typeof LOWER | typeof UPPER)[number], isLower: boolean): void => {
    const [from, to] = [before[keyword], after[keyword]];
    if (from === to) return;
    const tighter = to !== undefined && (from === undefined || (isLower ? to > from : to < from));
    moves.push({ keyword, tighter, before: from, after: to });
  };
  for (const keyword of LOWER) compare(keyword, true);
  for (const keyword of UPPER) compare(keyword, false);
  if (before.uniqueItems !== after.uniqueItems) {
    moves.push({
      keyword: 'uniqueItems',
      tighter: after.uniqueItems === true,
      before: before.uniqueItems,
      after: after.uniqueItems,
    });
  }
  return moves;
};
