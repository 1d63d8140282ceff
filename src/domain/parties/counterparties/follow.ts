// What the id of a counterparty stands for, also after it was merged into another one.
import { type Books, type CounterpartyRow, findCounterparty } from './store.ts';
import { findMerged } from './store/merged.ts';

/** Under its id, or under that of a duplicate which is part of it by now. */
export const followCounterparty = async (ctx: Books, id: string): Promise<CounterpartyRow | undefined> => {
  const found = await findCounterparty(ctx, id);
  if (found !== undefined) return found;
  const merged = await findMerged(ctx, id);
  return merged === undefined ? undefined : findCounterparty(ctx, merged.survivor_id);
};
