// What is out of the ordinary about a new bill: its day, its tax, its amount, and whether it is here already.
import { SERVICE } from '../../../../../generated/service.ts';
import { amount, toDecimal } from '../../../../base/money/amount.ts';
import { decimal, decimalOfInteger, isZero, toFixed } from '../../../../base/money/decimal.ts';
import { addDays, asDay } from '../../../../base/time/day.ts';
import type { Row } from '../../../../db/schema.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { formatBillFolio } from '../document.ts';
import { type EarlierBill, type EarlierBills, readEarlierBills } from '../store/plausibility.ts';
import { HUNDRED, hugeAmount, rateOf, type Unusual, type WarnsUnusual, ownValue, told } from './unusual.ts';

export type BillFacts = EarlierBill & {
  readonly due_date: string;
  readonly exchange_rate: string | null;
  readonly subtotal_minor: number;
  readonly tax_minor: number;
};

const { risks } = SERVICE;

/**
 * Of a bill that is not stored yet; answers those of its supplier that may have its number, and whether the supplier, whose RFC
 * is empty where nobody asks, is on the list of article 69-B.
 */
export const warnOfBill = async (
  ctx: ReadScope & WarnsUnusual,
  bill: Omit<BillFacts, 'id'> & Pick<Row<'bill'>, 'number_key'>,
  rfc: string,
): Promise<{ readonly numbered: readonly EarlierBill[]; readonly isListed: boolean }> => {
  const { counterparty_id, number_key, issue_date } = bill;
  const earlier = await readEarlierBills(
    ctx,
    { counterparty_id, number_key, currency: ctx.entity.currency, rfc },
    [addDays(asDay(issue_date), -risks.same_bill_days), addDays(asDay(issue_date), risks.same_bill_days)],
  );
  const found = [
    missingRate(ctx, bill),
    oddDay(ctx, bill),
    oddDueDay(bill),
    oddTax(bill),
    oddAmount(ctx, bill, earlier),
    twice(bill, earlier),
    listed(rfc, earlier),
  ];
  for (const unusual of found) if (unusual !== null) ctx.warn('unusual_value', unusual);
  return { numbered: earlier.numbered, isListed: isStanding(earlier) };
};

type New = Omit<BillFacts, 'id'>;

/** Of a row of an earlier system: all that it tells by itself. What is old is no news there. */
export const warnOfImportedBill = (ctx: ReadScope & WarnsUnusual, bill: New): void => {
  const isAhead = bill.issue_date > ctx.today;
  const found = [
    missingRate(ctx, bill),
    isAhead ? oddDay(ctx, bill) : null,
    oddDueDay(bill),
    oddTax(bill),
    hugeAmount(ctx, bill, rateOf(bill)),
  ];
  for (const unusual of found) if (unusual !== null) ctx.warn('unusual_value', unusual);
};

const missingRate = ({ entity }: ReadScope, { currency, exchange_rate }: New): Unusual | null =>
  currency === entity.currency || exchange_rate !== null
    ? null
    : {
        path: 'currency',
        received: currency,
        usual: `a currency with a rate to ${entity.currency}; an administrator imports exchange_rates`,
      };

const oddDay = ({ today }: ReadScope, { issue_date }: New): Unusual | null => {
  const earliest = addDays(today, -risks.bill_age_days);
  if (issue_date >= earliest && issue_date <= today) return null;
  return {
    path: 'issue_date',
    received: issue_date,
    usual: `a day from ${earliest} to ${today}`,
  };
};

const oddDueDay = ({ issue_date, due_date }: New): Unusual | null => {
  const latest = addDays(asDay(issue_date), risks.bill_due_days);
  return due_date <= latest
    ? null
    : { path: 'due_date', received: due_date, usual: `a day from ${issue_date} to ${latest}` };
};

const oddTax = ({ subtotal_minor, tax_minor }: New): Unusual | null => {
  const most = decimalOfInteger(subtotal_minor).times(decimal(risks.tax_percent)).div(HUNDRED);
  if (decimalOfInteger(tax_minor).lte(most)) return null;
  const tax = decimalOfInteger(tax_minor).times(HUNDRED);
  const whole = decimalOfInteger(subtotal_minor);
  return {
    path: 'line_items',
    received: isZero(whole) ? 'a tax on nothing' : `a tax of ${toFixed(tax.div(whole), 0)} %`,
    usual: `${risks.tax_percent} % at most`,
  };
};

/** Far above the largest of the last ones; of a company with few bills, above any that is likely. */
const oddAmount = (ctx: ReadScope, bill: New, { bills, largest_minor }: EarlierBills): Unusual | null => {
  const { currency } = ctx.entity;
  if (bills < risks.known_company_documents) return hugeAmount(ctx, bill, rateOf(bill));
  const value = ownValue(ctx, bill, rateOf(bill));
  const largest = { total_minor: largest_minor ?? 0, currency };
  const most = toDecimal(amount(largest.total_minor, currency)).times(decimal(risks.company_amount_times));
  if (value === null || value.lte(most)) return null;
  return { path: 'line_items', received: told(bill), usual: `${told(largest)} at most so far` };
};

/** `FAC-1234`, `fac.1234` and `FAC 01234` are one number. */
const plain = (bill: Pick<New, 'series' | 'bill_number'>): string =>
  (formatBillFolio(bill) ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<!\d)0+(?=\d)/gu, '');

const twice = (bill: New, { like: others }: EarlierBills): Unusual | null => {
  const sameNumber = others.find((other) => plain(other) !== '' && plain(other) === plain(bill));
  const sameTotal = others.find(
    (other) =>
      other.issue_date === bill.issue_date &&
      other.total_minor === bill.total_minor &&
      other.currency === bill.currency,
  );
  const other = sameNumber ?? sameTotal;
  if (other === undefined) return null;
  return {
    path: 'bill_number',
    received: `${formatBillFolio(bill) ?? 'no number'}, ${told(bill)}`,
    usual: `one of these; the same supplier has ${formatBillFolio(other) ?? other.id} of ${other.issue_date} over ${told(other)} (${other.id})`,
  };
};

/** Whoever was cleared, or whom a court acquitted, is on the list too. */
const isStanding = ({ situation }: EarlierBills): boolean =>
  situation === 'Definitivo' || situation === 'Presunto';

const listed = (rfc: string, earlier: EarlierBills): Unusual | null =>
  isStanding(earlier)
    ? {
        path: 'counterparty_id',
        received: `${rfc}, ${earlier.situation} on the list of article 69-B`,
        usual: 'a supplier that is not on it, since what a definitive one bills is not deducted,',
      }
    : null;
