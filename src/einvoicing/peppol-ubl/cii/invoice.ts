// The whole CII document of a German invoice, profile EN 16931, as the file inside a hybrid PDF (ZUGFeRD, Factur-X).
import type { DocumentLine, InvoiceDocument } from '../../regime.ts';
import { taxName } from '../../tax-rates.ts';
import type { Attachment } from '../../terms.ts';
import { type XmlElement, element, xmlDocument } from '../../xml/write.ts';
import { partiesOf } from '../delivery.ts';
import { deliveryDay } from '../document/delivery.ts';
import { group, leaf } from '../document/values.ts';
import type { TradeParty } from '../parties.ts';
import { buyerParty, sellerParty, shipTo } from './parties.ts';
import { settlement } from './settlement.ts';
import { VAT, allowanceCharge, categoryElements, dayElement, money, periodElement, price } from './values.ts';
import { toText } from '../../../base/money/decimal.ts';
import { describeLineAllowances } from '../document/allowances.ts';
import { unitOf } from '../document/lines.ts';

const DATA = 'urn:un:unece:uncefact:data:standard:';

const NAMESPACES = {
  'xmlns:rsm': `${DATA}CrossIndustryInvoice:100`,
  'xmlns:ram': `${DATA}ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:udt': `${DATA}UnqualifiedDataType:100`,
  'xmlns:qdt': `${DATA}QualifiedDataType:100`,
};

/** BT-24. */
const GUIDELINE = 'urn:cen.eu:en16931:2017';

/** UNTDID 1001: commercial invoice, credit note. */
const TYPES = { invoice: '380', credit_note: '381' } as const;

/** UNTDID 1001: supporting document. */
const SUPPORTING = '916';

const attachment = ({ name, mimeType, description, content }: Attachment): XmlElement | null =>
  content === null
    ? null
    : group('ram:AdditionalReferencedDocument', [
        leaf('ram:IssuerAssignedID', name),
        leaf('ram:TypeCode', SUPPORTING),
        leaf('ram:Name', description),
        element(
          'ram:AttachmentBinaryObject',
          { mimeCode: mimeType, filename: name },
          content.toString('base64'),
        ),
      ]);

const agreement = (document: InvoiceDocument, seller: TradeParty, buyer: TradeParty): XmlElement => {
  const { breakdown, terms, countryDetails } = document;
  const outside = breakdown.length > 0 && breakdown.every(({ category }) => category === 'O');
  const tax = { scheme: taxName(document.seller.country_code), shown: !outside };
  const reference = (name: string, id: string | null): XmlElement | null =>
    group(name, [leaf('ram:IssuerAssignedID', id)]);
  return element('ram:ApplicableHeaderTradeAgreement', {}, [
    leaf('ram:BuyerReference', String(countryDetails['buyer_reference'] ?? '')),
    sellerParty(seller, tax),
    buyerParty(buyer, tax),
    reference('ram:BuyerOrderReferencedDocument', terms.orderReference),
    reference('ram:ContractReferencedDocument', terms.contractReference),
    ...terms.attachments.map(attachment),
    terms.projectReference === null
      ? null
      : group('ram:SpecifiedProcuringProject', [
          leaf('ram:ID', terms.projectReference),
          leaf('ram:Name', terms.projectReference),
        ]),
  ]);
};

const tradeDelivery = (document: InvoiceDocument, buyer: TradeParty): XmlElement => {
  const day = deliveryDay(document);
  return element('ram:ApplicableHeaderTradeDelivery', {}, [
    document.breakdown.some(({ category }) => category === 'K') ? shipTo(buyer) : null,
    day === null
      ? null
      : group('ram:ActualDeliverySupplyChainEvent', [dayElement('ram:OccurrenceDateTime', day)]),
  ]);
};

/** `folio` is series and number, as in the document that was filed. */
export const ciiXml = (document: InvoiceDocument, folio: string): string => {
  const { seller, buyer } = partiesOf(document);
  const root = element('rsm:CrossIndustryInvoice', NAMESPACES, [
    element('rsm:ExchangedDocumentContext', {}, [
      group('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', GUIDELINE)]),
    ]),
    element('rsm:ExchangedDocument', {}, [
      leaf('ram:ID', folio),
      leaf('ram:TypeCode', TYPES[document.kind]),
      dayElement('ram:IssueDateTime', document.issueDate),
      group('ram:IncludedNote', [leaf('ram:Content', document.title)]),
      group('ram:IncludedNote', [leaf('ram:Content', document.notes)]),
    ]),
    element('rsm:SupplyChainTradeTransaction', {}, [
      ...document.lines.map((line, index) => lineItem(document, line, index)),
      agreement(document, seller, buyer),
      tradeDelivery(document, buyer),
      settlement(document, folio),
    ]),
  ]);
  return `${xmlDocument(root)}\n`;
};

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
