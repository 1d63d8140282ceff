// The past of a demo company as rows of the import of an earlier system: neither the authority nor the network takes a
// document with the date of last spring (a CFDI must be stamped within 72 hours of its date), so only the newest
// invoices are filed here.
import type { RowOf } from '../../../../generated/imports.ts';
import type { InvoiceLineInput } from '../../../../generated/types.ts';
import {
  decimal,
  type Decimal,
  decimalOfNumber,
  roundHalfUp,
  toNumber,
  ZERO,
} from '../../../base/money/decimal.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';
import { countAt, linesAt } from './lines.ts';
import type { DemoYear, Move, Purchase, Sale } from './types.ts';

/** Days ago of the oldest document, and of the first line of the statements: what was paid before is imported as paid. */
const OLDEST = 360;
const STATEMENTS_FROM = 40;

const HUNDRED = decimal('100');

/** The day, or the working day before where it is a weekend, Christmas or New Year. */
export const workday = (today: IsoDay, daysAgo: number): IsoDay => {
  let day = addDays(today, -daysAgo);
  while ([0, 6].includes(new Date(day).getUTCDay()) || /-(12-25|01-01)$/u.test(day)) day = addDays(day, -1);
  return day;
};

export interface History {
  readonly invoices: readonly RowOf<'invoices'>[];
  readonly invoice_payments: readonly RowOf<'invoice_payments'>[];
  readonly bills: readonly RowOf<'bills'>[];
  readonly bill_payments: readonly RowOf<'bill_payments'>[];
  /** Of each account, oldest first. */
  readonly moves: readonly (readonly Move[])[];
}

type Unsaldoed = Omit<Move, 'balance_minor'> & { readonly account: number };

/** A document before it has its number. */
interface Planned<P extends Sale | Purchase> {
  readonly plan: P;
  readonly k: number;
  readonly ago: number;
  readonly day: IsoDay;
}

export const planHistory = (year: DemoYear, today: IsoDay): History => {
  const sales = unroll(year.sales, today).map((each, index) =>
    planSale(year, today, each, String(1041 + index)),
  );
  const purchases = unroll(year.purchases, today).map((each) => planPurchase(year, today, each));
  const others = year.moves.map(({ account, days_ago, amount, text, party = null }): Unsaldoed => {
    const day = workday(today, days_ago);
    const side = party === null ? null : { name: nameOf(year, party), account: year.pay_from[party] };
    return {
      account,
      day,
      minor: toMinor(decimal(amount)),
      text,
      reference: day.slice(2).replaceAll('-', ''),
      party: side?.name ?? null,
      party_account: side?.account ?? null,
    };
  });
  const moves = [...sales, ...purchases].flatMap(({ move }) => (move === null ? [] : [move]));
  return {
    invoices: sales.map(({ row }) => row),
    invoice_payments: sales.flatMap(({ payment }) => (payment === null ? [] : [payment])),
    bills: purchases.map(({ row }) => row),
    bill_payments: purchases.flatMap(({ payment }) => (payment === null ? [] : [payment])),
    moves: year.accounts.map(({ opening_minor }, index) =>
      withBalances(
        opening_minor,
        [...moves, ...others].filter(({ account }) => account === index),
      ),
    ),
  };
};

/** Oldest first, as they were numbered. */
const unroll = <P extends Sale | Purchase>(plans: readonly P[], today: IsoDay): readonly Planned<P>[] =>
  plans
    .flatMap((plan) => {
      const count = Math.floor((OLDEST - plan.newest) / plan.every) + 1;
      return Array.from({ length: count }, (_, k): Planned<P> => {
        const ago = plan.newest + k * plan.every;
        return { plan, k, ago, day: workday(today, ago) };
      });
    })
    .toSorted((a, b) => b.ago - a.ago);

const planSale = (year: DemoYear, today: IsoDay, planned: Planned<Sale>, number: string) => {
  const { plan, k, day } = planned;
  const line_items = linesAt(year, plan.lines, k);
  const total = totalOf(line_items, year.tax_percent);
  const external_id = `year-${year.series}${number}`;
  const row: RowOf<'invoices'> = {
    external_id,
    counterparty: plan.party,
    series: year.series,
    number,
    issue_date: day,
    due_date: addDays(day, plan.terms),
    ...(plan.currency === undefined ? {} : { currency: plan.currency }),
    total: toNumber(total),
    status: 'filed',
    title: plan.title,
    line_items,
  };
  const paid = settle(year, today, planned, total, `${year.series}${number}`);
  const payment: RowOf<'invoice_payments'> | null =
    paid?.before === true
      ? {
          external_id: `${external_id}-p`,
          document: external_id,
          amount: toNumber(paid.amount),
          payment_date: paid.day,
          payment_method: 'wire_transfer',
          reference: paid.reference,
          bank_linked: true,
          historic: false,
        }
      : null;
  return { row, payment, move: paid?.before === false ? paid.move(1) : null };
};

