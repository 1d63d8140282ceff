// Values in a CII document (UN/CEFACT D16B): unlike UBL, amounts have no currency, and days are figures with a format.
import { type Amount, toDecimal } from '../../../base/money/amount.ts';
import { decimalsOf, toFixed, toText, type Decimal } from '../../../base/money/decimal.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { Period } from '../../terms.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { documentDigits } from '../calculate.ts';
import { allowanceText, type WrittenAllowance } from '../document/allowances.ts';
import { group, leaf } from '../document/values.ts';

/** YYYYMMDD in UNTDID 2379. */
const FORMAT_DAY = '102';

export const dayElement = (name: string, day: IsoDay, prefix: 'udt' | 'qdt' = 'udt'): XmlElement =>
  element(name, {}, [element(`${prefix}:DateTimeString`, { format: FORMAT_DAY }, day.replaceAll('-', ''))]);

export const periodElement = (period: Period | null): XmlElement | null =>
  period === null
    ? null
    : group('ram:BillingSpecifiedPeriod', [
        dayElement('ram:StartDateTime', period.from),
        dayElement('ram:EndDateTime', period.to),
      ]);

/** An amount with the decimals of its currency, two at most (BR-DEC-*). */
export const money = (name: string, value: Decimal, currency: string): XmlElement =>
  element(name, {}, toFixed(value, documentDigits(currency)));

export const amountElement = (name: string, value: Amount): XmlElement =>
  money(name, toDecimal(value), value.currency);

/** A price, which may have more decimals than an amount. */
export const price = (name: string, value: Decimal, currency: string): XmlElement =>
  element(name, {}, toFixed(value, Math.max(decimalsOf(value), documentDigits(currency))));

/** Not subject to the tax: a category without a rate (BR-O-05). */
const OUTSIDE = 'O';

/** BT-151 and BT-152, BT-95 and BT-96: the last elements of any tax. */
export const categoryElements = (category: string, rate: Decimal): readonly (XmlElement | null)[] => [
  element('ram:CategoryCode', {}, category),
  ...rateElements(category, rate),
];

export const rateElements = (category: string, rate: Decimal): readonly (XmlElement | null)[] => [
  category === OUTSIDE ? null : element('ram:RateApplicablePercent', {}, toText(rate)),
];

export const VAT = element('ram:TypeCode', {}, 'VAT');

/** BG-20, BG-21, BG-27. */
export const allowanceCharge = (
  { charge, percent, base, amount, code, reason }: WrittenAllowance,
  currency: string,
  tax: XmlElement | null = null,
): XmlElement | null =>
  group('ram:SpecifiedTradeAllowanceCharge', [
    element('ram:ChargeIndicator', {}, [element('udt:Indicator', {}, String(charge))]),
    percent === null ? null : element('ram:CalculationPercent', {}, toText(percent)),
    base === null ? null : money('ram:BasisAmount', base, currency),
    element('ram:ActualAmount', {}, allowanceText(amount, currency)),
    code === null ? null : element('ram:ReasonCode', {}, code),
    leaf('ram:Reason', reason),
    tax,
  ]);
