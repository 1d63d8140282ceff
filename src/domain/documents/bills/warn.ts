// A bill is as its supplier wrote it: what nobody said of its taxes is asked for, and what does not add up is told.
import { COUNTRIES, type CountryData } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { toDecimal, toWire } from '../../../base/money/amount.ts';
import { decimal } from '../../../base/money/decimal.ts';
import type { Warns } from '../../../base/raises.ts';
import type { TypedBill } from './plan.ts';

/** More is no rounding. */
const CENT = decimal('0.01');

const MOST_NAMED = 5;

export const warnOfUntaxed = (
  ctx: Warns<'tax_not_given'> & { readonly entity: Entity },
  taxed: TypedBill['taxed'],
): void => {
  const untaxed = taxed.flatMap(({ isUntaxed, path }) => (isUntaxed ? [path] : []));
  if (untaxed.length === 0) return;
  const more = untaxed.length - MOST_NAMED;
  const { tax }: CountryData = COUNTRIES[ctx.entity.country_code];
  ctx.warn('tax_not_given', {
    path: untaxed[0] ?? 'line_items',
    lines: [...untaxed.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', '),
    corrected: `"tax_rate": ${tax.default_rate}`,
  });
};

export const warnOfDifferences = (
  ctx: Warns<'tax_differs'>,
  taxed: TypedBill['taxed'],
  currency: string,
): void => {
  for (const { path, tax, computed } of taxed) {
    if (computed === null || !toDecimal(tax).minus(toDecimal(computed)).abs().gt(CENT)) continue;
    ctx.warn('tax_differs', {
      path: `${path}.tax_amount`,
      given: toWire(tax),
      computed: toWire(computed),
      currency,
    });
  }
};
