// Why less came than a customer owed, and what that does to the invoice: the law of the company's country as its file in
// spec/countries states it, and the arithmetic, to the cent.
import { COUNTRIES, type CountryData, type PaymentCause } from '../../../../generated/countries.ts';
import type { DifferenceCause } from '../../../../generated/types.ts';
import type { DifferenceTaxRow, TaxBreakdownRow } from '../../../db/stated.ts';
import { amount, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import { decimal, type Decimal } from '../../../base/money/decimal.ts';
import type { Entity } from '../../../base/entity.ts';
import { asDay, daysBetween } from '../../../base/time/day.ts';

/** A discount for whoever pays within the days from issue. */
export interface AgreedDiscount {
  readonly percent: Decimal;
  readonly days: number;
}

/** As an invoice keeps them. */
export const toDiscounts = (
  stored: readonly { readonly percent: string; readonly days: number }[],
): readonly AgreedDiscount[] => stored.map(({ percent, days }) => ({ percent: decimal(percent), days }));

/** `3/7 2/14`: what was agreed with a customer. */
export const readTerms = (terms: string | null): readonly AgreedDiscount[] =>
  (terms ?? '').split(' ').flatMap((each) => {
    const [percent, days] = each.split('/');
    return percent === undefined || days === undefined
      ? []
      : [{ percent: decimal(percent), days: Number(days) }];
  });

/** Undefined where the country does not settle invoices so. */
export const causeRule = (
  { country_code }: Pick<Entity, 'country_code'>,
  cause: DifferenceCause,
): PaymentCause | undefined => {
  const { payment_causes }: CountryData = COUNTRIES[country_code];
  return payment_causes?.[cause];
};

export const percentOf = (minor: number, percent: Decimal, currency: string): number =>
  roundToCurrency(toDecimal(amount(minor, currency)).times(percent).div(HUNDRED), currency).minor;

const HUNDRED = decimal('100');

/** What the invoice says, else what was agreed with the customer, else what is usual in the country. */
export const discountsFor = (
  entity: Pick<Entity, 'country_code'>,
  ...agreed: readonly (readonly AgreedDiscount[])[]
): readonly AgreedDiscount[] => {
  const found = agreed.find((terms) => terms.length > 0);
  if (found !== undefined) return found;
  const { percents = [], days = 0 } = causeRule(entity, 'early_payment_discount')?.usual ?? {};
  return percents.map((percent) => ({ percent: decimal(String(percent)), days }));
};

export interface Missing {
  readonly issue_date: string;
  readonly paid_on: string;
  /** Before the payment. */
  readonly balance_minor: number;
  readonly missing_minor: number;
  readonly currency: string;
}

/** To the cent and within the days. */
export const isAgreed = (
  discounts: readonly AgreedDiscount[],
  { issue_date, paid_on, balance_minor, missing_minor, currency }: Missing,
): boolean => {
  const elapsed = daysBetween(asDay(issue_date), asDay(paid_on));
  return discounts.some(
    ({ percent, days }) =>
      elapsed <= days &&
      [percentOf(balance_minor, percent, currency), whatIsLeft(balance_minor, percent, currency)].includes(
        missing_minor,
      ),
  );
};

/** Whoever takes 98 % of it may round the half cent the other way. */
const whatIsLeft = (minor: number, percent: Decimal, currency: string): number =>
  minor - percentOf(minor, HUNDRED.minus(percent), currency);

/** Parts of `minor` in proportion to the weights; what rounding leaves goes to the largest remainders, first ones first. */
export const spread = (minor: number, weights: readonly number[]): readonly number[] => {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const sign = minor < 0 ? -1 : 1;
  const all = BigInt(Math.abs(minor));
  const rows = weights.map((weight, index) => {
    const product = all * BigInt(weight);
    return { index, part: Number(product / whole), rest: product % whole };
  });
  const left = Math.abs(minor) - rows.reduce((sum, { part }) => sum + part, 0);
  const largest = rows.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.index - b.index));
  const raised = new Set(largest.slice(0, left).map(({ index }) => index));
  return rows.map(({ index, part }) => sign * (part + (raised.has(index) ? 1 : 0)));
};

/** What `minor` with tax takes off base and tax of each rate. */
export const takeOffTaxes = (
  breakdown: readonly TaxBreakdownRow[],
  minor: number,
  currency: string,
): readonly DifferenceTaxRow[] => {
  const minorOf = (text: string): number => roundToCurrency(decimal(text), currency).minor;
  const rows = breakdown.map(({ tax, category, rate, base, amount: taxed }) => ({
    tax,
    category,
    rate,
    base_minor: minorOf(base),
    tax_minor: minorOf(taxed),
  }));
  return shareOf(rows, minor);
};

/** `minor` of the rows, in proportion. */
export const shareOf = (rows: readonly DifferenceTaxRow[], minor: number): readonly DifferenceTaxRow[] => {
  const parts = spread(
    minor,
    rows.map((row) => Math.max(0, row.base_minor + row.tax_minor)),
  );
  return rows.flatMap((row, index) => {
    const part = parts[index] ?? 0;
    const weights = [Math.max(0, row.base_minor), Math.max(0, row.tax_minor)];
    const [base_minor = 0, tax_minor = 0] = spread(part, weights);
    return part === 0 ? [] : [{ ...row, base_minor, tax_minor }];
  });
};
