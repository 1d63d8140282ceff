// Lines, allowances and charges of UBL.
import { isTrue, LINE_WITHOUT, vat } from '../en16931/draft.ts';
import { discountOf } from '../en16931/discount.ts';
import { priceFromNet, priceOfOne } from '../en16931/price.ts';
import type { Values } from '../en16931/values.ts';
import { issue } from '../issue.ts';
import type { ReadAdjustment, ReadLine, ReadPeriod, ReadTax } from '../reading.ts';
import { type Tree, all, attribute, first, joined, textAt, texts } from '../xml/tree.ts';

const taxOf = (category: Tree | undefined, values: Values, term: string): ReadTax | null =>
  category === undefined ? null : vat(textAt(category, 'ID'), values.decimal(category, 'Percent', term));

export const readPeriod = (period: Tree | undefined, values: Values, term: string): ReadPeriod | null => {
  const start = values.day(period, 'StartDate', term);
  const end = values.day(period, 'EndDate', term);
  return start === null && end === null ? null : { start, end };
};

/** BG-20 and BG-21, BG-27 and BG-28; one without an amount changes nothing. */
export const readAdjustments = (parent: Tree, values: Values, term: string): readonly ReadAdjustment[] =>
  all(parent, 'AllowanceCharge').flatMap((each) => {
    const amount = values.decimal(each, 'Amount', term);
    if (amount === null) return [];
    return [
      {
        kind: isTrue(textAt(each, 'ChargeIndicator')) ? 'charge' : 'allowance',
        amount,
        base: values.decimal(each, 'BaseAmount', term),
        percent: values.decimal(each, 'MultiplierFactorNumeric', term),
        reason: textAt(each, 'AllowanceChargeReason'),
        reasonCode: textAt(each, 'AllowanceChargeReasonCode'),
        tax: taxOf(first(each, 'TaxCategory'), values, 'BT-96'),
      },
    ];
  });

const codeOf = (code: Tree | undefined): string | null => {
  const text = code?.text ?? '';
  if (code !== undefined) code.seen = true;
  return text === '' ? null : joined([attribute(code, 'listID'), text], ':');
};

export const readUblLine = (line: Tree, values: Values, quantityName: string): ReadLine => {
  const item = first(line, 'Item');
  const id = textAt(line, 'ID');
  const net = values.decimal(line, 'LineExtensionAmount', 'BT-131');
  if (net === null) values.tell(issue('en_line_amount', { line: id ?? '' }));
  const quantity = values.decimal(line, quantityName, 'BT-129') ?? '1';
  const price = values.decimal(line, 'Price/PriceAmount', 'BT-146');
  const base = values.decimal(line, 'Price/BaseQuantity', 'BT-149');
  const adjustments = readAdjustments(line, values, 'BT-136');
  const category = first(item, 'ClassifiedTaxCategory');
  return {
    ...LINE_WITHOUT,
    id,
    description: textAt(item, 'Name') ?? textAt(item, 'Description') ?? '',
    detail: joined([textAt(item, 'Description'), ...texts(line, 'Note')], '\n'),
    quantity,
    unitCode: attribute(first(line, quantityName), 'unitCode'),
    unitPrice: price === null ? priceFromNet(net ?? '0', quantity) : priceOfOne(price, base),
    net: net ?? '0',
    discount: discountOf(adjustments),
    adjustments,
    taxes: [taxOf(category, values, 'BT-152') ?? vat(null, null)],
    period: readPeriod(first(line, 'InvoicePeriod'), values, 'BG-26'),
    sellerItemId: textAt(item, 'SellersItemIdentification/ID'),
    productCode: codeOf(first(item, 'CommodityClassification/ItemClassificationCode')),
    orderLine: textAt(line, 'OrderLineReference/LineID'),
    account: textAt(line, 'AccountingCost'),
  };
};
