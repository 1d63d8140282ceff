// Lines, allowances and charges of CII.
import { isTrue, LINE_WITHOUT, vat } from '../en16931/draft.ts';
import { discountOf } from '../en16931/discount.ts';
import { priceFromNet, priceOfOne } from '../en16931/price.ts';
import type { Values } from '../en16931/values.ts';
import { issue } from '../issue.ts';
import type { ReadAdjustment, ReadLine, ReadPeriod, ReadTax } from '../reading.ts';
import { type Tree, all, attribute, first, joined, textAt, texts } from '../xml/tree.ts';

export const dayAt = (tree: Tree | undefined, path: string, values: Values, term: string): string | null =>
  values.day(tree, `${path}/DateTimeString`, term) ?? values.day(tree, `${path}/DateTime`, term);

export const periodAt = (parent: Tree | undefined, values: Values, term: string): ReadPeriod | null => {
  const period = first(parent, 'BillingSpecifiedPeriod');
  const start = dayAt(period, 'StartDateTime', values, term);
  const end = dayAt(period, 'EndDateTime', values, term);
  return start === null && end === null ? null : { start, end };
};

const taxOf = (tax: Tree | undefined, values: Values, term: string): ReadTax | null => {
  if (tax === undefined) return null;
  textAt(tax, 'TypeCode');
  return vat(textAt(tax, 'CategoryCode'), values.decimal(tax, 'RateApplicablePercent', term));
};

const allowanceCharge = (each: Tree, values: Values, term: string): readonly ReadAdjustment[] => {
  const amount = values.decimal(each, 'ActualAmount', term);
  if (amount === null) return [];
  return [
    {
      kind: isTrue(textAt(each, 'ChargeIndicator/Indicator')) ? 'charge' : 'allowance',
      amount,
      base: values.decimal(each, 'BasisAmount', term),
      percent: values.decimal(each, 'CalculationPercent', term),
      reason: textAt(each, 'Reason'),
      reasonCode: textAt(each, 'ReasonCode'),
      tax: taxOf(first(each, 'CategoryTradeTax'), values, 'BT-96'),
    },
  ];
};

/** The freight of a document of profile EXTENDED, a charge like others. */
const serviceCharge = (each: Tree, values: Values): readonly ReadAdjustment[] => {
  const amount = values.decimal(each, 'AppliedAmount', 'BT-99');
  if (amount === null) return [];
  const tax = taxOf(first(each, 'AppliedTradeTax'), values, 'BT-103');
  const reason = textAt(each, 'Description');
  return [{ kind: 'charge', amount, base: null, percent: null, reason, reasonCode: null, tax }];
};

export const adjustmentsOf = (
  parent: Tree | undefined,
  values: Values,
  term: string,
): readonly ReadAdjustment[] => [
  ...all(parent, 'SpecifiedTradeAllowanceCharge').flatMap((each) => allowanceCharge(each, values, term)),
  ...all(parent, 'SpecifiedLogisticsServiceCharge').flatMap((each) => serviceCharge(each, values)),
];

/** EXTENDED: headings and sums of lines below, which are amounts of other lines or of none. */
const NOT_COUNTED: readonly (string | null)[] = ['GROUP', 'INFORMATION'];

export const isCounted = (line: Tree): boolean =>
  !NOT_COUNTED.includes(textAt(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode'));

const codeOf = (product: Tree | undefined): string | null => {
  const code = first(product, 'DesignatedProductClassification/ClassCode');
  const text = textAt(product, 'DesignatedProductClassification/ClassCode');
  return text === null ? null : joined([attribute(code, 'listID'), text], ':');
};

export const readCiiLine = (line: Tree, values: Values): ReadLine => {
  const product = first(line, 'SpecifiedTradeProduct');
  const agreement = first(line, 'SpecifiedLineTradeAgreement');
  const delivery = first(line, 'SpecifiedLineTradeDelivery');
  const settlement = first(line, 'SpecifiedLineTradeSettlement');
  const about = first(line, 'AssociatedDocumentLineDocument');
  const id = textAt(about, 'LineID');
  const net = values.decimal(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
    'BT-131',
  );
  if (net === null) values.tell(issue('en_line_amount', { line: id ?? '' }));
  const quantity = values.decimal(delivery, 'BilledQuantity', 'BT-129') ?? '1';
  const priced = first(agreement, 'NetPriceProductTradePrice');
  const price = values.decimal(priced, 'ChargeAmount', 'BT-146');
  const base = values.decimal(priced, 'BasisQuantity', 'BT-149');
  const adjustments = adjustmentsOf(settlement, values, 'BT-136');
  return {
    ...LINE_WITHOUT,
    id,
    description: textAt(product, 'Name') ?? textAt(product, 'Description') ?? '',
    detail: joined([textAt(product, 'Description'), ...texts(about, 'IncludedNote/Content')], '\n'),
    quantity,
    unitCode: attribute(first(delivery, 'BilledQuantity'), 'unitCode'),
    unitPrice: price === null ? priceFromNet(net ?? '0', quantity) : priceOfOne(price, base),
    net: net ?? '0',
    discount: discountOf(adjustments),
    adjustments,
    taxes: [taxOf(first(settlement, 'ApplicableTradeTax'), values, 'BT-152') ?? vat(null, null)],
    period: periodAt(settlement, values, 'BG-26'),
    sellerItemId: textAt(product, 'SellerAssignedID'),
    productCode: codeOf(product),
    orderLine: textAt(agreement, 'BuyerOrderReferencedDocument/LineID'),
    account: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount/ID'),
  };
};
