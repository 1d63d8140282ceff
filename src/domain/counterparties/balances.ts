// What counterparties owe and are owed, from their open documents.
import { sql } from 'kysely';
import type { CurrencyAmount } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { Books } from './rows.ts';

export interface Balances {
  /** One amount per currency, never a sum across them. */
  readonly receivable: readonly CurrencyAmount[];
  readonly payable: readonly CurrencyAmount[];
}

export const NO_BALANCES: Balances = { receivable: [], payable: [] };

/** Balances of these counterparties; those without an open document are left out. */
export const readBalances = async (
  ctx: Books,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> => {
  if (counterpartyIds.length === 0) return new Map();
  const balances = new Map<string, Balances>();
  const owed = {
    receivable: await openInvoices(ctx, counterpartyIds),
    payable: await openBills(ctx, counterpartyIds),
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

const SUM = sql<number>`cast(sum(balance_minor) as signed)`.as('minor');

const openInvoices = (ctx: Books, counterpartyIds: readonly string[]) =>
  scoped(ctx, 'invoice')
    .select()
    .select(['counterparty_id', 'currency', SUM])
    .where('open', '=', true)
    .where('counterparty_id', 'in', counterpartyIds)
    .groupBy(['counterparty_id', 'currency'])
    .orderBy('currency')
    .execute();

const openBills = (ctx: Books, counterpartyIds: readonly string[]) =>
  scoped(ctx, 'bill')
    .select()
    .select(['counterparty_id', 'currency', SUM])
    .where('open', '=', true)
    .where('counterparty_id', 'in', counterpartyIds)
    .groupBy(['counterparty_id', 'currency'])
    .orderBy('currency')
    .execute();
