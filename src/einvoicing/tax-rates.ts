// The tax rates of a country on a day, as `spec/countries` lists them.
import { COUNTRIES, type Country } from '../../generated/countries.ts';
import { decimalOfNumber, type Decimal } from '../base/money/decimal.ts';
import type { IsoDay } from '../base/time/day.ts';
import type { LineTaxRule } from './regime.ts';

export interface CountryRate {
  /** In percent. */
  readonly percent: Decimal;
  readonly category: string;
}

/** The rates in force, highest first. */
export const ratesOn = (country: Country, day: IsoDay): readonly CountryRate[] =>
  COUNTRIES[country].tax.rates
    .filter(({ from, to }) => (from === undefined || from <= day) && (to === undefined || day <= to))
    .map(({ percent, category }) => ({ percent: decimalOfNumber(percent), category }))
    .toSorted((left, right) => right.percent.cmp(left.percent));

export const defaultRate = (country: Country): Decimal =>
  decimalOfNumber(COUNTRIES[country].tax.default_rate);

/** The category of the default rate, whatever the day. */
export const defaultCategory = (country: Country): string => {
  const { default_rate, rates } = COUNTRIES[country].tax;
  const row = rates.find(({ percent }) => percent === default_rate);
  if (row === undefined) throw new Error(`the default rate of ${country} is none of its rates`);
  return row.category;
};

/** The country's name for the tax: IVA, VAT. */
export const taxName = (country: Country): string => COUNTRIES[country].tax.scheme;

/** The country's own tax on a line, at this rate. */
export const valueAddedTax = (country: Country, { percent, category }: CountryRate): LineTaxRule => ({
  tax: taxName(country),
  category,
  factor: 'rate',
  rate: percent,
  quantity: null,
  withheld: false,
});