const planPurchase = (year: DemoYear, today: IsoDay, planned: Planned<Purchase>) => {
  const { plan, k, day } = planned;
  const net = decimalOfNumber(countAt(plan.net, k));
  const tax_amount = percentOf(net, plan.tax_percent ?? year.tax_percent);
  const total = net.plus(tax_amount);
  const bill_number = `${plan.number.prefix ?? ''}${countAt(plan.number, k)}`;
  const external_id = `year-${plan.party}-${bill_number}`;
  const status = plan.status?.[k] ?? (k === 0 ? 'received' : 'validated');
  const row: RowOf<'bills'> = {
    external_id,
    counterparty: plan.party,
    bill_number,
    issue_date: day,
    due_date: addDays(day, plan.terms),
    total: toNumber(total),
    status,
    title: plan.title,
    line_items: [
      { description: plan.title, quantity: 1, unit_price: toNumber(net), tax_amount: toNumber(tax_amount) },
    ],
  };
  const owed = status === 'received' || status === 'validated';
  const paid = owed ? settle(year, today, planned, total, bill_number) : null;
  const payment: RowOf<'bill_payments'> | null =
    paid?.before === true
      ? {
          external_id: `${external_id}-p`,
          document: external_id,
          amount: toNumber(paid.amount),
          paid_on: paid.day,
          payment_method: 'transfer',
          reference: paid.reference,
          bank_linked: true,
          historic: false,
        }
      : null;
  return { row, payment, move: paid?.before === false ? paid.move(-1) : null };
};

/** How the document was paid, if it was. */
const settle = (
  year: DemoYear,
  today: IsoDay,
  { plan, k, ago }: Planned<Sale | Purchase>,
  total: Decimal,
  folio: string,
) => {
  const paidAgo = ago - plan.paid_after;
  if (plan.unpaid?.includes(k) === true || paidAgo < 1) return null;
  const amount = plan.half?.includes(k) === true ? roundHalfUp(total.div(decimal('2')), 2) : total;
  const day = workday(today, paidAgo);
  const reference = day.slice(2).replaceAll('-', '') + String(k + 10);
  // Money in a foreign currency does not arrive on an account of the plan.
  const before = paidAgo > STATEMENTS_FROM || ('currency' in plan && plan.currency !== undefined);
  const move = (sign: 1 | -1): Unsaldoed => ({
    account: 0,
    day,
    minor: sign * toMinor(amount),
    text: plan.payer_writes ?? folio,
    reference,
    party: nameOf(year, plan.party),
    party_account: year.pay_from[plan.party] ?? null,
  });
  return { before, amount, day, reference, move };
};

const withBalances = (opening: number, moves: readonly Unsaldoed[]): Move[] => {
  let balance_minor = opening;
  return moves
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ account: _account, ...move }) => {
      balance_minor += move.minor;
      return { ...move, balance_minor };
    });
};

/** Line by line in full, taxes and retentions rounded for the whole. */
const totalOf = (lines: readonly InvoiceLineInput[], standard: number): Decimal => {
  const taxes = new Map<number, Decimal>();
  let total = ZERO;
  for (const { quantity, unit_price, discount, country_details = {} } of lines) {
    const gross = decimalOfNumber(quantity).times(decimalOfNumber(unit_price));
    const net = gross.minus(percentOf(gross, discount?.percent ?? 0));
    const { tax_rate = standard, withholdings = [] } = country_details;
    total = total.plus(net);
    for (const rate of [tax_rate, ...withholdings.map(({ rate: held }) => -held)])
      taxes.set(rate, (taxes.get(rate) ?? ZERO).plus(net));
  }
  for (const [rate, base] of taxes) total = total.plus(percentOf(base, rate));
  return total;
};

const percentOf = (base: Decimal, percent: number): Decimal =>
  roundHalfUp(base.times(decimalOfNumber(percent)).div(HUNDRED), 2);

const toMinor = (value: Decimal): number => toNumber(value.times(HUNDRED));

const nameOf = ({ counterparties, known }: DemoYear, party: string): string =>
  [...known, ...counterparties].find(({ external_id }) => external_id === party)?.name ?? party;
