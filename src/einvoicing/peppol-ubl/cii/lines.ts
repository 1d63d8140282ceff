// The lines of a CII document (BG-25).
import { isZero, toText } from '../../../base/money/decimal.ts';
import type { DocumentLine } from '../../regime.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { findDefaults } from '../country-data.ts';
import { group, leaf } from '../document/values.ts';
import { allowanceCharge, categoryElements, money, periodElement, price, VAT } from './values.ts';

/** UNTDID 5189: discount. */
const DISCOUNT = '95';

const lineDiscount = (line: DocumentLine, currency: string): XmlElement | null => {
  const { discount, discountAmount, gross } = line;
  if (isZero(discountAmount)) return null;
  const percent = discount !== null && 'percent' in discount ? discount.percent : null;
  return allowanceCharge(
    {
      charge: false,
      percent,
      base: gross,
      amount: discountAmount,
      code: DISCOUNT,
      reason: 'Rabatt',
      tax: null,
    },
    currency,
  );
};

export const lineItem = (line: DocumentLine, index: number, currency: string): XmlElement => {
  const { countryDetails, quantity, unitPrice, taxRate, subtotal } = line;
  const unit = countryDetails['unit_code'] ?? findDefaults('DE').unit_code;
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
      leaf('ram:BilledQuantity', toText(quantity), { unitCode: String(unit) }),
    ]),
    group('ram:SpecifiedLineTradeSettlement', [
      group('ram:ApplicableTradeTax', [
        VAT,
        ...categoryElements(String(countryDetails['tax_category'] ?? ''), taxRate),
      ]),
      periodElement(line.period),
      lineDiscount(line, currency),
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        money('ram:LineTotalAmount', subtotal, currency),
      ]),
    ]),
  ]);
};
