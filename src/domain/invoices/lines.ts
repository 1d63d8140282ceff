// The lines of a new invoice as the caller gave them, read exactly.
import { SERVICE } from '../../../generated/service.ts';
import type { InvoiceLineInput } from '../../../generated/types.ts';
import type { Details, LineInput } from '../../einvoicing/regime.ts';
import { isPositive } from '../money/decimal.ts';
import { readDecimal } from '../money/wire.ts';
import type { Raises } from '../scope.ts';

type LineRaises = Raises<'too_many_decimals' | 'invalid_parameter'>;

const { quantity_decimals: QUANTITY_DECIMALS, unit_price_decimals: UNIT_PRICE_DECIMALS } = SERVICE.limits;

export const readLines = (ctx: LineRaises, given: readonly InvoiceLineInput[]): readonly LineInput[] =>
  given.map((line, index) => readLine(ctx, line, `line_items[${index}]`));

const readLine = (ctx: LineRaises, line: InvoiceLineInput, path: string): LineInput => {
  const description = line.description.trim();
  if (description === '') {
    throw ctx.error('invalid_parameter', {
      path: `${path}.description`,
      reason: 'must say what is sold',
      received: JSON.stringify(line.description.slice(0, 50)),
    });
  }
  const quantity = readDecimal(ctx, `${path}.quantity`, line.quantity, QUANTITY_DECIMALS);
  // What is left of a quantity that was only noise is zero.
  if (!isPositive(quantity)) {
    throw ctx.error('invalid_parameter', {
      path: `${path}.quantity`,
      reason: 'must be above zero',
      received: String(line.quantity),
    });
  }
  return {
    description,
    quantity,
    unitPrice: readDecimal(ctx, `${path}.unit_price`, line.unit_price, UNIT_PRICE_DECIMALS),
    countryDetails: givenDetails(line.country_details),
  };
};

/** The country fields that were really given. */
export const givenDetails = (details: object | undefined): Details =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (field): field is [string, string | number] =>
        typeof field[1] === 'string' || typeof field[1] === 'number',
    ),
  );
