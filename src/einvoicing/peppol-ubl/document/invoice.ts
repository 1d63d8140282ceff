// The whole UBL invoice, in the order of the schema of UBL 2.1.
import { v5 } from 'uuid';
import type { Profile } from '../../../../generated/countries.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import type { FilingFacts } from '../../filing.ts';
import type { InvoiceDocument } from '../../regime.ts';
import { taxName } from '../../tax-rates.ts';
import { element, xmlDocument, type XmlElement } from '../../xml/write.ts';
import { buyerOf, sellerOf, type TradeParty } from '../parties.ts';
import { invoiceLine } from './lines.ts';
import { noteText } from './note.ts';
import { address, buyerParty, sellerParty } from './party.ts';
import { paymentMeans } from './payment.ts';
import { accountingCurrency, atHome, taxTotals } from './tax.ts';
import { group, leaf, amountElement } from './values.ts';

const NAMESPACES = {
  xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** UNTDID 1001: commercial invoice. */
const COMMERCIAL_INVOICE = '380';

/** The namespace of ids derived from the folio, so that rebuilding an invoice gives the same id. */
const ID_NAMESPACE = 'b3c7a7f4-4c0e-5f0d-9d57-6d4f0c7c2f10';

/** Series and number as printed. */
const writeFolio = ({ series, number }: FilingFacts): string => `${series}-${number}`;

const isOutsideScope = ({ breakdown }: InvoiceDocument): boolean =>
  breakdown.length > 0 && breakdown.every(({ category }) => category === 'O');

/**
 * The day of supply is the day of issue, since drafts know no other: German law asks for it (BR-DE-TMP-32), and goods
 * within the Union need it together with where they went (BR-IC-11, BR-IC-12).
 */
const delivery = ({ issueDate, breakdown }: InvoiceDocument, buyer: TradeParty): XmlElement | null =>
  group('cac:Delivery', [
    leaf('cbc:ActualDeliveryDate', issueDate),
    breakdown.some(({ category }) => category === 'K')
      ? group('cac:DeliveryLocation', [address('cac:Address', buyer)])
      : null,
  ]);

/** Singapore requires the totals in its own currency too, as document references. */
const homeTotals = (
  { subtotal, total, exchangeRate }: InvoiceDocument,
  home: string | null,
): XmlElement[] => {
  if (home === null || exchangeRate === null) return [];
  const reference = (type: string, value: typeof subtotal): XmlElement =>
    element('cac:AdditionalDocumentReference', {}, [
      leaf('cbc:ID', home),
      leaf('cbc:DocumentTypeCode', type),
      leaf('cbc:DocumentDescription', atHome(toDecimal(value), exchangeRate, home).toFixed(2)),
    ]);
  return [reference('sgdtotal-excl-gst', subtotal), reference('sgdtotal-incl-gst', total)];
};

const monetaryTotal = ({ subtotal, total }: InvoiceDocument): XmlElement =>
  element('cac:LegalMonetaryTotal', {}, [
    amountElement('cbc:LineExtensionAmount', subtotal),
    amountElement('cbc:TaxExclusiveAmount', subtotal),
    amountElement('cbc:TaxInclusiveAmount', total),
    amountElement('cbc:PayableAmount', total),
  ]);

export const invoiceXml = (document: InvoiceDocument, facts: FilingFacts, profile: Profile): string => {
  const { currency, countryDetails, lines } = document;
  const country = document.seller.country_code;
  const seller = sellerOf(document.seller);
  const buyer = buyerOf(document.buyer);
  const folio = writeFolio(facts);
  const extras = profile.extras ?? [];
  const home = accountingCurrency(document, extras.includes('home_totals'));
  const tax = { scheme: taxName(country), shown: !isOutsideScope(document) };
  const root = element('Invoice', NAMESPACES, [
    leaf('cbc:CustomizationID', profile.customization_id),
    leaf('cbc:ProfileID', profile.profile_id),
    leaf('cbc:ID', folio),
    extras.includes('uuid') ? leaf('cbc:UUID', v5(`${document.seller.id} ${folio}`, ID_NAMESPACE)) : null,
    leaf('cbc:IssueDate', document.issueDate),
    leaf('cbc:DueDate', document.dueDate),
    leaf('cbc:InvoiceTypeCode', COMMERCIAL_INVOICE),
    leaf('cbc:Note', noteText(document.notes)),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:TaxCurrencyCode', home),
    leaf('cbc:BuyerReference', String(countryDetails['buyer_reference'] ?? '')),
    ...(extras.includes('home_totals') ? homeTotals(document, home) : []),
    sellerParty(seller, tax),
    buyerParty(buyer, tax),
    delivery(document, buyer),
    paymentMeans(countryDetails, folio),
    ...taxTotals(document, home),
    monetaryTotal(document),
    ...lines.map((line, index) => invoiceLine(line, index, country, currency)),
  ]);
  return `${xmlDocument(root)}\n`;
};
