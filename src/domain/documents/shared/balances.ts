// What counterparties owe and are owed, from their open documents.
import { minorToWire } from '../../../base/money/amount.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Balances, NO_BALANCES } from '../../parties/counterparties/describe.ts';
import { sumOpenBalances } from './store/settle.ts';

/** Balances of these counterparties; those without an open document are left out. */
export const readBalances = async (
  ctx: ReadScope,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> => {
  if (counterpartyIds.length === 0) return new Map();
  const balances = new Map<string, Balances>();
  const owed = {
    receivable: await sumOpenBalances(ctx, 'invoice', counterpartyIds),
    payable: await sumOpenBalances(ctx, 'bill', counterpartyIds),
  };
  for (const side of ['receivable', 'payable'] as const) {
    for (const { counterparty_id, currency, minor } of owed[side]) {
      const earlier = balances.get(counterparty_id) ?? NO_BALANCES;
      const added = { currency, amount: minorToWire(minor, currency) };
      balances.set(counterparty_id, { ...earlier, [side]: [...earlier[side], added] });
    }
  }
  return balances;
};
