// The lines of a UBL invoice.
import type { Country } from '../../../../generated/countries.ts';
import { decimal, isNegative, toFixed, toText } from '../../../base/money/decimal.ts';
import type { DocumentLine } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { findDefaults } from '../country-data.ts';
import { lineCategory } from './tax.ts';
import { group, leaf, money, price } from './values.ts';

/** By how much a line may differ from quantity times price (PEPPOL-EN16931-R120). */
const SLACK = decimal('0.02');

/** The decimals that an allowance or charge may have (BR-DEC-24, BR-DEC-27). */
const CENTS = 2;

/**
 * Currencies without decimals round a line by up to half a unit, which the network treats as an error. So the line
 * states the rounding as a charge or an allowance.
 */
const rounding = ({ quantity, unitPrice, subtotal }: DocumentLine, currency: string): XmlElement | null => {
  const difference = subtotal.minus(quantity.times(unitPrice));
  if (difference.abs().lte(SLACK)) return null;
  return element('cac:AllowanceCharge', {}, [
    leaf('cbc:ChargeIndicator', isNegative(difference) ? 'false' : 'true'),
    leaf('cbc:AllowanceChargeReason', `Rounding to ${currency}`),
    element('cbc:Amount', { currencyID: currency }, toFixed(difference.abs(), CENTS)),
  ]);
};

export const invoiceLine = (
  line: DocumentLine,
  index: number,
  country: Country,
  currency: string,
): XmlElement =>
  element('cac:InvoiceLine', {}, [
    leaf('cbc:ID', String(index + 1)),
    leaf('cbc:InvoicedQuantity', toText(line.quantity), { unitCode: findDefaults(country).unit_code }),
    money('cbc:LineExtensionAmount', line.subtotal, currency),
    rounding(line, currency),
    group('cac:Item', [
      leaf('cbc:Name', line.description),
      lineCategory(country, String(line.countryDetails['tax_category'] ?? ''), line.taxRate),
    ]),
    group('cac:Price', [price('cbc:PriceAmount', line.unitPrice, currency)]),
  ]);
