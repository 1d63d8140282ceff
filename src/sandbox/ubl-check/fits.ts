// What the rows of spec/checks/ubl.yaml call by name: of a text, of the element that has it, and of the whole document.
import { isCurrency } from '../../base/money/currency.ts';
import { decimal, isNegative, isPositive, ZERO } from '../../base/money/decimal.ts';
import { isIban } from '../../base/bank-identifiers.ts';
import {
  INVOICE_TYPES,
  isDocumentCountry,
  isDocumentCurrency,
  isVatexCode,
  isVatPrefix,
  NETWORK_INVOICE_TYPES,
  OTHER_ADDRESS_SCHEMES,
  OTHER_CURRENCIES,
  PARTICIPANT_SCHEMES,
  PAYMENT_MEANS,
  VAT_CATEGORIES,
} from '../../einvoicing/peppol-ubl/codes.ts';
import { findSubject } from '../../einvoicing/peppol-ubl/document/note.ts';
import { isEmail, isTelephone } from '../../einvoicing/peppol-ubl/text.ts';
import { isUnit } from '../../einvoicing/peppol-ubl/units.ts';
import { taxOn } from '../../einvoicing/totals.ts';
import { amountAt, numberAt, readNumber, type UblInvoice } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

type Fits = (text: string, node: Node, invoice: UblInvoice) => boolean;

/** Types of a credit note (BR-CL-01). */
const CREDIT_TYPES = ['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532'];

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const SKONTO = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}#(?:BASISBETRAG=-?[0-9]+\.[0-9]{2}#)?$/;

/** Each line that begins with # is a discount, and what follows the last one begins with a line break. */
const discountsFit: Fits = (_, { raw }) => {
  const coded = raw.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
  if (coded.length === 0) return true;
  return coded.every((line) => SKONTO.test(line.trim())) && /^\s*\n/.test(raw.split(/#.+#/).at(-1) ?? '');
};

const ONE = decimal('1');
const SLACK = decimal('0.02');

const percentFits: Fits = (_, node) => {
  const percent = numberAt(node, 'cbc:MultiplierFactorNumeric');
  const base = numberAt(node, 'cbc:BaseAmount');
  if (percent === undefined || base === undefined) return true;
  return amountAt(node, 'cbc:Amount').minus(taxOn(base, percent)).abs().lte(SLACK);
};

const daysInOrder: Fits = (_, period) => {
  const [from, to] = [textAt(period, 'cbc:StartDate'), textAt(period, 'cbc:EndDate')];
  return from === '' || to === '' || from <= to;
};

/** The day that the period of the whole invoice begins or ends with. */
const whole = ({ root }: UblInvoice, name: string): string => textAt(root, `cac:InvoicePeriod/${name}`);

const hasOneUnit: Fits = (_, line) => {
  const priced = first(line, 'cac:Price/cbc:BaseQuantity')?.attributes['unitCode'];
  return priced === undefined || priced === first(line, 'cbc:InvoicedQuantity')?.attributes['unitCode'];
};

const namesDiffer: Fits = (_, root) => {
  const names = all(
    root,
    'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
  ).map(({ attributes }) => attributes['filename'] ?? '');
  return new Set(names).size === names.length;
};

export const FITS = {
  content: (text, { children }) => text !== '' || children.length > 0,
  number: (text) => readNumber(text) !== undefined,
  'no negative amount': (text) => !isNegative(readNumber(text) ?? ZERO),
  'a quantity above zero': (text) => isPositive(readNumber(text) ?? ONE),
  day: isDay,
  iban: isIban,
  telephone: isTelephone,
  'e-mail': isEmail,
  unit: isUnit,
  discounts: discountsFit,
  'percentage of the base': percentFits,
  'one unit': hasOneUnit,
  'days in order': daysInOrder,
  'not before the whole': (text, _, invoice) => text === '' || text >= whole(invoice, 'cbc:StartDate'),
  'not after the whole': (text, _, invoice) =>
    text === '' || whole(invoice, 'cbc:EndDate') === '' || text <= whole(invoice, 'cbc:EndDate'),
  'attachments of different names': namesDiffer,
  'a period on every line': (_, __, { lines }) =>
    lines.every((line) => first(line, 'cac:InvoicePeriod') !== undefined),
  'category O on every line': (_, __, { lines }) =>
    lines
      .flatMap((line) => all(line, 'cac:Item/cac:ClassifiedTaxCategory'))
      .filter((node) => textAt(node, 'cbc:ID') === 'O').length === lines.length,
  'street and postal code': (_, party) =>
    ['cbc:StreetName', 'cbc:PostalZone'].every((path) => textAt(party, `cac:PostalAddress/${path}`) !== ''),
  'Dutch registration': (text, { attributes }) =>
    text !== '' && ['0106', '0190'].includes(attributes['schemeID'] ?? ''),
  'vat id': (text) => isVatPrefix(text.slice(0, 2)),
  'vat category': (text) => VAT_CATEGORIES.has(text),
  'exemption code': (text) => isVatexCode(text.toUpperCase()) || text.startsWith('VATEX-FR-'),
  'note subject': (text) => /^[A-Z]{2}[A-Z0-9]$/.test(findSubject(text) ?? 'AAI'),
  'document type': (text, _, { isCredit }) =>
    isCredit ? CREDIT_TYPES.includes(text) : INVOICE_TYPES.has(text),
  'network invoice type': (text) => NETWORK_INVOICE_TYPES.has(text),
  'document country': isDocumentCountry,
  'document currency': isDocumentCurrency,
  'network currency': (text) => isCurrency(text) || OTHER_CURRENCIES.has(text),
  "another currency than the invoice's": (text, _, { currency }) => text === '' || text !== currency,
  'means of payment': (text) => PAYMENT_MEANS.includes(text) || text === 'ZZZ',
  'participant scheme': (text) => PARTICIPANT_SCHEMES.has(text),
  'address scheme': (text) => text === '' || PARTICIPANT_SCHEMES.has(text) || OTHER_ADDRESS_SCHEMES.has(text),
} as const satisfies Readonly<Record<string, Fits>>;

const hasLineOf =
  (...codes: readonly string[]) =>
  ({ lines }: UblInvoice): boolean =>
    lines.some((line) => codes.includes(textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')));

const hasRowOf =
  (code: string) =>
  ({ subtotals }: UblInvoice): boolean =>
    subtotals.some((row) => textAt(row, 'cac:TaxCategory/cbc:ID') === code);

export const WHEN = {
  'an amount is due': ({ totals }) => isPositive(amountAt(totals, 'cbc:PayableAmount')),
  'the buyer is Dutch': ({ buyerCountry }) => buyerCountry === 'NL',
  'not both are German': ({ sellerCountry, buyerCountry }) => sellerCountry !== 'DE' || buyerCountry !== 'DE',
  'the breakdown has category K': hasRowOf('K'),
  'the breakdown has category O': hasRowOf('O'),
  'a line has a category of VAT': hasLineOf('S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'),
  'GST is charged': hasLineOf('SR', 'ZR'),
} as const satisfies Readonly<Record<string, (invoice: UblInvoice) => boolean>>;
