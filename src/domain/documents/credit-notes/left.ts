// What may still be credited of an invoice, and of each of its taxes: no note takes back more, or another tax.
import type { CreditNoteContent } from '../../../db/stated.ts';
import type { Steps } from '../../../base/load/turns.ts';
import { toolError, type ToolError } from '../../../base/errors.ts';
import {
  type Amount,
  amount as amountOf,
  amountText,
  roundToCurrency,
  saidAmount,
} from '../../../base/money/amount.ts';
import {
  decimal,
  isPositive,
  roundHalfUp,
  sumOf,
  toNumber,
  toText,
  type Decimal,
  ZERO,
} from '../../../base/money/decimal.ts';
import { creditSlack } from '../../../einvoicing/credit-terms.ts';
import { signed } from '../../../einvoicing/peppol-ubl/calculate.ts';
import type { DocumentAllowance, DocumentLine, InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { LineTax, Period } from '../../../einvoicing/terms.ts';
import type { SettledDocument } from '../shared/document.ts';
import { readLine } from '../shared/content.ts';
import type { NoteHeader } from './record.ts';

/** The lines of an invoice with the same taxes. */
export interface TaxGroup {
  readonly key: string;
  readonly lines: readonly DocumentLine[];
  /** All of them as one, with the codes of the first. */
  readonly sample: DocumentLine;
  /** Charges and allowances of the whole invoice that have its tax. */
  readonly allowances: readonly DocumentAllowance[];
  /** Without tax: of the invoice, after allowances and charges, and what is left of it. */
  readonly total: Decimal;
  readonly left: Decimal;
  /** What one unit of it costs with tax, less what is retained. */
  readonly grossed: Decimal;
}

type Taxed = Pick<DocumentLine, 'taxes' | 'subtotal'>;

const oneKey = ({ tax, category, factor, rate, withheld }: LineTax): string =>
  [tax, category, factor, toText(rate), withheld].join(' ');

export const taxKey = ({ taxes }: Pick<DocumentLine, 'taxes'>): string =>
  taxes.map(oneKey).toSorted().join(', ');

/** As a sentence in any language has them: IVA 16 %, ISR −10 % for what is withheld. */
export const taxesInWords = ({ taxes }: Pick<DocumentLine, 'taxes'>): string =>
  taxes
    .map(({ tax, factor, rate, withheld }) => {
      const sign = withheld ? '−' : '';
      if (factor === 'exempt') return tax;
      return factor === 'quota' ? `${tax} ${sign}${toText(rate)}` : `${tax} ${sign}${toText(rate)} %`;
    })
    .join(', ') || '0 %';

const ONE = decimal('1');

const netTax = ({ taxes }: Taxed): Decimal =>
  sumOf(taxes.map((tax) => (tax.withheld ? tax.amount.times(decimal('-1')) : tax.amount)));

/** A note takes part once its number is reserved: from then on it may be filed at any moment. */
export const takesPart = ({ status, filing_status, number }: NoteHeader): boolean =>
  status === 'filed' ||
  (status === 'draft' && number !== null && (filing_status === 'pending' || filing_status === 'unclear'));

const minorOf = (value: Decimal | null, currency: string): number =>
  value === null ? 0 : roundToCurrency(value, currency).minor;

/** With tax (BT-112): a note of an earlier release left out of its total what had been paid before the invoice. */
const creditedBy = ({ total_minor, currency, content }: NoteHeader): number =>
  total_minor + minorOf(content.terms.prepaid === null ? null : decimal(content.terms.prepaid), currency);

/** Of a filed note: what was paid before the invoice, and is the customer's again. */
export const refundedBy = ({ currency, content: { refunded } }: NoteHeader): number =>
  minorOf(refunded === undefined ? null : decimal(refunded), currency);

/** The invoice with tax, also what was paid before it (BT-112). */
export const grossOf = ({ terms }: InvoiceDocument, { total_minor, currency }: SettledDocument): number =>
  total_minor + minorOf(terms.prepaid, currency);

const sumBy = (notes: readonly NoteHeader[], minor: (note: NoteHeader) => number): number =>
  notes.reduce((sum, note) => sum + minor(note), 0);

/** What notes without lines have credited: those of other systems and of earlier releases. */
const creditedElsewhere = (invoice: SettledDocument, notes: readonly NoteHeader[]): number => {
  const filed = notes.filter(({ status }) => status === 'filed');
  return Math.max(0, invoice.credited_minor - sumBy(filed, (note) => note.total_minor - refundedBy(note)));
};

/** What may still be credited with tax, in minor units, besides these notes. */
export const amountLeft = (
  document: InvoiceDocument,
  invoice: SettledDocument,
  notes: readonly NoteHeader[],
): number =>
  grossOf(document, invoice) - creditedElsewhere(invoice, notes) - sumBy(notes.filter(takesPart), creditedBy);

const shareElsewhere = (
  document: InvoiceDocument,
  invoice: SettledDocument,
  notes: readonly NoteHeader[],
): Decimal => {
  const gross = grossOf(document, invoice);
  return gross === 0 ? ZERO : decimal(String(creditedElsewhere(invoice, notes))).div(decimal(String(gross)));
};

/** From the first day of the periods to the last, where each line has one. */
const periodOf = (lines: readonly DocumentLine[]): Period | null => {
  const periods = lines.flatMap(({ period }) => period ?? []);
  const [from] = periods.map((period) => period.from).toSorted();
  const to = periods
    .map((period) => period.to)
    .toSorted()
    .at(-1);
  return from === undefined || to === undefined || periods.length < lines.length ? null : { from, to };
};

const asOne = (first: DocumentLine, lines: readonly DocumentLine[]): DocumentLine => ({
  ...first,
  subtotal: sumOf(lines.map(({ subtotal }) => subtotal)),
  period: periodOf(lines),
  taxes: first.taxes.map((tax) => {
    const same = lines.flatMap(({ taxes }) => taxes.filter((other) => oneKey(other) === oneKey(tax)));
    const [base, taxed] = [same.map((each) => each.base), same.map((each) => each.amount)].map(sumOf);
    return { ...tax, base: base ?? ZERO, amount: taxed ?? ZERO };
  }),
});

export function* groupsLeft(
  document: InvoiceDocument,
  invoice: SettledDocument,
  notes: readonly NoteHeader[],
): Steps<readonly TaxGroup[]> {
  const share = ONE.minus(shareElsewhere(document, invoice, notes));
  const earlier: ((key: string) => Decimal)[] = [];
  for (const { content } of notes.filter(takesPart)) {
    earlier.push(creditedByTaxes(content));
    yield;
  }
  const groups = new Map<string, DocumentLine[]>();
  for (const line of document.lines) addTo(groups, taxKey(line), line);
  const left: TaxGroup[] = [];
  for (const [key, lines] of groups) {
    yield;
    left.push(groupLeft(document, { key, lines, share, earlier }));
  }
  return left;
}

interface GroupFacts {
  readonly key: string;
  readonly lines: readonly DocumentLine[];
  /** Of the invoice, that notes without lines have left. */
  readonly share: Decimal;
  /** What each of the other notes has credited of the taxes that are asked for. */
  readonly earlier: readonly ((key: string) => Decimal)[];
}

const groupLeft = (document: InvoiceDocument, { key, lines, share, earlier }: GroupFacts): TaxGroup => {
  const [first] = lines;
  if (first === undefined) throw new Error('a tax group has no line');
  const sample = asOne(first, lines);
  const allowances = allowancesOn(document, sample);
  const total = sumOf([sample.subtotal, ...allowances.map(signed)]);
  const credited = sumOf(earlier.map((creditedOf) => creditedOf(key)));
  const left = roundHalfUp(total.times(share), 6).minus(credited);
  return {
    key,
    lines,
    sample,
    allowances,
    total,
    left: isPositive(left) ? left : ZERO,
    grossed: isPositive(sample.subtotal) ? sample.subtotal.plus(netTax(sample)).div(sample.subtotal) : ONE,
  };
};

const allowancesOn = (
  { allowances }: InvoiceDocument,
  { taxes, taxRate }: DocumentLine,
): readonly DocumentAllowance[] =>
  allowances.filter(
    ({ category, rate }) => rate.eq(taxRate) && taxes.some((tax) => tax.category === category),
  );

const addTo = <T>(groups: Map<string, T[]>, key: string, value: T): void => {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
};

/** Without tax: the lines of a note with the taxes that are asked for. Its lines are read once for all of them. */
const creditedByTaxes = (content: CreditNoteContent): ((key: string) => Decimal) => {
  const groups = new Map<string, CreditNoteContent['lines'][number][]>();
  for (const line of content.lines) addTo(groups, taxKey(readLine(line)), line);
  return (key) => creditedOn(content, groups.get(key) ?? []);
};

const creditedOn = (content: CreditNoteContent, lines: CreditNoteContent['lines']): Decimal => {
  if (content.allowances.length === 0 || lines.length === 0)
    return sumOf(lines.map(({ subtotal }) => decimal(subtotal)));
  const [line] = lines;
  const category = line?.taxes.find(({ withheld }) => !withheld)?.category;
  return sumOf([
    ...lines.map(({ subtotal }) => decimal(subtotal)),
    ...content.allowances
      .filter((allowance) => allowance.category === category && allowance.rate === line?.tax_rate)
      .map((allowance) => decimal(allowance.charge ? allowance.amount : `-${allowance.amount}`)),
  ]);
};

/** The quantity of each line of the invoice that no note has credited. */
export const quantitiesLeft = (
  { lines }: InvoiceDocument,
  notes: readonly NoteHeader[],
): readonly Decimal[] => {
  const left = lines.map(({ quantity }) => quantity);
  for (const { invoice_position, quantity } of notes
    .filter(takesPart)
    .flatMap(({ content }) => content.lines)) {
    const before = left[(invoice_position ?? 0) - 1];
    if (invoice_position !== null && before !== undefined)
      left[invoice_position - 1] = before.minus(decimal(quantity));
  }
  return left;
};

/** Refuses a note that would credit more than is left; null when it fits. */
export function* findExcess(
  { content, total }: { readonly content: CreditNoteContent; readonly total: Amount },
  document: InvoiceDocument,
  invoice: SettledDocument,
  others: readonly NoteHeader[],
): Steps<ToolError<'credit_exceeds_rest' | 'credit_exceeds_tax'> | null> {
  const left = amountLeft(document, invoice, others);
  const { currency, folio, id } = invoice;
  const about = { path: 'lines', invoice: folio ?? id };
  if (total.minor > left) {
    const most = amountOf(Math.max(0, left), currency);
    return toolError('credit_exceeds_rest', {
      ...about,
      total: saidAmount(total),
      most: saidAmount(most),
      allowed: [`at most ${amountText(most)} ${currency} with tax`],
    });
  }
  const creditedOf = creditedByTaxes(content);
  for (const group of yield* groupsLeft(document, invoice, others)) {
    const credited = creditedOf(group.key);
    if (credited.gt(group.left.plus(creditSlack(document))))
      return toolError('credit_exceeds_tax', {
        ...about,
        asked: { amount: toNumber(credited), currency },
        most: { amount: toNumber(group.left), currency },
        taxes: taxesInWords(group.sample),
        allowed: [`at most ${toText(group.left)} ${currency} without tax`],
      });
  }
  return null;
}
