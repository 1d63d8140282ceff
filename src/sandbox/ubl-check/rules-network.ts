// The rules of Peppol BIS Billing 3 beyond EN 16931.
import { isCurrency } from '../../base/money/currency.ts';
import { isNegative, ZERO } from '../../base/money/decimal.ts';
import {
  NETWORK_INVOICE_TYPES,
  OTHER_CURRENCIES,
  PARTICIPANT_SCHEMES,
} from '../../einvoicing/peppol-ubl/codes.ts';
import { IDENTIFIER_CHECKS } from '../../einvoicing/peppol-ubl/identifiers.ts';
import { breach, fatal, holds, readNumber, present, type UblInvoice, type UblRule, warning } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

export const BIS_CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

const root = ({ root: node }: UblInvoice): readonly Node[] => [node];
const parties = ({ seller, buyer }: UblInvoice): readonly Node[] =>
  [seller, buyer].filter((party) => party !== undefined);

const bothGerman = ({ sellerCountry, buyerCountry }: UblInvoice): boolean =>
  sellerCountry === 'DE' && buyerCountry === 'DE';

const DATES: readonly string[] = [
  'IssueDate',
  'DueDate',
  'TaxPointDate',
  'StartDate',
  'EndDate',
  'ActualDeliveryDate',
];

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const inCurrency = (invoice: UblInvoice, currency: string): Node | undefined =>
  all(invoice.root, 'cac:TaxTotal/cbc:TaxAmount').find(
    ({ attributes }) => attributes['currencyID'] === currency,
  );

/** Amounts in the document's currency; a tax total without breakdown is in the accounting currency. */
const documentAmounts = (invoice: UblInvoice): readonly Node[] => {
  const accounting = all(invoice.root, 'cac:TaxTotal')
    .filter((total) => first(total, 'cac:TaxSubtotal') === undefined)
    .flatMap((total) => all(total, 'cbc:TaxAmount'));
  return invoice.nodes.filter(
    (node) =>
      node.name.startsWith('cbc:') &&
      node.attributes['currencyID'] !== undefined &&
      !accounting.includes(node),
  );
};

const DOCUMENT: readonly UblRule[] = [
  present('PEPPOL-EN16931-R001', root, 'cbc:ProfileID', 'The business process (BT-23)'),
  fatal('PEPPOL-EN16931-R002', (invoice) =>
    all(invoice.root, 'cbc:Note').length <= 1 || bothGerman(invoice)
      ? []
      : [breach('Invoice/cbc:Note', 'More than one note.', 'Make one note of them.')],
  ),
  fatal('PEPPOL-EN16931-R003', ({ root: node }) =>
    first(node, 'cbc:BuyerReference') !== undefined || first(node, 'cac:OrderReference/cbc:ID') !== undefined
      ? []
      : [
          breach(
            'Invoice/cbc:BuyerReference',
            'Neither a buyer reference nor an order reference.',
            'State BuyerReference.',
          ),
        ],
  ),
  fatal('PEPPOL-EN16931-R005', ({ root: node, currency }) =>
    textAt(node, 'cbc:TaxCurrencyCode') === currency && currency !== ''
      ? [
          breach(
            'Invoice/cbc:TaxCurrencyCode',
            'The accounting currency is the currency of the invoice.',
            'Leave out TaxCurrencyCode.',
          ),
        ]
      : [],
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R007',
    ({ root: node }) => all(node, 'cbc:ProfileID'),
    ({ text }) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(text),
    'The business process is none of Peppol billing.',
    'State urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R008',
    ({ nodes }) => nodes.filter(({ children }) => children.length === 0),
    ({ text }) => text !== '',
    'The element is empty.',
    'Leave it out.',
  ),
  present(
    'PEPPOL-EN16931-R010',
    ({ buyer }) => [buyer],
    'cbc:EndpointID',
    "The buyer's electronic address (BT-49)",
  ),
  present(
    'PEPPOL-EN16931-R020',
    ({ seller }) => [seller],
    'cbc:EndpointID',
    "The seller's electronic address (BT-34)",
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R051',
    documentAmounts,
    ({ attributes }, { currency }) => attributes['currencyID'] === currency,
    'The amount is not in the currency of the invoice.',
    'State it in the currency of the invoice.',
  ),
  fatal('PEPPOL-EN16931-R053', ({ root: node }) => {
    const count = all(node, 'cac:TaxTotal').filter(
      (total) => first(total, 'cac:TaxSubtotal') !== undefined,
    ).length;
    return count === 1
      ? []
      : [
          breach(
            'Invoice/cac:TaxTotal',
            `${count} tax totals have a breakdown; one must.`,
            'State one TaxTotal with TaxSubtotal.',
          ),
        ];
  }),
  fatal('PEPPOL-EN16931-R054', ({ root: node }) => {
    const count = all(node, 'cac:TaxTotal').filter(
      (total) => first(total, 'cac:TaxSubtotal') === undefined,
    ).length;
    const wanted = first(node, 'cbc:TaxCurrencyCode') === undefined ? 0 : 1;
    return count === wanted
      ? []
      : [
          breach(
            'Invoice/cac:TaxTotal',
            `${count} tax totals have no breakdown; it must be ${wanted}.`,
            'State one in the accounting currency, if there is one.',
          ),
        ];
  }),
  fatal('PEPPOL-EN16931-R055', (invoice) => {
    const accounting = textAt(invoice.root, 'cbc:TaxCurrencyCode');
    if (accounting === '') return [];
    const [left, right] = [inCurrency(invoice, accounting), inCurrency(invoice, invoice.currency)].map(
      (node) => readNumber(node?.text ?? '') ?? ZERO,
    );
    if (left === undefined || right === undefined || left.eq(ZERO) || right.eq(ZERO)) return [];
    return isNegative(left) === isNegative(right)
      ? []
      : [breach('Invoice/cac:TaxTotal', 'The two tax totals have different signs.', 'Correct the sign.')];
  }),
  fatal('PEPPOL-EN16931-R061', ({ root: node }) =>
    all(node, 'cac:PaymentMeans')
      .filter((means) => ['49', '59'].includes(textAt(means, 'cbc:PaymentMeansCode')))
      .filter((means) => textAt(means, 'cac:PaymentMandate/cbc:ID') === '')
      .map((means) =>
        breach(
          `${means.path}/cac:PaymentMandate`,
          'A direct debit needs its mandate.',
          'State PaymentMandate/ID.',
        ),
      ),
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-R130',
    ({ lines }) =>
      lines.filter((line) => first(line, 'cac:Price/cbc:BaseQuantity')?.attributes['unitCode'] !== undefined),
    (line) =>
      first(line, 'cac:Price/cbc:BaseQuantity')?.attributes['unitCode'] ===
      first(line, 'cbc:InvoicedQuantity')?.attributes['unitCode'],
    'The price is of another unit than the quantity.',
    'Use one unit.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-F001',
    ({ nodes }) => nodes.filter(({ name }) => DATES.includes(name.replace('cbc:', ''))),
    ({ text }) => isDate(text),
    'The text is no date.',
    'Write the date as YYYY-MM-DD.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-P0100',
    ({ root: node, isCredit }) => (isCredit ? [] : all(node, 'cbc:InvoiceTypeCode')),
    ({ text }) => NETWORK_INVOICE_TYPES.has(text),
    'The network takes no invoice of this type.',
    'State 380.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-P0101',
    ({ root: node, isCredit }) => (isCredit ? all(node, 'cbc:InvoiceTypeCode') : []),
    ({ text }) => NETWORK_CREDIT_TYPES.includes(text),
    'The network takes no credit note of this type.',
    'State 381.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-CL007',
    ({ nodes }) => nodes.filter(({ attributes }) => attributes['currencyID'] !== undefined),
    ({ attributes: { currencyID = '' } }) => isCurrency(currencyID) || OTHER_CURRENCIES.has(currencyID),
    'The network does not take this currency.',
    'Invoice in another currency.',
  ),
  holds(
    fatal,
    'PEPPOL-EN16931-CL008',
    (invoice) => parties(invoice).flatMap((party) => all(party, 'cbc:EndpointID')),
    ({ attributes }) => PARTICIPANT_SCHEMES.has(attributes['schemeID'] ?? ''),
    'The network delivers to no address of this scheme.',
    'State an address of another scheme.',
  ),
];

