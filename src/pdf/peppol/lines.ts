// The lines and the tax breakdown of a printed Peppol invoice.
import { wordFor } from '../../../generated/languages.ts';
import { figureText, type Locale, percentText, priceText, sumText } from '../../base/locale.ts';
import { isZero } from '../../base/money/decimal.ts';
import { describeExemption } from '../../einvoicing/peppol-ubl/document/tax.ts';
import type { DocumentLine, TaxRow } from '../../einvoicing/regime.ts';
import type { PrintedColumn, PrintedTable } from '../printed.ts';
import { filled, type Job, labelled } from './job.ts';
import { periodText } from './terms.ts';

/** "One": a unit that says nothing. */
const ONE = 'C62';

const unitOf = ({ countryDetails }: DocumentLine): string => String(countryDetails['unit_code'] ?? ONE);

const left = (heading: string, grows = false): PrintedColumn => ({ heading, grows, align: 'left' });
const right = (heading: string): PrintedColumn => ({ heading, grows: false, align: 'right' });

const unitName = ({ units }: Job['words'], code: string): string => wordFor(units, code) ?? code;

export const printLines = (job: Job): PrintedTable => {
  const { document, locale, words, taxName } = job;
  const { lines, currency } = document;
  const hasUnits = lines.some((line) => unitOf(line) !== ONE);
  return {
    columns: [
      left(words.position),
      left(words.description, true),
      right(words.quantity),
      ...(hasUnits ? [left(words.unit)] : []),
      right(words.unitPrice),
      right(taxName),
      right(`${words.amount} ${currency}`),
    ],
    rows: lines.map((line, index) => ({
      cells: [
        String(index + 1),
        line.description,
        figureText(locale, line.quantity),
        ...(hasUnits ? [unitOf(line) === ONE ? '' : unitName(words, unitOf(line))] : []),
        priceText(locale, line.unitPrice, currency),
        lineRate(job, line),
        priceText(locale, line.subtotal, currency),
      ],
      detail: lineDetail(job, line),
    })),
  };
};

/** With the category where lines of the same invoice are at 0 % for different reasons. */
const lineRate = ({ document, locale }: Job, { taxRate, countryDetails }: DocumentLine): string => {
  const zero = document.breakdown.filter(({ rate }) => isZero(rate));
  return zero.length > 1
    ? rateText(locale, { rate: taxRate, category: String(countryDetails['tax_category'] ?? '') })
    : percentText(locale, taxRate);
};

const lineDetail = ({ document, locale, words }: Job, line: DocumentLine): string | null => {
  const { discount, discountAmount, productNumber, period } = line;
  const percent =
    discount !== null && 'percent' in discount ? ` ${percentText(locale, discount.percent)}` : '';
  const parts = [
    ...labelled(words.productNumber, productNumber),
    ...filled(period === null ? null : periodText(locale, period)),
    ...(isZero(discountAmount)
      ? []
      : [`${words.discount}${percent}: −${priceText(locale, discountAmount, document.currency)}`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
};

export const printTaxes = ({ document, locale, words, taxName }: Job): PrintedTable => ({
  columns: [left(taxName, true), right(words.base), right(words.amount)],
  rows: document.breakdown.map((row) => ({
    cells: [rateText(locale, row), sumText(locale, row.base), sumText(locale, row.amount)],
    detail: null,
  })),
});

/** Zero rates differ by category only, so the category is shown with them. */
const rateText = (locale: Locale, { rate, category }: Pick<TaxRow, 'rate' | 'category'>): string =>
  isZero(rate) ? `${percentText(locale, rate)} (${category})` : percentText(locale, rate);

/** Exempt, for one of many reasons. */
const EXEMPT = 'E';

/** The reason for exemption, which the law requires on the invoice. */
export const explainExemptions = ({ document, locale }: Job): readonly string[] =>
  document.breakdown.flatMap((row) => {
    const { text, code } = describeExemption(document, row.category);
    // The code says more only where the text names no ground of exemption.
    const ground = row.category === EXEMPT && !(text ?? '').includes('§') ? code : null;
    const reason = filled(text, ground).join(', ');
    return reason === '' ? [] : [`${rateText(locale, row)}: ${reason}`];
  });
