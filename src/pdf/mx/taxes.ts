// Taxes of a printed CFDI: of a line, and in the summary.
import { decimal, sumOf, toFixed, toText } from '../../base/money/decimal.ts';
import type { Cfdi, CfdiTax, CfdiTaxes } from '../../einvoicing/mx-cfdi/read.ts';
import type { PrintedTable } from '../printed.ts';
import { codeText } from './catalogues.ts';
import { mxFigure } from './stamp.ts';

const PERCENT = decimal('100');
/** c_TipoFactor: an amount for each unit instead of a rate. */
const QUOTA = 'Cuota';

const rateText = ({ factor, rate }: CfdiTax): string => {
  if (rate === null) return factor ?? '';
  if (factor === QUOTA) return `cuota ${mxFigure(rate)}`;
  return `${mxFigure(decimal(rate).times(PERCENT).toFixed())}\u00a0%`;
};

/** `002 IVA 16 %: 380.05`, for small print. */
export const taxTexts = (taxes: CfdiTaxes | null, digits: number): readonly string[] => {
  const text = (tax: CfdiTax): string => {
    const amount = tax.amount === null ? '' : `: ${mxFigure(tax.amount, digits)}`;
    return `${codeText('tax', tax.tax)} ${rateText(tax)}${amount}`;
  };
  return [
    ...(taxes?.transferred ?? []).map(text),
    ...(taxes?.withheld ?? []).map((tax) => `Retención ${text(tax)}`),
  ];
};

/** IVA before IEPS; of each tax the highest rate first, then amounts for each unit, then what is exempt. */
const inOrder = (taxes: readonly CfdiTax[]): readonly CfdiTax[] => {
  const place = ({ factor }: CfdiTax): number => FACTORS.indexOf(factor ?? '');
  return taxes.toSorted(
    (left, right) =>
      left.tax.localeCompare(right.tax) ||
      place(left) - place(right) ||
      decimal(right.rate ?? '0').cmp(decimal(left.rate ?? '0')),
  );
};

/** c_TipoFactor. */
const FACTORS: readonly string[] = ['Tasa', QUOTA, 'Exento'];

/**
 * The summary of a CFDI gives neither base nor rate of what is retained, so they are those of the lines; its amount of a
 * tax counts wherever the lines have one rate of it.
 */
const withheldByRate = ({ taxes, concepts }: Cfdi): readonly CfdiTax[] => {
  const byRate = new Map<string, CfdiTax[]>();
  for (const tax of concepts.flatMap((concept) => concept.taxes?.withheld ?? [])) {
    const key = `${tax.tax} ${decimal(tax.rate ?? '0').toFixed()}`;
    byRate.set(key, [...(byRate.get(key) ?? []), tax]);
  }
  const sum = (group: readonly CfdiTax[], field: 'base' | 'amount'): string =>
    toText(sumOf(group.map((tax) => decimal(tax[field] ?? '0'))));
  const rows = [...byRate.values()].flatMap((group): CfdiTax[] => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, base: sum(group, 'base'), amount: sum(group, 'amount') }];
  });
  return rows.map((row) => {
    const alone = rows.filter(({ tax }) => tax === row.tax).length === 1;
    const whole = taxes?.withheld.find(({ tax }) => tax === row.tax)?.amount;
    return alone && whole !== undefined ? { ...row, amount: whole } : row;
  });
};

export const printTaxes = (cfdi: Cfdi, digits: number): PrintedTable => {
  const money = (text: string | null): string =>
    text === null ? '–' : mxFigure(toFixed(decimal(text), digits), digits);
  const row = (name: string, sign: string, tax: CfdiTax) => ({
    cells: [name, money(tax.base), rateText(tax), `${tax.amount === null ? '' : sign}${money(tax.amount)}`],
    detail: null,
  });
  return {
    columns: [
      { heading: 'Impuesto', grows: true, align: 'left' },
      { heading: 'Base', grows: false, align: 'right' },
      { heading: 'Tasa', grows: false, align: 'right' },
      { heading: 'Importe', grows: false, align: 'right' },
    ],
    rows: [
      ...inOrder(cfdi.taxes?.transferred ?? []).map((tax) => row(codeText('tax', tax.tax), '', tax)),
      ...inOrder(withheldByRate(cfdi)).map((tax) => row(`Retención ${codeText('tax', tax.tax)}`, '−', tax)),
    ],
  };
};
