// The tax of a UBL invoice: its categories on lines and in the breakdown, and its sum in either currency.
import { COUNTRIES, type Country } from '../../../../generated/countries.ts';
import { convert, toDecimal } from '../../../base/money/amount.ts';
import { roundHalfUp, toText, type Decimal } from '../../../base/money/decimal.ts';
import type { InvoiceDocument, TaxRow } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { documentDigits } from '../calculate.ts';
import { isVatexCode } from '../codes.ts';
import { isSmallBusiness } from '../tax-category.ts';
import { group, leaf, money, amountElement } from './values.ts';

/** Not subject to the tax: a category without a rate. */
const OUTSIDE = 'O';

const schemeElement = (country: Country): XmlElement | null =>
  group('cac:TaxScheme', [leaf('cbc:ID', COUNTRIES[country].tax.scheme)]);

export const chooseCode = (country: Country, category: string): string =>
  COUNTRIES[country].tax.category_codes?.[category] ?? category;

/** Of a line (BG-30), or of an allowance or charge. */
export const taxCategory = (
  name: string,
  country: Country,
  category: string,
  rate: Decimal,
): XmlElement | null =>
  group(name, [
    leaf('cbc:ID', chooseCode(country, category)),
    category === OUTSIDE ? null : leaf('cbc:Percent', toText(rate)),
    schemeElement(country),
  ]);

interface Reason {
  readonly code: string | null;
  readonly text: string | null;
}

/** Why a category bears no tax. Each category has one group, so its text names the grounds of all its lines. */
export const describeExemption = (
  { seller, lines }: Pick<InvoiceDocument, 'seller' | 'lines'>,
  category: string,
): Reason => {
  const { exemption_reasons, exemption_texts, small_business_exemption } = COUNTRIES[seller.country_code].tax;
  const reason = exemption_reasons?.[category];
  if (reason === undefined) return { code: null, text: null };
  const grounds = lines
    .filter(({ countryDetails }) => countryDetails['tax_category'] === category)
    .map(({ countryDetails }) => String(countryDetails['exemption_code'] ?? ''))
    .filter(isVatexCode);
  const distinct = [...new Set(grounds)];
  if (distinct.length === 0 && category === 'E' && isSmallBusiness(seller))
    return { code: null, text: small_business_exemption ?? null };
  if (distinct.length > 1) return { code: null, text: `${reason.text} (${distinct.join(', ')})` };
  const [code] = distinct;
  return {
    code: code ?? reason.code ?? null,
    text: (code === undefined ? undefined : exemption_texts?.[code]) ?? reason.text,
  };
};

const subtotal = (document: InvoiceDocument, { category, rate, base, amount }: TaxRow): XmlElement => {
  const country = document.seller.country_code;
  const reason = describeExemption(document, category);
  // XRechnung requires a rate even here (BR-DE-14), and no rule forbids it in the breakdown.
  const hasRate = category !== OUTSIDE || country === 'DE';
  return element('cac:TaxSubtotal', {}, [
    amountElement('cbc:TaxableAmount', base),
    amountElement('cbc:TaxAmount', amount),
    group('cac:TaxCategory', [
      leaf('cbc:ID', chooseCode(country, category)),
      hasRate ? leaf('cbc:Percent', toText(rate)) : null,
      leaf('cbc:TaxExemptionReasonCode', reason.code),
      leaf('cbc:TaxExemptionReason', reason.text),
      schemeElement(country),
    ]),
  ]);
};

/**
 * The currency in which the seller accounts for the tax, where it is another than the invoice's: an invoice in a foreign
 * currency states the tax that is owed in the home one too (Directive 2006/112/EC, article 230). Where none is owed, or
 * no rate is known, nothing is stated.
 */
export const accountingCurrency = (
  { seller, currency, tax, exchangeRate }: InvoiceDocument,
  always: boolean,
): string | null =>
  currency !== seller.currency && exchangeRate !== null && (always || tax.minor !== 0)
    ? seller.currency
    : null;

/** A value of the invoice in the home currency. */
export const atHome = (value: Decimal, rate: Decimal, home: string): Decimal =>
  roundHalfUp(value.times(rate), documentDigits(home));

export const taxTotals = (document: InvoiceDocument, home: string | null): XmlElement[] => {
  const { tax, breakdown, exchangeRate } = document;
  const total = element('cac:TaxTotal', {}, [
    amountElement('cbc:TaxAmount', tax),
    ...breakdown.map((row) => subtotal(document, row)),
  ]);
  if (home === null || exchangeRate === null) return [total];
  const amount = money('cbc:TaxAmount', toDecimal(convert(tax, exchangeRate, home)), home);
  return [total, element('cac:TaxTotal', {}, [amount])];
};
