// The rules of XRechnung for German sellers, which Peppol repeats as DE-R-* between German parties. BR-DE-21 (a warning,
// the name of XRechnung) is left out: the network refuses any name other than that of Peppol BIS.
import { isEmail, isTelephone } from '../../einvoicing/peppol-ubl/text.ts';
import { isIban } from '../../base/bank-identifiers.ts';
import { asks, below, DEBITS, GROUPS, has, means, missing, type National } from './national.ts';
import { breach, fatal, type UblInvoice, type UblRule, warning } from './rule.ts';
import { GERMAN_TERMS } from './rules-german-terms.ts';
import { all, first, textAt } from './tree.ts';

export const seller = (path: string) => (invoice: UblInvoice) => all(invoice.seller, path);
export const buyer = (path: string) => (invoice: UblInvoice) => all(invoice.buyer, path);
const needs =
  (codes: readonly string[], group: string, what: string): UblRule['check'] =>
  (invoice) =>
    means(invoice, codes).flatMap((node) => (has(node, group) ? [] : missing(`${node.path}/${group}`, what)));

const excludes =
  (codes: readonly string[], groups: readonly string[]): UblRule['check'] =>
  (invoice) =>
    means(invoice, codes).flatMap((node) =>
      groups
        .filter((group) => has(node, group))
        .map((group) =>
          breach(`${node.path}/${group}`, 'This means of payment does not take it.', 'Leave it out.'),
        ),
    );

const TRANSFERS = ['30', '58'];
const CARDS = ['48', '54', '55'];
const ADDRESS = 'cac:PostalAddress';
const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
const TYPES = ['326', '380', '384', '389', '381', '875', '876', '877'];

/** Since rules 2.6.0: a scheme, a colon, and anything. */
const ABSOLUTE_URL = /^[a-zA-Z][a-zA-Z0-9+.-]+:/;

const DATES: readonly string[] = [
  'IssueDate',
  'DueDate',
  'StartDate',
  'EndDate',
  'ActualDeliveryDate',
  'TaxPointDate',
  'PaymentDueDate',
].map((name) => `cbc:${name}`);

const contactRule =
  (path: string, test: (text: string) => boolean, message: string): UblRule['check'] =>
  (invoice) =>
    all(invoice.seller, `cac:Contact/${path}`).flatMap((node) =>
      test(node.text) ? [] : [breach(node.path, message, 'Correct the contact of the seller.')],
    );

