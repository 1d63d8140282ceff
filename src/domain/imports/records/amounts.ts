import type { Amount } from '../../../base/money/amount.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { EntityChange } from '../../change/admin-change.ts';

/** The row's currency, or the entity's. */
export const currencyOf = (ctx: EntityChange, currency: string | undefined): string =>
  requireCurrency(ctx, currency ?? ctx.entity.currency, 'currency');

export const optionalAmount = (
  ctx: EntityChange,
  path: string,
  value: number | undefined,
  currency: string,
): Amount | null => (value === undefined ? null : readAmount(ctx, path, value, currency));
