// Lines of invoices as the plan of a year says them.
import type { InvoiceLineInput } from '../../../../generated/types.ts';
import type { Count, PlannedLine, YearPlan } from './types.ts';

export const countAt = (count: Count, k: number): number => {
  if (typeof count === 'number') return count;
  const { from, step, wrap } = count;
  return from + (wrap === undefined ? step * k : (step * k) % wrap);
};

/** The lines of the document number `k`, 0 for the newest. */
export const linesAt = (
  { items }: Pick<YearPlan, 'items'>,
  lines: readonly PlannedLine[],
  k = 0,
): readonly InvoiceLineInput[] =>
  lines.map(({ item, quantity = 1, unit_price, percent, ...said }) => {
    const known = items[item];
    if (known === undefined) throw new Error(`the demo sells no ${item}`);
    return {
      ...known,
      ...said,
      quantity: countAt(quantity, k),
      unit_price: countAt(unit_price ?? known.unit_price, k),
      ...(percent === undefined ? {} : { discount: { percent } }),
    };
  });