const GERMAN: readonly National[] = [
  ...GERMAN_TERMS,
  {
    xrechnung: 'BR-DE-1',
    peppol: 'DE-R-001',
    check: ({ root }) =>
      has(root, 'cac:PaymentMeans') ? [] : missing('Invoice/cac:PaymentMeans', 'How to pay'),
  },
  {
    xrechnung: 'BR-DE-2',
    peppol: 'DE-R-002',
    check: (invoice) =>
      first(invoice.seller, 'cac:Contact') === undefined
        ? missing('Invoice/cac:AccountingSupplierParty/cac:Party/cac:Contact', "The seller's contact")
        : [],
  },
  {
    xrechnung: 'BR-DE-3',
    peppol: 'DE-R-003',
    check: asks(seller(ADDRESS), 'cbc:CityName', "The seller's city"),
  },
  {
    xrechnung: 'BR-DE-4',
    peppol: 'DE-R-004',
    check: asks(seller(ADDRESS), 'cbc:PostalZone', "The seller's postal code"),
  },
  {
    xrechnung: 'BR-DE-5',
    peppol: 'DE-R-005',
    check: asks(seller('cac:Contact'), 'cbc:Name', 'The name of the contact'),
  },
  {
    xrechnung: 'BR-DE-6',
    peppol: 'DE-R-006',
    check: asks(seller('cac:Contact'), 'cbc:Telephone', 'The telephone of the contact'),
  },
  {
    xrechnung: 'BR-DE-7',
    peppol: 'DE-R-007',
    check: asks(seller('cac:Contact'), 'cbc:ElectronicMail', 'The e-mail of the contact'),
  },
  {
    xrechnung: 'BR-DE-8',
    peppol: 'DE-R-008',
    check: asks(buyer(ADDRESS), 'cbc:CityName', "The buyer's city"),
  },
  {
    xrechnung: 'BR-DE-9',
    peppol: 'DE-R-009',
    check: asks(buyer(ADDRESS), 'cbc:PostalZone', "The buyer's postal code"),
  },
  {
    xrechnung: 'BR-DE-10',
    peppol: 'DE-R-010',
    check: asks(below(DELIVERY), 'cbc:CityName', 'The city of delivery'),
  },
  {
    xrechnung: 'BR-DE-11',
    peppol: 'DE-R-011',
    check: asks(below(DELIVERY), 'cbc:PostalZone', 'The postal code of delivery'),
  },
  {
    xrechnung: 'BR-DE-14',
    peppol: 'DE-R-014',
    check: asks(({ subtotals }) => subtotals, 'cac:TaxCategory/cbc:Percent', 'The rate'),
  },
  {
    xrechnung: 'BR-DE-15',
    peppol: 'DE-R-015',
    check: asks(({ root }) => [root], 'cbc:BuyerReference', 'The buyer reference'),
  },
  {
    xrechnung: 'BR-DE-16',
    peppol: 'DE-R-016',
    check: (invoice) =>
      invoice.lines.some((line) =>
        TAXED.includes(textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')),
      ) &&
      textAt(invoice.seller, 'cac:PartyTaxScheme/cbc:CompanyID') === '' &&
      !has(invoice.root, 'cac:TaxRepresentativeParty')
        ? missing(
            'Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID',
            "The seller's VAT id or tax number",
          )
        : [],
  },
  {
    xrechnung: 'BR-DE-17',
    peppol: 'DE-R-017',
    advice: true,
    check: ({ root }) =>
      TYPES.includes(textAt(root, 'cbc:InvoiceTypeCode'))
        ? []
        : [breach('Invoice/cbc:InvoiceTypeCode', 'The type is unusual in Germany.', 'State 380.')],
  },
  {
    xrechnung: 'BR-DE-19',
    peppol: 'DE-R-019',
    advice: true,
    check: (invoice) =>
      means(invoice, ['58']).flatMap((node) =>
        isIban(textAt(node, 'cac:PayeeFinancialAccount/cbc:ID'))
          ? []
          : [
              breach(
                `${node.path}/cac:PayeeFinancialAccount/cbc:ID`,
                'A SEPA transfer needs a valid IBAN.',
                'Correct the IBAN.',
              ),
            ],
      ),
  },
  {
    xrechnung: 'BR-DE-23-a',
    peppol: 'DE-R-023-1',
    check: needs(TRANSFERS, GROUPS.account, 'The account to pay to'),
  },
  {
    xrechnung: 'BR-DE-23-b',
    peppol: 'DE-R-023-2',
    check: excludes(TRANSFERS, [GROUPS.card, GROUPS.mandate]),
  },
  { xrechnung: 'BR-DE-24-a', peppol: 'DE-R-024-1', check: needs(CARDS, GROUPS.card, 'The card') },
  { xrechnung: 'BR-DE-24-b', peppol: 'DE-R-024-2', check: excludes(CARDS, [GROUPS.account, GROUPS.mandate]) },
  { xrechnung: 'BR-DE-25-a', peppol: 'DE-R-025-1', check: needs(DEBITS, GROUPS.mandate, 'The mandate') },
  { xrechnung: 'BR-DE-25-b', peppol: 'DE-R-025-2', check: excludes(DEBITS, [GROUPS.account, GROUPS.card]) },
  {
    xrechnung: 'BR-DE-27',
    peppol: 'DE-R-027',
    advice: true,
    check: contactRule('cbc:Telephone', isTelephone, 'A telephone number has three digits at least.'),
  },
  {
    xrechnung: 'BR-DE-28',
    peppol: 'DE-R-028',
    advice: true,
    check: contactRule('cbc:ElectronicMail', isEmail, 'The e-mail address has no valid form.'),
  },
  {
    xrechnung: 'BR-DE-TMP-32',
    peppol: null,
    advice: true,
    check: ({ root }) =>
      textAt(root, 'cac:Delivery/cbc:ActualDeliveryDate') !== '' ||
      has(root, 'cac:InvoicePeriod') ||
      all(root, 'cac:InvoiceLine').every((line) => has(line, 'cac:InvoicePeriod'))
        ? []
        : missing('Invoice/cac:Delivery/cbc:ActualDeliveryDate', 'The day of supply'),
  },
  {
    xrechnung: 'BR-TMP-2',
    peppol: null,
    check: ({ root }) =>
      all(root, 'cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference')
        .filter((node) => !ABSOLUTE_URL.test(textAt(node, 'cbc:URI')))
        .map((node) =>
          breach(
            `${node.path}/cbc:URI`,
            'The place of the attached file is no absolute URL.',
            'Give a whole URL.',
          ),
        ),
  },
  {
    xrechnung: 'BR-TMP-6',
    peppol: null,
    advice: true,
    check: ({ nodes }) =>
      nodes
        .filter(({ name, text }) => DATES.includes(name) && !/^\d{4}-\d{2}-\d{2}$/.test(text))
        .map((node) => breach(node.path, 'The date is not written as YYYY-MM-DD.', 'Write it so.')),
  },
];

/** Under XRechnung's ids. */
export const XRECHNUNG_RULES: readonly UblRule[] = GERMAN.map(({ xrechnung, advice, check }) =>
  (advice === true ? warning : fatal)(xrechnung, check),
);

/** Under Peppol's ids, where both parties are German. */
export const GERMAN_RULES: readonly UblRule[] = GERMAN.flatMap(({ peppol, advice, check }) =>
  peppol === null ? [] : [(advice === true ? warning : fatal)(peppol, check)],
);
