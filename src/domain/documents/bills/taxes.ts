// The taxes of a bill by kind, category and rate, as far as it states them.
import type { BillTax, ReceivedNote } from '../../../db/stated-bills.ts';
import type { TaxBreakdownRow } from '../../../db/stated.ts';
import type { Entity } from '../../../base/entity.ts';
import { amount, amountText, toDecimal } from '../../../base/money/amount.ts';
import { decimal, roundHalfUp, toText, ZERO } from '../../../base/money/decimal.ts';
import type { BillSettlement } from './store.ts';
import { taxKindOf } from './read-tax.ts';

const PERCENT_DECIMALS = 4;
const HUNDRED = decimal('100');

/** Those with a base, summed by kind, category and rate. */
export const toBreakdown = (taxes: readonly BillTax[]): readonly TaxBreakdownRow[] => {
  const rows = new Map<string, TaxBreakdownRow>();
  for (const { kind, category, factor, rate, base, amount: tax } of taxes) {
    if (base === null) continue;
    const key = JSON.stringify([kind, category, factor, rate]);
    const before = rows.get(key);
    const sum = (text: string | null, so_far: string | undefined): string =>
      toText(decimal(so_far ?? '0').plus(decimal(text ?? '0')));
    rows.set(key, {
      tax: kind,
      category: category ?? '',
      factor,
      rate: rate ?? '0',
      base: sum(base, before?.base),
      amount: sum(tax, before?.amount),
    });
  }
  return [...rows.values()];
};

/** Of a credit note of a supplier, as far as they are known. */
export const noteTaxes = (received: ReceivedNote | null): readonly TaxBreakdownRow[] =>
  received === null
    ? []
    : toBreakdown(
        received.taxes.length > 0
          ? received.taxes
          : received.lines.flatMap(({ content }) => content?.taxes ?? []),
      );

/** What allowances take off the taxes of the lines, and charges add to them. */
const adjustmentTaxes = (content: BillSettlement['content']): readonly BillTax[] =>
  (content?.adjustments ?? []).flatMap(({ charge, tax }) => {
    if (tax === null) return [];
    const turned = (text: string | null) => (text === null ? null : toText(ZERO.minus(decimal(text))));
    return [charge ? tax : { ...tax, base: turned(tax.base), amount: turned(tax.amount) }];
  });

/** Of the whole bill, else of its lines, allowances and charges; of one that states only what its tax is, at the rate that this comes to. */
export const billTaxes = (
  entity: Pick<Entity, 'country_code'>,
  { content, lines, subtotal_minor, tax_minor, currency }: BillSettlement,
): readonly TaxBreakdownRow[] => {
  const ofLines = [...lines.flatMap((line) => line?.taxes ?? []), ...adjustmentTaxes(content)];
  const stated = toBreakdown(content?.taxes ?? []);
  const found = stated.length > 0 ? stated : lines.some((line) => line === null) ? [] : toBreakdown(ofLines);
  if (found.length > 0) return found;
  const [base, tax] = [toDecimal(amount(subtotal_minor, currency)), toDecimal(amount(tax_minor, currency))];
  const rate = base.eq(ZERO) ? ZERO : tax.times(HUNDRED).div(base);
  return [
    {
      tax: taxKindOf(entity),
      category: '',
      rate: toText(roundHalfUp(rate.lt(ZERO) || rate.gt(HUNDRED) ? ZERO : rate, PERCENT_DECIMALS)),
      base: amountText(amount(subtotal_minor, currency)),
      amount: amountText(amount(tax_minor, currency)),
    },
  ];
};
