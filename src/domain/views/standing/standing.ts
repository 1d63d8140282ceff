// The standing of a counterparty or a company in one currency, told alike wherever it is told: `open` is what is left of
// its open documents, `credit` what was paid or credited beyond all documents (what no document takes of payments and of
// credit notes on account, and what bills were paid in excess), `net` the one less the other: the balance of the ledger.
import type { DocumentType, LedgerType, StandingOfCurrency } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import type { Balances } from '../../parties/counterparties/describe.ts';
import { sumOpenBalances } from '../../documents/shared/store/settle.ts';
import { chooseLedger, getPaymentType } from '../../documents/payments/items.ts';
import { type PartyCredit, sumAllCredits, sumCredits, sumOverpaid } from './store.ts';

export { sumAllCredits, sumOverpaid };

/** A part of an open sum, or of a credit, in minor units. */
interface Part {
  readonly currency: string;
  readonly minor: number;
}

export const describeStanding = (currency: string, open: number, credit: number): StandingOfCurrency => ({
  currency,
  amount: minorToWire(open, currency),
  open: minorToWire(open, currency),
  credit: minorToWire(credit, currency),
  net: minorToWire(open - credit, currency),
});

/** By currency, in alphabetical order; those in which all is settled are left out. */
export const standingsOf = (open: readonly Part[], credits: readonly Part[]): StandingOfCurrency[] => {
  const sum = (parts: readonly Part[], of: string): number =>
    parts.reduce((total, { currency, minor }) => total + (currency === of ? minor : 0), 0);
  return [...new Set([...open, ...credits].map(({ currency }) => currency))]
    .toSorted()
    .map((currency) => ({ currency, open: sum(open, currency), credit: sum(credits, currency) }))
    .filter(({ open: left, credit }) => left !== 0 || credit !== 0)
    .map(({ currency, open: left, credit }) => describeStanding(currency, left, credit));
};

const SIDES = { receivable: 'invoice', payable: 'bill' } as const;

const readParts = async (ctx: ReadScope, ids: readonly string[]) => ({
  open: {
    invoice: await sumOpenBalances(ctx, 'invoice', ids),
    bill: await sumOpenBalances(ctx, 'bill', ids),
  },
  credits: await sumCredits(ctx.db, [ctx.entity.id], ids),
});

const of = (credits: readonly PartyCredit[], kind: DocumentType): readonly PartyCredit[] =>
  credits.filter((credit) => credit.kind === kind);

/** Of these counterparties; those without anything open or paid beyond it are left out. */
export const readBalances = async (
  ctx: ReadScope,
  counterpartyIds: readonly string[],
): Promise<ReadonlyMap<string, Balances>> => {
  if (counterpartyIds.length === 0) return new Map();
  const { open, credits } = await readParts(ctx, counterpartyIds);
  const standings = (id: string, kind: DocumentType): StandingOfCurrency[] =>
    standingsOf(
      open[kind].filter(({ counterparty_id }) => counterparty_id === id),
      of(credits, kind).filter(({ counterparty_id }) => counterparty_id === id),
    );
  const some = new Set(
    [...open.invoice, ...open.bill, ...credits].map(({ counterparty_id }) => counterparty_id),
  );
  return new Map(
    [...some].map((id) => [id, { receivable: standings(id, 'invoice'), payable: standings(id, 'bill') }]),
  );
};

/** Of one counterparty; with others, as if they were one. */
export const balancesOf = async (ctx: ReadScope, ...ids: readonly string[]): Promise<Balances> => {
  const { open, credits } = await readParts(ctx, ids);
  return {
    receivable: standingsOf(open.invoice, of(credits, 'invoice')),
    payable: standingsOf(open.bill, of(credits, 'bill')),
  };
};

/** As a ledger of one counterparty tells it beside its entries. */
export const ledgerStanding = async (
  ctx: ReadScope & Raises<'counterparty_not_found'>,
  counterparty_id: string,
  type: LedgerType,
) => {
  const { counterparty_id: id } = await requireCounterparty(ctx, { counterparty_id });
  const balances = await balancesOf(ctx, id);
  return (['receivable', 'payable'] as const).flatMap((side) => {
    const ledger = chooseLedger(getPaymentType(SIDES[side]));
    if (type !== 'both' && type !== ledger) return [];
    return balances[side].map(({ amount: _amount, ...standing }) => ({ ledger, ...standing }));
  });
};
