// What lines of invoices and bills have in common, read without rounding.
import { say, because, type SaidSentence } from '../../../base/said.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { isPositive, type Decimal } from '../../../base/money/decimal.ts';
import { readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';

export type LineError = 'too_many_decimals' | 'invalid_parameter';
export type LineRaises = Raises<LineError>;

const { quantity_decimals: QUANTITY_DECIMALS, unit_price_decimals: UNIT_PRICE_DECIMALS } = SERVICE.limits;

interface GivenLine {
  readonly description: string;
  readonly quantity: number;
  readonly unit_price: number;
}

export interface ReadLine {
  readonly description: string;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
}

/** `mustSay` completes the error for a line without a description. */
export const readLineText = (
  ctx: LineRaises,
  line: GivenLine,
  path: string,
  mustSay: SaidSentence,
): ReadLine => {
  const description = line.description.trim();
  if (description === '') {
    throw ctx.error('invalid_parameter', {
      path: `${path}.description`,
      ...because(mustSay),
      received: JSON.stringify(line.description.slice(0, 50)),
      hint: 'Say in description what the line is for.',
    });
  }
  const quantity = readDecimal(ctx, `${path}.quantity`, line.quantity, QUANTITY_DECIMALS);
  // A quantity below the smallest decimal is read as zero.
  if (!isPositive(quantity)) {
    throw ctx.error('invalid_parameter', {
      path: `${path}.quantity`,
      ...because(say('demand_positive', {})),
      received: String(line.quantity),
      hint: 'Give a larger quantity; a credit is no line.',
    });
  }
  return {
    description,
    quantity,
    unitPrice: readDecimal(ctx, `${path}.unit_price`, line.unit_price, UNIT_PRICE_DECIMALS),
  };
};

export const textOrNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};
