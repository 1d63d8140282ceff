// What may still be credited of an invoice, and of each of its taxes: no note takes back more, or another tax.
import type { CreditNoteContent } from '../../db/stated.ts';
import { type Amount, minorText, toDecimal } from '../../base/money/amount.ts';
import {
  decimal,
  isPositive,
  roundHalfUp,
  sumOf,
  toText,
  type Decimal,
  ZERO,
} from '../../base/money/decimal.ts';
import type { DocumentLine, InvoiceDocument } from '../../einvoicing/regime.ts';
import type { SettledDocument } from '../documents/document.ts';
import { readLine } from '../documents/content.ts';
import type { NoteHeader } from './record.ts';

/** The lines of an invoice with the same taxes. */
export interface TaxGroup {
  readonly key: string;
  /** One of its lines, whose taxes and codes the others share or resemble. */
  readonly sample: DocumentLine;
  /** Without tax: of the invoice, and what is left of it. */
  readonly total: Decimal;
  readonly left: Decimal;
  /** What one unit of it costs with tax, less what is retained. */
  readonly grossed: Decimal;
}

type Taxed = Pick<DocumentLine, 'taxes' | 'subtotal'>;

export const taxKey = ({ taxes }: Pick<DocumentLine, 'taxes'>): string =>
  taxes
    .map(({ tax, category, factor, rate, withheld }) =>
      [tax, category, factor, toText(rate), withheld].join(' '),
    )
    .toSorted()
    .join(', ');

const ONE = decimal('1');

const netTax = ({ taxes }: Taxed): Decimal =>
  sumOf(taxes.map(({ amount, withheld }) => (withheld ? amount.times(decimal('-1')) : amount)));

/** A note takes part once its number is reserved: from then on it may be filed at any moment. */
export const takesPart = ({ status, filing_status, number }: NoteHeader): boolean =>
  status === 'filed' ||
  (status === 'draft' && number !== null && (filing_status === 'pending' || filing_status === 'unclear'));

/** What may still be credited with tax, in minor units, besides these notes. */
export const amountLeft = (invoice: SettledDocument, notes: readonly NoteHeader[]): number =>
  notes
    .filter((note) => takesPart(note) && note.status === 'draft')
    .reduce((left, note) => left - note.total_minor, invoice.total_minor - invoice.credited_minor);

/** The share of the invoice that notes without lines have credited: those of other systems and of earlier releases. */
const unknownShare = (invoice: SettledDocument, notes: readonly NoteHeader[]): Decimal => {
  const known = notes
    .filter(({ status }) => status === 'filed')
    .reduce((sum, { total_minor }) => sum + total_minor, 0);
  const unknown = Math.max(0, invoice.credited_minor - known);
  return invoice.total_minor === 0
    ? ZERO
    : decimal(String(unknown)).div(decimal(String(invoice.total_minor)));
};

export const groupsLeft = (
  document: InvoiceDocument,
  invoice: SettledDocument,
  notes: readonly NoteHeader[],
): readonly TaxGroup[] => {
  const share = ONE.minus(unknownShare(invoice, notes));
  const earlier = notes.filter(takesPart).map(({ content }) => content);
  const groups = new Map<string, DocumentLine[]>();
  for (const line of document.lines) {
    const key = taxKey(line);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, lines]) => {
    const [sample] = lines;
    if (sample === undefined) throw new Error('a tax group has no line');
    const base = sumOf(lines.map(({ subtotal }) => subtotal));
    const total = base.plus(allowancesOn(document, sample));
    const tax = sumOf(lines.map(netTax));
    const credited = sumOf(earlier.map((content) => creditedOf(content, key)));
    const left = roundHalfUp(total.times(share), 6).minus(credited);
    return {
      key,
      sample,
      total,
      left: isPositive(left) ? left : ZERO,
      grossed: isPositive(base) ? base.plus(tax).div(base) : ONE,
    };
  });
};

/** Charges less allowances of the whole invoice that have the tax of the line. */
const allowancesOn = ({ allowances }: InvoiceDocument, { taxes, taxRate }: DocumentLine): Decimal =>
  sumOf(
    allowances
      .filter(({ category, rate }) => rate.eq(taxRate) && taxes.some((tax) => tax.category === category))
      .map(({ charge, amount }) => (charge ? toDecimal(amount) : toDecimal(amount).times(decimal('-1')))),
  );

/** Without tax: the lines of a note with these taxes. */
export const creditedOf = (content: CreditNoteContent, key: string): Decimal => {
  const lines = content.lines.filter((line) => taxKey(readLine(line)) === key);
  if (content.allowances.length === 0 || lines.length === 0)
    return sumOf(lines.map(({ subtotal }) => decimal(subtotal)));
  const [line] = lines;
  const category = line?.taxes.find(({ withheld }) => !withheld)?.category;
  return sumOf([
    ...lines.map(({ subtotal }) => decimal(subtotal)),
    ...content.allowances
      .filter((allowance) => allowance.category === category && allowance.rate === line?.tax_rate)
      .map(({ charge, amount }) => decimal(charge ? amount : `-${amount}`)),
  ]);
};

/** The quantity of an invoice's line that no note has credited. */
export const quantityLeft = (line: DocumentLine, position: number, notes: readonly NoteHeader[]): Decimal =>
  notes
    .filter(takesPart)
    .flatMap(({ content }) => content.lines)
    .filter(({ invoice_position }) => invoice_position === position)
    .reduce((left, credited) => left.minus(decimal(credited.quantity)), line.quantity);

/** Why the note would credit more than is left; null when it fits. */
export const explainExcess = (
  { content, total }: { readonly content: CreditNoteContent; readonly total: Amount },
  document: InvoiceDocument,
  invoice: SettledDocument,
  others: readonly NoteHeader[],
): string | null => {
  const left = amountLeft(invoice, others);
  const { currency } = invoice;
  if (total.minor > left) {
    return `${minorText(total.minor, currency)} ${currency} is more than the ${minorText(Math.max(0, left), currency)} ${currency} of the invoice that are not credited yet.`;
  }
  for (const group of groupsLeft(document, invoice, others)) {
    const credited = creditedOf(content, group.key);
    if (credited.gt(group.left)) {
      return `${toText(credited)} ${currency} without tax are more than the ${toText(group.left)} that are left of the lines taxed with ${group.key || 'nothing'}.`;
    }
  }
  return null;
};
