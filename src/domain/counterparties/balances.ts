// What counterparties owe and are owed, from their open documents.
import { sql } from 'kysely';
import type { CurrencyAmount } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import { minorToWire } from '../money/amount.ts';
import type { Books } from './rows.ts';

export interface Balances {
  /** One amount per currency, never a sum across them. */
  readonly receivable: readonly CurrencyAmount[];
  readonly payable: readonly CurrencyAmount[];
}

export const NO_BALANCES: Balances = { receivable: [], payable: [] };

/** Balances of these counterparties; those without an open document are left out. Bills have no table yet. */
export const readBalances = async (
  ctx: Books,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> => {
  if (counterpartyIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'invoice')
    .select()
    .select([
      'invoice.counterparty_id',
      'invoice.currency',
      sql<number>`cast(sum(balance_minor) as signed)`.as('minor'),
    ])
    .where('invoice.open', '=', 1)
    .where('invoice.counterparty_id', 'in', counterpartyIds)
    .groupBy(['invoice.counterparty_id', 'invoice.currency'])
    .orderBy('invoice.currency')
    .execute();
  const balances = new Map<string, Balances>();
  for (const { counterparty_id, currency, minor } of rows) {
    const earlier = balances.get(counterparty_id) ?? NO_BALANCES;
    const receivable = { currency, amount: minorToWire(minor, currency) };
    balances.set(counterparty_id, { ...earlier, receivable: [...earlier.receivable, receivable] });
  }
  return balances;
};
