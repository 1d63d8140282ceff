// Codes and identifiers: the code lists of EN 16931, and the parties' ids.
import {
  INVOICE_TYPES,
  isDocumentCountry,
  isDocumentCurrency,
  isVatexCode,
  isVatPrefix,
  OTHER_ADDRESS_SCHEMES,
  PARTICIPANT_SCHEMES,
  PAYMENT_MEANS,
  VAT_CATEGORIES,
} from '../../einvoicing/peppol-ubl/codes.ts';
import { findSubject } from '../../einvoicing/peppol-ubl/document/note.ts';
import { isUnit } from '../../einvoicing/peppol-ubl/units.ts';
import { breach, fatal, holds, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

const at =
  (path: string) =>
  ({ root }: UblInvoice): readonly Node[] =>
    all(root, path);

const named =
  (name: string) =>
  ({ nodes }: UblInvoice): readonly Node[] =>
    nodes.filter((node) => node.name === name);

const endpoints = ({ seller, buyer }: UblInvoice): readonly Node[] =>
  [seller, buyer].flatMap((party) => all(party, 'cbc:EndpointID'));

const hasScheme = ({ attributes }: Node): boolean => (attributes['schemeID'] ?? '') !== '';

const LIST = 'Take a code of the list.';

const hasId = (party: Node | undefined): boolean =>
  [
    'cac:PartyTaxScheme/cbc:CompanyID',
    'cac:PartyIdentification/cbc:ID',
    'cac:PartyLegalEntity/cbc:CompanyID',
  ].some((path) => textAt(party, path) !== '');

/** Types of a credit note (BR-CL-01). */
const CREDIT_TYPES: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '532',
]);

/** Any ISO 6523 identifier: only the form is checked, since the register grows. */
const isIcd = (code: string): boolean => /^0[0-2]\d{2}$/.test(code) || code === 'SEPA';

export const CODE_RULES: readonly UblRule[] = [
  holds(
    fatal,
    'BR-62',
    ({ seller }) => all(seller, 'cbc:EndpointID'),
    hasScheme,
    "The seller's electronic address has no scheme.",
    'State schemeID.',
  ),
  holds(
    fatal,
    'BR-63',
    ({ buyer }) => all(buyer, 'cbc:EndpointID'),
    hasScheme,
    "The buyer's electronic address has no scheme.",
    'State schemeID.',
  ),
  fatal('BR-CO-26', ({ seller }) =>
    hasId(seller)
      ? []
      : [
          breach(
            'Invoice/cac:AccountingSupplierParty',
            'The seller has no identifier (BT-29, BT-30 or BT-31).',
            "State the seller's VAT id or registration.",
          ),
        ],
  ),
  fatal('BR-CO-09', ({ nodes }) =>
    nodes
      .filter(({ name }) => name === 'cac:PartyTaxScheme')
      .filter((node) => textAt(node, 'cac:TaxScheme/cbc:ID') === 'VAT')
      .filter(
        (node) =>
          first(node, 'cbc:CompanyID') !== undefined &&
          !isVatPrefix(textAt(node, 'cbc:CompanyID').slice(0, 2)),
      )
      .map((node) =>
        breach(
          `${node.path}/cbc:CompanyID`,
          'A VAT id begins with the code of its country.',
          'Write the country before the number.',
        ),
      ),
  ),
  holds(
    fatal,
    'BR-CL-01',
    at('cbc:InvoiceTypeCode'),
    ({ text }, { isCredit }) => (isCredit ? CREDIT_TYPES : INVOICE_TYPES).has(text),
    'The type of invoice is not in UNTDID 1001.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-03',
    ({ nodes }) => nodes.filter(({ attributes }) => attributes['currencyID'] !== undefined),
    ({ attributes }) => isDocumentCurrency(attributes['currencyID'] ?? ''),
    'The currency is not in ISO 4217.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-04',
    at('cbc:DocumentCurrencyCode'),
    ({ text }) => isDocumentCurrency(text),
    'The currency is not in ISO 4217.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-05',
    at('cbc:TaxCurrencyCode'),
    ({ text }) => isDocumentCurrency(text),
    'The accounting currency is not in ISO 4217.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-08',
    at('cbc:Note'),
    ({ text }) => /^[A-Z]{2}[A-Z0-9]$/.test(findSubject(text) ?? 'AAI'),
    'The subject of the note is not in UNTDID 4451.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-10',
    ({ nodes }) =>
      nodes.filter(
        ({ path, attributes }) =>
          path.endsWith('cac:PartyIdentification/cbc:ID') && attributes['schemeID'] !== undefined,
      ),
    ({ attributes }) => isIcd(attributes['schemeID'] ?? ''),
    'The scheme of the identifier is not in ISO 6523.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-11',
    ({ nodes }) =>
      nodes.filter(
        ({ path, attributes }) =>
          path.endsWith('cac:PartyLegalEntity/cbc:CompanyID') && attributes['schemeID'] !== undefined,
      ),
    ({ attributes }) => isIcd(attributes['schemeID'] ?? ''),
    'The scheme of the registration is not in ISO 6523.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-14',
    named('cbc:IdentificationCode'),
    ({ text }) => isDocumentCountry(text),
    'The country is not in ISO 3166-1.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-16',
    at('cac:PaymentMeans/cbc:PaymentMeansCode'),
    ({ text }) => PAYMENT_MEANS.includes(text) || text === 'ZZZ',
    'The means of payment is not in UNCL4461.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-17',
    at('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID'),
    ({ text }) => VAT_CATEGORIES.has(text),
    'The tax category is not in UNCL5305.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-18',
    at('cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
    ({ text }) => VAT_CATEGORIES.has(text),
    'The tax category is not in UNCL5305.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-22',
    named('cbc:TaxExemptionReasonCode'),
    ({ text }) => isVatexCode(text.toUpperCase()) || text.startsWith('VATEX-FR-'),
    'The exemption reason is not in VATEX.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-23',
    at('cac:InvoiceLine/cbc:InvoicedQuantity'),
    ({ attributes }) => isUnit(attributes['unitCode'] ?? ''),
    'The unit is not of UN/ECE recommendation 20 or 21.',
    LIST,
  ),
  holds(
    fatal,
    'BR-CL-25',
    endpoints,
    ({ attributes }) => {
      const scheme = attributes['schemeID'] ?? '';
      return scheme === '' || PARTICIPANT_SCHEMES.has(scheme) || OTHER_ADDRESS_SCHEMES.has(scheme);
    },
    'The scheme of the electronic address is not in EAS.',
    LIST,
  ),
];
