// A credit note that takes the last of a base takes exactly what is left of its tax, where the authority lets a tax differ from
// its base times its rate by rounding. Then bases and taxes of all notes together are those of the invoice.
import { add, type Amount, parseAmount, subtract, sum } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import { mayBearTax } from '../../../einvoicing/credit-terms.ts';
import type { InvoiceDocument, TaxRow, Totals } from '../../../einvoicing/regime.ts';
import { takesPart } from './left.ts';
import type { NoteHeader } from './record.ts';

type Keyed = Pick<TaxRow, 'tax' | 'category' | 'rate'>;

const isSame = (row: Keyed, other: Keyed): boolean =>
  row.tax === other.tax && row.category === other.category && row.rate.eq(other.rate);

/** Of this row of the invoice, what earlier notes have not credited. */
const rowLeft = (row: TaxRow, notes: readonly NoteHeader[]): Pick<TaxRow, 'base' | 'amount'> => {
  const { currency } = row.base;
  const earlier = notes
    .filter(takesPart)
    .flatMap(({ content }) => content.tax_breakdown)
    .filter((other) => isSame(row, { ...other, rate: decimal(other.rate) }));
  const less = (of: 'base' | 'amount'): Amount =>
    subtract(
      row[of],
      sum(
        currency,
        earlier.map((each) => parseAmount(each[of], currency)),
      ),
    );
  return { base: less('base'), amount: less('amount') };
};

export const takeTaxLeft = (
  document: InvoiceDocument,
  notes: readonly NoteHeader[],
  totals: Totals,
): Totals => {
  const breakdown = totals.breakdown.map((row) => {
    const whole = document.breakdown.find((other) => isSame(row, other));
    const left = whole === undefined ? undefined : rowLeft(whole, notes);
    if (left === undefined || left.base.minor !== row.base.minor) return row;
    const taken = { ...row, amount: left.amount };
    return left.amount.minor >= 0 && mayBearTax(document, taken) ? taken : row;
  });
  const tax = sum(
    totals.tax.currency,
    breakdown.map((row) => row.amount),
  );
  const total = subtract(add(totals.subtotal, tax), totals.withheld);
  return { ...totals, breakdown, tax, total };
};
