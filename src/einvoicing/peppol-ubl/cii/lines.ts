// The lines of a CII document (BG-25).
import { toText } from '../../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { describeLineAllowances } from '../document/allowances.ts';
import { unitOf } from '../document/lines.ts';
import { group, leaf } from '../document/values.ts';
import { allowanceCharge, categoryElements, money, periodElement, price, VAT } from './values.ts';

export const lineItem = (
  { seller: { country_code: country }, currency }: InvoiceDocument,
  line: DocumentLine,
  index: number,
): XmlElement => {
  const { countryDetails, quantity, unitPrice, taxRate, subtotal } = line;
  return element('ram:IncludedSupplyChainTradeLineItem', {}, [
    group('ram:AssociatedDocumentLineDocument', [leaf('ram:LineID', String(index + 1))]),
    group('ram:SpecifiedTradeProduct', [
      leaf('ram:SellerAssignedID', line.productNumber),
      leaf('ram:Name', line.description),
    ]),
    group('ram:SpecifiedLineTradeAgreement', [
      group('ram:NetPriceProductTradePrice', [price('ram:ChargeAmount', unitPrice, currency)]),
    ]),
    group('ram:SpecifiedLineTradeDelivery', [
      leaf('ram:BilledQuantity', toText(quantity), { unitCode: unitOf(line, country) }),
    ]),
    group('ram:SpecifiedLineTradeSettlement', [
      group('ram:ApplicableTradeTax', [
        VAT,
        ...categoryElements(String(countryDetails['tax_category'] ?? ''), taxRate),
      ]),
      periodElement(line.period),
      ...describeLineAllowances(line, country, currency).map((each) => allowanceCharge(each, currency)),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        money('ram:LineTotalAmount', subtotal, currency),
      ]),
    ]),
  ]);
};
