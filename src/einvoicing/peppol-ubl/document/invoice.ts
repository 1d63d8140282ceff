// The whole UBL invoice or credit note, in the order of the schema of UBL 2.1, which is the same for both in what they
// share here.
import { v5 } from 'uuid';
import type { Profile } from '../../../../generated/countries.ts';
import { decimal, isZero, sumOf, type Decimal } from '../../../base/money/decimal.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import type { FilingFacts } from '../../filing.ts';
import type { InvoiceDocument } from '../../regime.ts';
import { taxName } from '../../tax-rates.ts';
import { element, xmlDocument, type XmlElement } from '../../xml/write.ts';
import { grossOf } from '../calculate.ts';
import { type Parties, partiesOf } from '../delivery.ts';
import { buyerOf, sellerOf } from '../parties.ts';
import { documentAllowance } from './allowances.ts';
import { delivery, invoicePeriod } from './delivery.ts';
import { documentLine } from './lines.ts';
import { noteText } from './note.ts';
import { buyerParty, sellerParty } from './party.ts';
import { paymentMeans, paymentTerms } from './payment.ts';
import { additionalDocuments, earlierDocuments } from './references.ts';
import { accountingCurrency, taxTotals } from './tax.ts';
import { leaf, amountElement, money } from './values.ts';

const SCHEMA = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The types are those of UNTDID 1001: commercial invoice, credit note. */
const KINDS = {
  invoice: { root: 'Invoice', typeElement: 'cbc:InvoiceTypeCode', type: '380' },
  credit_note: { root: 'CreditNote', typeElement: 'cbc:CreditNoteTypeCode', type: '381' },
} as const;

/** The namespace of ids derived from the folio, so that rebuilding an invoice gives the same id. */
const ID_NAMESPACE = 'b3c7a7f4-4c0e-5f0d-9d57-6d4f0c7c2f10';

/** Series and number as printed. */
const writeFolio = ({ series, number }: FilingFacts): string => `${series}-${number}`;

export const isOutsideScope = ({ breakdown }: InvoiceDocument): boolean =>
  breakdown.length > 0 && breakdown.every(({ category }) => category === 'O');

const withoutAddresses = ({ seller, buyer }: InvoiceDocument): Parties => ({
  seller: { ...sellerOf(seller), endpoint: null },
  buyer: { ...buyerOf(buyer), endpoint: null },
});

const monetaryTotal = (document: InvoiceDocument): XmlElement => {
  const { allowances, currency, lineTotal, subtotal, total, terms } = document;
  const sumWhere = (isCharge: boolean): Decimal =>
    sumOf(allowances.filter(({ charge }) => charge === isCharge).map(({ amount }) => toDecimal(amount)));
  const unlessZero = (name: string, value: Decimal): XmlElement | null =>
    isZero(value) ? null : money(name, value, currency);
  return element('cac:LegalMonetaryTotal', {}, [
    amountElement('cbc:LineExtensionAmount', lineTotal),
    amountElement('cbc:TaxExclusiveAmount', subtotal),
    money('cbc:TaxInclusiveAmount', grossOf(document), currency),
    unlessZero('cbc:AllowanceTotalAmount', sumWhere(false)),
    unlessZero('cbc:ChargeTotalAmount', sumWhere(true)),
    unlessZero('cbc:PrepaidAmount', terms.prepaid ?? decimal('0')),
    amountElement('cbc:PayableAmount', total),
  ]);
};

/** Without a profile it is no document of the network: it names no specification and no addresses. */
export const invoiceXml = (
  document: InvoiceDocument,
  facts: FilingFacts,
  profile: Profile | null,
): string => {
  const { allowances, currency, countryDetails, kind, lines, terms } = document;
  const country = document.seller.country_code;
  const { seller, buyer } = profile === null ? withoutAddresses(document) : partiesOf(document);
  const folio = writeFolio(facts);
  const extras = profile?.extras ?? [];
  const hasHomeTotals = extras.includes('home_totals');
  const home = accountingCurrency(document, hasHomeTotals);
  const tax = { scheme: taxName(country), shown: !isOutsideScope(document) };
  const { root, typeElement, type } = KINDS[kind];
  const namespaces = {
    xmlns: `${SCHEMA}:${root}-2`,
    'xmlns:cac': `${SCHEMA}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${SCHEMA}:CommonBasicComponents-2`,
  };
  const tree = element(root, namespaces, [
    leaf('cbc:CustomizationID', profile?.customization_id),
    leaf('cbc:ProfileID', profile?.profile_id),
    leaf('cbc:ID', folio),
    extras.includes('uuid') ? leaf('cbc:UUID', v5(`${document.seller.id} ${folio}`, ID_NAMESPACE)) : null,
    leaf('cbc:IssueDate', document.issueDate),
    kind === 'invoice' ? leaf('cbc:DueDate', document.dueDate) : null,
    leaf(typeElement, type),
    leaf('cbc:Note', noteText(document.notes, document.title)),
    leaf('cbc:DocumentCurrencyCode', currency),
    leaf('cbc:TaxCurrencyCode', home),
    leaf('cbc:BuyerReference', String(countryDetails['buyer_reference'] ?? '')),
    invoicePeriod(terms.deliveryPeriod),
    ...earlierDocuments(document),
    ...additionalDocuments(document, hasHomeTotals ? home : null),
    sellerParty(seller, tax, kind === 'invoice' ? (terms.directDebit?.creditorId ?? null) : null),
    buyerParty(buyer, tax),
    delivery(document, buyer),
    paymentMeans(document, folio),
    paymentTerms(document),
    ...allowances.map((allowance) => documentAllowance(allowance, country)),
    ...taxTotals(document, home),
    monetaryTotal(document),
    ...lines.map((line, index) => documentLine(document, line, index)),
  ]);
  return `${xmlDocument(tree)}\n`;
};
