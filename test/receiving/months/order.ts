import type { Random } from '../../property/random.ts';

/** In an order that chance has. */
export const shuffled = <T>(random: Random, values: readonly T[]): readonly T[] => {
  const left = [...values];
  return values.flatMap(() => left.splice(random.int(0, left.length - 1), 1));
};
