// The lines of a UBL invoice or credit note.
import type { Country } from '../../../../generated/countries.ts';
import { toText } from '../../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { findDefaults } from '../country-data.ts';
import { lineAllowances } from './allowances.ts';
import { invoicePeriod } from './delivery.ts';
import { taxCategory } from './tax.ts';
import { group, leaf, money, price } from './values.ts';

export const unitOf = ({ countryDetails }: DocumentLine, country: Country): string =>
  String(countryDetails['unit_code'] ?? findDefaults(country).unit_code);

export const documentLine = (
  { kind, seller: { country_code: country }, currency }: InvoiceDocument,
  line: DocumentLine,
  index: number,
): XmlElement => {
  const isCredit = kind === 'credit_note';
  const unitCode = unitOf(line, country);
  return element(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', {}, [
    leaf('cbc:ID', String(index + 1)),
    leaf(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', toText(line.quantity), { unitCode }),
    money('cbc:LineExtensionAmount', line.subtotal, currency),
    invoicePeriod(line.period),
    ...lineAllowances(line, country, currency),
    group('cac:Item', [
      leaf('cbc:Name', line.description),
      group('cac:SellersItemIdentification', [leaf('cbc:ID', line.productNumber)]),
      taxCategory(
        'cac:ClassifiedTaxCategory',
        country,
        String(line.countryDetails['tax_category'] ?? ''),
        line.taxRate,
      ),
    ]),
    group('cac:Price', [price('cbc:PriceAmount', line.unitPrice, currency)]),
  ]);
};
