// Allowances and charges of a UBL document: BG-20 and BG-21 on the whole, BG-27 and BG-28 on a line.
import type { Country } from '../../../../generated/countries.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import { decimal, isNegative, isZero, toFixed, toText, type Decimal } from '../../../base/money/decimal.ts';
import type { DocumentAllowance, DocumentLine } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { percentOf } from '../allowances.ts';
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

interface Written {
  readonly charge: boolean;
  readonly code: string | null;
  readonly reason: string;
  readonly percent: Decimal | null;
  readonly amount: Decimal;
  readonly base: Decimal | null;
  readonly category: XmlElement | null;
}

const allowanceCharge = (
  { charge, code, reason, percent, amount, base, category }: Written,
  currency: string,
): XmlElement =>
  element('cac:AllowanceCharge', {}, [
    leaf('cbc:ChargeIndicator', String(charge)),
    leaf('cbc:AllowanceChargeReasonCode', code),
    leaf('cbc:AllowanceChargeReason', reason),
    percent === null ? null : leaf('cbc:MultiplierFactorNumeric', toText(percent)),
    money('cbc:Amount', amount, currency),
    base === null ? null : money('cbc:BaseAmount', base, currency),
    category,
  ]);

export const documentAllowance = (allowance: DocumentAllowance, country: Country): XmlElement => {
  const { charge, reason, percent, amount, base, category, rate } = allowance;
  return allowanceCharge(
    {
      charge,
      code: reasonCode(charge, reason),
      reason,
      percent,
      amount: toDecimal(amount),
      base: base === null ? null : toDecimal(base),
      category: taxCategory('cac:TaxCategory', country, category, rate),
    },
    amount.currency,
  );
};

const discount = (line: DocumentLine, country: Country, currency: string): XmlElement | null => {
  const { gross, discountAmount: amount } = line;
  if (line.discount === null || isZero(amount)) return null;
  const percent = percentOf(line.discount, gross, amount);
  return allowanceCharge(
    {
      charge: false,
      code: DISCOUNT,
      reason: country === 'DE' ? 'Rabatt' : 'Discount',
      percent,
      amount,
      base: percent === null ? null : gross,
      category: null,
    },
    currency,
  );
};

/** By how much a line may differ from quantity times price (PEPPOL-EN16931-R120). */
const SLACK = decimal('0.02');

/** The decimals that an allowance or charge may have (BR-DEC-24, BR-DEC-27). */
const CENTS = 2;

/**
 * Currencies without decimals round a line by up to half a unit, which the network treats as an error. So the line
 * states the rounding as a charge or an allowance.
 */
const rounding = (
  { quantity, unitPrice, subtotal, discountAmount }: DocumentLine,
  currency: string,
): XmlElement | null => {
  const difference = subtotal.plus(discountAmount).minus(quantity.times(unitPrice));
  if (difference.abs().lte(SLACK)) return null;
  return element('cac:AllowanceCharge', {}, [
    leaf('cbc:ChargeIndicator', isNegative(difference) ? 'false' : 'true'),
    leaf('cbc:AllowanceChargeReason', `Rounding to ${currency}`),
    element('cbc:Amount', { currencyID: currency }, toFixed(difference.abs(), CENTS)),
  ]);
};

export const lineAllowances = (
  line: DocumentLine,
  country: Country,
  currency: string,
): readonly (XmlElement | null)[] => [discount(line, country, currency), rounding(line, currency)];
