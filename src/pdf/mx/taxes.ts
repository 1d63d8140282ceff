// Taxes of a printed CFDI: of a line, and in the summary.
import { decimal } from '../../base/money/decimal.ts';
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

export const printTaxes = ({ taxes }: Cfdi, digits: number): PrintedTable => ({
  columns: [
    { heading: 'Impuesto', grows: true, align: 'left' },
    { heading: 'Base', grows: false, align: 'right' },
    { heading: 'Tasa', grows: false, align: 'right' },
    { heading: 'Importe', grows: false, align: 'right' },
  ],
  rows: [
    ...(taxes?.transferred ?? []).map((tax) => ({
      cells: [
        codeText('tax', tax.tax),
        mxFigure(tax.base ?? '0', digits),
        rateText(tax),
        mxFigure(tax.amount ?? '0', digits),
      ],
      detail: null,
    })),
    // The summary of a CFDI gives neither base nor rate of what is retained.
    ...(taxes?.withheld ?? []).map((tax) => ({
      cells: [`Retención ${codeText('tax', tax.tax)}`, '', '', `−${mxFigure(tax.amount ?? '0', digits)}`],
      detail: null,
    })),
  ],
});
