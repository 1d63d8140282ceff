import { SERVICE } from '../../../../generated/service.ts';
import { roundToCurrency } from '../../../base/money/amount.ts';
import { readDecimal } from '../../../base/money/wire.ts';
import { currencyOf } from './amounts.ts';
import { textOf } from './reference.ts';
import { entityImporter } from './reference-importer.ts';

export const PRODUCTS = entityImporter({
  type: 'products',
  id: 'ProductId',
  noun: 'product',
  identifiers: (fields) => [textOf(fields, 'sku')],
  toFacts: (ctx, row) => {
    const currency = currencyOf(ctx, row.currency);
    const { unit_price } = row;
    // Prices have more decimals than amounts; hits show the rounded one, the fields keep it as it is.
    const amount =
      unit_price === undefined
        ? null
        : roundToCurrency(
            readDecimal(ctx, 'unit_price', unit_price, SERVICE.limits.unit_price_decimals),
            currency,
          );
    return {
      label: row.name,
      sublabel: row.sku ?? null,
      status: row.status,
      amount,
      currency,
      date: null,
      counterparty_id: null,
      fields: { ...row, currency },
    };
  },
});
