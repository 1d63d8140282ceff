import type { Amount } from '../../../base/money/amount.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { ImportScope } from '../importer.ts';

/** The row's currency, or the entity's. */
export const currencyOf = (ctx: ImportScope, currency: string | undefined): string =>
  requireCurrency(ctx, currency ?? ctx.entity.currency, 'currency');

export const optionalAmount = (
  ctx: ImportScope,
  path: string,
  value: number | undefined,
  currency: string,
): Amount | null => (value === undefined ? null : readAmount(ctx, path, value, currency));
