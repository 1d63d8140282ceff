// The taxes of an opening item, which its one line has for payment complements only: the line's amount is the total, so
// nothing else is computed from them.
import type { OpeningTaxInput } from '../../../../../generated/types.ts';
import { decimalOfNumber, decimal, toText, ZERO } from '../../../../base/money/decimal.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { OBJECT_TAXED } from '../../../../einvoicing/mx-cfdi/codes.ts';
import type { InvoiceLineRow } from '../../../documents/invoices/record.ts';
import type { ImportScope } from '../importer.ts';

interface TaxedRow {
  readonly status: string;
  readonly line_items?: readonly unknown[] | undefined;
  readonly taxes?: readonly OpeningTaxInput[] | undefined;
  readonly installments_paid?: number | undefined;
}

/** c_Impuesto. */
const CODES: Readonly<Record<OpeningTaxInput['tax'], string>> = { ISR: '001', IVA: '002', IEPS: '003' };
const PERCENT = decimal('100');

export const withOpeningTaxes = (
  { entity }: ImportScope,
  { status, line_items, taxes, installments_paid }: TaxedRow,
  lines: readonly InvoiceLineRow[],
): readonly InvoiceLineRow[] => {
  if (taxes === undefined && installments_paid === undefined) return lines;
  const field = taxes === undefined ? 'installments_paid' : 'taxes';
  if (entity.country_code !== 'MX')
    throw refusal(`${field} is for payment complements, which only Mexico has`);
  if (status === 'draft') throw refusal(`${field} is of a filed invoice; a draft has its own`);
  if (taxes === undefined) return lines;
  if (line_items !== undefined)
    throw refusal('taxes is for an invoice without line_items, which have theirs');
  return lines.map((line) => ({
    ...line,
    country_details: { ...line.country_details, tax_object: OBJECT_TAXED },
    content: line.content === null ? null : { ...line.content, taxes: taxes.map(toLineTax) },
  }));
};

const refusal = (message: string): Refusal => new Refusal('invalid_value', message);

const toLineTax = ({ tax, rate, base, withheld }: OpeningTaxInput) => {
  if (rate === undefined && (withheld || tax !== 'IVA'))
    throw refusal(`${tax} of taxes needs its rate; only IVA that is passed on is exempt`);
  const percent = rate === undefined ? ZERO : decimalOfNumber(rate);
  const exact = decimalOfNumber(base);
  return {
    tax,
    category: CODES[tax],
    factor: rate === undefined ? ('exempt' as const) : ('rate' as const),
    rate: toText(percent),
    base: toText(exact),
    amount: toText(exact.times(percent).div(PERCENT)),
    withheld,
  };
};