/** The category to which an exemption code belongs. */
const CODE_CATEGORIES: readonly (readonly [id: string, code: string, category: string])[] = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'],
  ['PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'],
  ['PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'],
  ['PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'],
  ['PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'],
];

const codeRule = ([id, code, category]: (typeof CODE_CATEGORIES)[number]): UblRule =>
  fatal(id, ({ subtotals }) =>
    subtotals
      .flatMap((row) => all(row, 'cac:TaxCategory'))
      .filter((node) => textAt(node, 'cbc:TaxExemptionReasonCode').toUpperCase() === code)
      .filter((node) => textAt(node, 'cbc:ID') !== category)
      .map((node) =>
        breach(
          `${node.path}/cbc:ID`,
          `${code} belongs to category ${category}.`,
          `Use category ${category}.`,
        ),
      ),
  );

const NETWORK_CREDIT_TYPES: readonly string[] = ['381', '396', '81', '83', '532'];

const IDENTIFIERS = [
  'cbc:EndpointID',
  'cac:PartyIdentification/cbc:ID',
  'cac:PartyLegalEntity/cbc:CompanyID',
];

/** Check digits of identifiers, under any specification. */
export const IDENTIFIER_RULES: readonly UblRule[] = IDENTIFIER_CHECKS.map(
  ({ rule: id, scheme, what, fits, advice }) =>
    (advice === true ? warning : fatal)(id, (invoice) =>
      parties(invoice)
        .flatMap((party) => IDENTIFIERS.flatMap((path) => all(party, path)))
        .filter(({ attributes, text }) => attributes['schemeID'] === scheme && !fits(text))
        .map((node) => breach(node.path, `${node.text} is no ${what}.`, 'Correct the identifier.')),
    ),
);

/** The exact name of the specification. */
const NAME_RULE: UblRule = fatal('PEPPOL-EN16931-R004', ({ customization }) =>
  customization.startsWith(BIS_CUSTOMIZATION) && !customization.includes('::')
    ? []
    : [
        breach(
          'Invoice/cbc:CustomizationID',
          'The specification is not Peppol BIS Billing 3.',
          `State ${BIS_CUSTOMIZATION}.`,
        ),
      ],
);

export const NETWORK_RULES: readonly UblRule[] = [NAME_RULE, ...DOCUMENT, ...CODE_CATEGORIES.map(codeRule)];
