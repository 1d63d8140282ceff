// Allowances and charges of a UBL document: BG-20 and BG-21 on the whole, BG-27 and BG-28 on a line.
import type { Country } from '../../../../generated/countries.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import {
  decimal,
  isNegative,
  isZero,
  roundHalfUp,
  toFixed,
  toText,
  type Decimal,
} from '../../../base/money/decimal.ts';
import type { DocumentAllowance, DocumentLine } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { percentOf } from '../allowances.ts';
import { documentDigits } from '../calculate.ts';
import { taxCategory } from './tax.ts';
import { leaf, money } from './values.ts';

/** UNTDID 5189: discount. */
const DISCOUNT = '95';

/** UNTDID 7161, by what the seller calls the charge; the first that fits. */
const CHARGES: readonly (readonly [words: RegExp, code: string])[] = [
  [/fracht|freight/i, 'FC'],
  [/verpack|packing|packaging/i, 'PC'],
  [/versand|shipping|porto|postage/i, 'SH'],
  [/liefer|deliver/i, 'DL'],
];

/** Other services. */
const OTHER_CHARGE = 'ADR';

const reasonCode = (charge: boolean, reason: string): string =>
  charge ? (CHARGES.find(([words]) => words.test(reason))?.[1] ?? OTHER_CHARGE) : DISCOUNT;

/** An allowance or charge as any format writes it. */
export interface WrittenAllowance {
  readonly charge: boolean;
  /** UNTDID 5189 or 7161. */
  readonly code: string | null;
  readonly reason: string;
  /** With a base, or both null (PEPPOL-EN16931-R041, R042). */
  readonly percent: Decimal | null;
  readonly amount: Decimal;
  readonly base: Decimal | null;
}

const allowanceCharge = (
  { charge, code, reason, percent, amount, base }: WrittenAllowance,
  currency: string,
  category: XmlElement | null,
): XmlElement =>
  element('cac:AllowanceCharge', {}, [
    leaf('cbc:ChargeIndicator', String(charge)),
    leaf('cbc:AllowanceChargeReasonCode', code),
    leaf('cbc:AllowanceChargeReason', reason),
    percent === null ? null : leaf('cbc:MultiplierFactorNumeric', toText(percent)),
    element('cbc:Amount', { currencyID: currency }, allowanceText(amount, currency)),
    base === null ? null : money('cbc:BaseAmount', base, currency),
    category,
  ]);

export const describeAllowance = ({
  charge,
  reason,
  percent,
  amount,
  base,
}: DocumentAllowance): WrittenAllowance => ({
  charge,
  code: reasonCode(charge, reason),
  reason,
  percent,
  amount: toDecimal(amount),
  base: base === null ? null : toDecimal(base),
});

export const documentAllowance = (allowance: DocumentAllowance, country: Country): XmlElement =>
  allowanceCharge(
    describeAllowance(allowance),
    allowance.amount.currency,
    taxCategory('cac:TaxCategory', country, allowance.category, allowance.rate),
  );

const describeDiscount = (line: DocumentLine, country: Country): WrittenAllowance | null => {
  const { gross, discountAmount: amount } = line;
  if (line.discount === null || isZero(amount)) return null;
  const percent = percentOf(line.discount, gross, amount);
  const reason = country === 'DE' ? 'Rabatt' : 'Discount';
  return { charge: false, code: DISCOUNT, reason, percent, amount, base: percent === null ? null : gross };
};

/** By how much a line may differ from quantity times price (PEPPOL-EN16931-R120). */
const SLACK = decimal('0.02');

/** The decimals that an allowance or charge may have, whatever its currency (BR-DEC-24, BR-DEC-27). */
const CENTS = 2;

/** Written to the cent: what is rounded away of a currency without decimals has some. */
export const allowanceText = (amount: Decimal, currency: string): string =>
  toFixed(
    amount,
    amount.eq(roundHalfUp(amount, documentDigits(currency))) ? documentDigits(currency) : CENTS,
  );

/**
 * Currencies without decimals round a line by up to half a unit, which the network treats as an error. So the line
 * states the rounding as a charge or an allowance.
 */
const describeRounding = (
  { quantity, unitPrice, subtotal, discountAmount }: DocumentLine,
  currency: string,
): WrittenAllowance | null => {
  const difference = subtotal.plus(discountAmount).minus(quantity.times(unitPrice));
  if (difference.abs().lte(SLACK)) return null;
  return {
    charge: !isNegative(difference),
    code: null,
    reason: `Rounding to ${currency}`,
    percent: null,
    amount: difference.abs(),
    base: null,
  };
};

export const describeLineAllowances = (
  line: DocumentLine,
  country: Country,
  currency: string,
): readonly WrittenAllowance[] =>
  [describeDiscount(line, country), describeRounding(line, currency)].filter((each) => each !== null);

export const lineAllowances = (
  line: DocumentLine,
  country: Country,
  currency: string,
): readonly XmlElement[] =>
  describeLineAllowances(line, country, currency).map((each) => allowanceCharge(each, currency, null));
