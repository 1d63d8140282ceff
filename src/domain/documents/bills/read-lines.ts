// The lines of a bill as somebody types them: their sums, and what they say of taxes.
import type { BillLineInput } from '../../../../generated/types.ts';
import type { BillLineContent, BillTax } from '../../../db/stated-bills.ts';
import { type Amount, amountText, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import { type Decimal, roundHalfUp, sumOf, toText, ZERO } from '../../../base/money/decimal.ts';
import { readAmount, readDecimal } from '../../../base/money/wire.ts';
import { because, say } from '../../../base/said.ts';
import { LINE_DECIMALS, lineSubtotal, taxOn } from '../../../einvoicing/totals.ts';
import { type ReadLine, readLineText, textOrNull } from '../shared/line-text.ts';
import { PERCENT_DECIMALS, readDiscount, readPeriod } from '../shared/typed-terms.ts';
import {
  type BillScope,
  type BillTaxRaises,
  isMexican,
  readTax,
  refuseForeign,
  type StatedTax,
} from './read-tax.ts';

export interface BillLineFacts extends ReadLine, Omit<StatedTax, 'of'> {
  /** After its discount. */
  readonly subtotal: Decimal;
  readonly withheld: Decimal;
  /** Null where it says no more than its sums. */
  readonly content: BillLineContent | null;
}

/** Content that says nothing. */
export const NO_LINE_CONTENT: BillLineContent = {
  taxes: [],
  withholdings: [],
  discount: null,
  adjustments: [],
  detail: null,
  unit_code: null,
  period: null,
  nature: null,
  item_number: null,
  product_code: null,
  tax_object: null,
  customs_numbers: [],
  order_line: null,
  account: null,
  cost_centre: null,
  deductible_percent: null,
};

export const readBillLines = (
  ctx: BillTaxRaises,
  given: readonly BillLineInput[],
  scope: BillScope,
): readonly BillLineFacts[] => given.map((line, index) => readLine(ctx, line, index, scope));

const readLine = (
  ctx: BillTaxRaises,
  line: BillLineInput,
  index: number,
  scope: BillScope,
): BillLineFacts => {
  const path = `line_items[${index}]`;
  const read = readLineText(ctx, line, path, say('demand_says_bought', {}));
  const gross = lineSubtotal(ctx, read, index, LINE_DECIMALS);
  const discount = readTaken(ctx, line, path, gross, scope);
  const subtotal = gross.minus(discount ?? ZERO);
  const stated = readTax(ctx, line, path, subtotal, scope);
  const withholdings = readWithholdings(ctx, line, path, { ...scope, subtotal, tax: stated.tax });
  return {
    ...read,
    subtotal,
    tax: stated.tax,
    withheld: sumOf(withholdings.map(({ minor }) => toDecimal(minor))),
    content: contentOf({
      taxes: stated.of === null ? [] : [stated.of],
      withholdings: withholdings.map(({ stated: each }) => each),
      discount: discount === null ? null : toText(discount),
      ...readUse(ctx, line, path),
    }),
    isUntaxed: stated.isUntaxed,
    computed: stated.computed,
  };
};

/** Null where nothing is said. */
const contentOf = (said: Partial<BillLineContent>): BillLineContent | null =>
  Object.values(said).every((value) => value === null || (Array.isArray(value) && value.length === 0))
    ? null
    : { ...NO_LINE_CONTENT, ...said };

/** What was bought, when, and where the books have it; nothing is computed of it. */
const readUse = (
  ctx: BillTaxRaises,
  { period, nature, account, cost_centre, deductible_percent }: BillLineInput,
  path: string,
) => ({
  period: readPeriod(ctx, `${path}.period`, period),
  nature: nature ?? null,
  account: textOrNull(account),
  cost_centre: textOrNull(cost_centre),
  deductible_percent:
    deductible_percent === undefined
      ? null
      : toText(readDecimal(ctx, `${path}.deductible_percent`, deductible_percent, PERCENT_DECIMALS)),
});

/** What is taken off a line; null where nothing is said of it. */
const readTaken = (
  ctx: BillTaxRaises,
  { discount }: BillLineInput,
  path: string,
  gross: Decimal,
  { currency }: BillScope,
): Decimal | null => {
  if (discount === undefined) return null;
  const read = readDiscount(ctx, `${path}.discount`, discount, currency);
  const taken = 'amount' in read ? read.amount : taxOn(gross, read.percent);
  if (taken.lte(gross)) return roundHalfUp(taken, LINE_DECIMALS);
  throw ctx.error('invalid_parameter', {
    path: `${path}.discount.amount`,
    ...because(say('demand_most', { limit: toText(gross) })),
    received: toText(taken),
    hint: 'More is taken off than the line costs; check the amounts on the bill.',
  });
};

interface Withheld {
  readonly minor: Amount;
  readonly stated: BillTax;
}

const readWithholdings = (
  ctx: BillTaxRaises,
  { withholdings = [] }: BillLineInput,
  path: string,
  { entity, currency, subtotal, tax }: BillScope & { readonly subtotal: Decimal; readonly tax: Amount },
): readonly Withheld[] => {
  if (withholdings.length > 0 && !isMexican(entity)) refuseForeign(ctx, entity, path, 'withholdings');
  const read = withholdings.map((each, index) => {
    const at = `${path}.withholdings[${index}]`;
    if (each.rate === undefined && each.amount === undefined) {
      throw ctx.error('invalid_parameter', {
        path: at,
        ...because(say('demand_rate_or_amount', {})),
        received: 'neither',
        hint: 'Give the amount as the bill states it.',
      });
    }
    const rate = each.rate === undefined ? null : readDecimal(ctx, `${at}.rate`, each.rate, PERCENT_DECIMALS);
    const minor =
      each.amount === undefined
        ? roundToCurrency(taxOn(subtotal, rate ?? subtotal.times('0')), currency)
        : readAmount(ctx, `${at}.amount`, each.amount, currency);
    const stated: BillTax = {
      kind: each.tax,
      factor: 'rate',
      rate: rate === null ? null : toText(rate),
      category: null,
      exemption_code: null,
      exemption_reason: null,
      base: toText(subtotal),
      amount: amountText(minor),
      name: null,
    };
    return { minor, stated };
  });
  const sum = sumOf(read.map(({ minor }) => toDecimal(minor)));
  const most = subtotal.plus(toDecimal(tax));
  if (sum.gt(most)) {
    throw ctx.error('invalid_parameter', {
      path: `${path}.withholdings`,
      ...because(say('demand_most', { limit: toText(most) })),
      received: toText(sum),
      hint: 'More is retained than the line costs; check the amounts on the bill.',
    });
  }
  return read;
};
