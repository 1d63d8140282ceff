// Why less was paid than was owed, and what that does to the document: the law of the company's country as its file in
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
  /** What the percent is of, with tax, where it is not all that is owed; never more than that. */
  readonly base?: Decimal;
}

/** As a document keeps them. */
export const toDiscounts = (
  stored: readonly { readonly percent: string; readonly days: number; readonly base?: string }[],
): readonly AgreedDiscount[] =>
  stored.map(({ percent, days, base }) => ({
    percent: decimal(percent),
    days,
    ...(base === undefined ? {} : { base: decimal(base) }),
  }));

/** Of what is owed, that which the discount is taken of. */
export const basisOf = ({ base }: Pick<AgreedDiscount, 'base'>, owed: number, currency: string): number =>
  base === undefined ? owed : Math.min(owed, roundToCurrency(base, currency).minor);

/** `3/7 2/14`: what was agreed with a counterparty. */
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
const ZERO = decimal('0');

export interface Offer {
  readonly by: 'invoice' | 'counterparty' | 'country';
  readonly discounts: readonly AgreedDiscount[];
}

export interface Terms {
  readonly of_document: readonly AgreedDiscount[];
  readonly of_counterparty: readonly AgreedDiscount[];
  /**
   * What is usual in the country does not add a discount: an invoice says in words how it is to be paid, or it is a bill,
   * of which nothing is taken off that nobody has agreed to.
   */
  readonly worded: boolean;
}

/** What the document says, else what was agreed with the counterparty, else what is usual in the country. */
const offerOf = (
  entity: Pick<Entity, 'country_code'>,
  { of_document, of_counterparty, worded }: Terms,
): Offer => {
  if (of_document.length > 0) return { by: 'invoice', discounts: of_document };
  if (of_counterparty.length > 0) return { by: 'counterparty', discounts: of_counterparty };
  const { percents = [], days = 0 } = causeRule(entity, 'early_payment_discount')?.usual ?? {};
  const discounts = percents.map((percent) => ({ percent: decimal(String(percent)), days }));
  return { by: 'country', discounts: worded ? [] : discounts };
};

/** Of the offer, what whoever pays on this day may take. */
export const offerOn = (
  entity: Pick<Entity, 'country_code'>,
  terms: Terms,
  issue_date: string,
  paid_on: string,
): Offer => {
  const { by, discounts } = offerOf(entity, terms);
  const elapsed = daysBetween(asDay(issue_date), asDay(paid_on));
  return { by, discounts: discounts.filter(({ days }) => elapsed <= days) };
};

interface Offered {
  readonly balance_minor: number;
  readonly offer: Offer;
}

/** What is missing of each when the discounts that are offered come to it, to the cent; null when they do not. */
export const discountsTaken = (
  of: readonly Offered[],
  missing: number,
  currency: string,
): readonly number[] | null => {
  const takenOf = (owed: number, discount: AgreedDiscount | undefined): Taken => ({
    basis: discount === undefined ? owed : basisOf(discount, owed, currency),
    percent: discount?.percent,
  });
  // Everybody's best, or one percentage wherever it is offered.
  const ways = [
    ({ balance_minor, offer }: Offered): Taken =>
      offer.discounts
        .map((each) => takenOf(balance_minor, each))
        .toSorted((a, b) => (weightOf(a).gt(weightOf(b)) ? -1 : 1))[0] ?? takenOf(balance_minor, undefined),
    ...of
      .flatMap(({ offer }) => offer.discounts)
      .map(
        (wanted) =>
          ({ balance_minor, offer }: Offered): Taken =>
            takenOf(balance_minor, sameOf(offer.discounts, wanted)),
      ),
  ];
  for (const way of ways) {
    const found = comesTo(of.map(way), missing, currency);
    if (found !== null) return found;
  }
  return null;
};

const sameOf = (discounts: readonly AgreedDiscount[], wanted: AgreedDiscount): AgreedDiscount | undefined =>
  discounts.find((each) => each === wanted) ?? discounts.find(({ percent }) => percent.eq(wanted.percent));

interface Taken {
  /** What the percent is of. */
  readonly basis: number;
  readonly percent: Decimal | undefined;
}

const weightOf = ({ basis, percent }: Taken): Decimal => decimal(String(basis)).times(percent ?? ZERO);

/** Rounded for each document, or for their sum. */
const comesTo = (of: readonly Taken[], missing: number, currency: string): readonly number[] | null => {
  const each = of.map(({ basis, percent }) =>
    percent === undefined ? [0, 0] : roundings(basis, percent, currency),
  );
  const least = each.map(([low = 0]) => low);
  let more = missing - least.reduce((sum, minor) => sum + minor, 0);
  const room = each.reduce((sum, [low = 0, high = 0]) => sum + high - low, 0);
  if (more >= 0 && more <= room)
    return each.map(([low = 0, high = 0]) => {
      const raised = Math.min(more, high - low);
      more -= raised;
      return low + raised;
    });
  const [first] = of;
  const percent = first?.percent;
  if (percent === undefined || !of.every((other) => other.percent?.eq(percent) === true)) return null;
  const bases = of.map(({ basis }) => basis);
  const whole = bases.reduce((sum, minor) => sum + minor, 0);
  return roundings(whole, percent, currency).includes(missing) ? spread(missing, bases) : null;
};

/** Lower first: whoever pays 98 % of it may round the half cent the other way. */
const roundings = (minor: number, percent: Decimal, currency: string): readonly [number, number] => {
  const off = percentOf(minor, percent, currency);
  const left = minor - percentOf(minor, HUNDRED.minus(percent), currency);
  return [Math.min(off, left), Math.max(off, left)];
};

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

/** What `minor` with tax takes off base and tax of each rate, of what credit notes have left of it. */
export const takeOffTaxes = (
  breakdown: readonly TaxBreakdownRow[],
  minor: number,
  currency: string,
  credited: readonly TaxBreakdownRow[] = [],
): readonly DifferenceTaxRow[] => {
  const minorOf = (text: string): number => roundToCurrency(decimal(text), currency).minor;
  const rows = breakdown.map(({ tax, category, rate, base, amount: taxed }) => {
    const off = credited.filter((row) => isOfTax(row, { tax, category, rate }));
    return {
      tax,
      category,
      rate,
      base_minor: minorOf(base) - off.reduce((sum, row) => sum + minorOf(row.base), 0),
      tax_minor: minorOf(taxed) - off.reduce((sum, row) => sum + minorOf(row.amount), 0),
    };
  });
  return shareOf(rows, minor);
};

type TaxKey = Pick<TaxBreakdownRow, 'tax' | 'category' | 'rate'>;

const isOfTax = (row: TaxKey, { tax, category, rate }: TaxKey): boolean =>
  row.tax === tax && row.category === category && decimal(row.rate).eq(decimal(rate));

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
