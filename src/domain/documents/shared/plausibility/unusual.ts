// What the checks of new documents share. They warn and refuse nothing; the thresholds are in the spec's `risks`.
import { SERVICE } from '../../../../../generated/service.ts';
import type { WarningDetails } from '../../../../../generated/warnings.ts';
import { amount, convert, minorText, toDecimal } from '../../../../base/money/amount.ts';
import { type Decimal, decimal, toText } from '../../../../base/money/decimal.ts';
import type { Warns } from '../../../../base/raises.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { latestRate } from '../../../money/exchange-rates/latest-rate.ts';

export type WarnsUnusual = Warns<'unusual_value'>;

export type Unusual = WarningDetails['unusual_value'] & { readonly path: string };

export const HUNDRED: Decimal = decimal('100');

interface Sum {
  readonly total_minor: number;
  readonly currency: string;
}

export const told = ({ total_minor, currency }: Sum): string =>
  `${minorText(total_minor, currency)} ${currency}`;

/** In the company's currency; null where no rate is known. */
export const ownValue = (
  { entity }: Pick<ReadScope, 'entity'>,
  { total_minor, currency }: Sum,
  rate: Decimal | null,
): Decimal | null => {
  const value = amount(total_minor, currency);
  if (currency === entity.currency) return toDecimal(value);
  return rate === null ? null : toDecimal(convert(value, rate, entity.currency));
};

/** The rate that a document stores. */
export const rateOf = ({ exchange_rate }: { readonly exchange_rate: string | null }): Decimal | null =>
  exchange_rate === null ? null : decimal(exchange_rate);

/** Above what any company is likely to book; what its own documents are like is not looked at. */
export const hugeAmount = (
  ctx: Pick<ReadScope, 'entity'>,
  sum: Sum,
  rate: Decimal | null,
): Unusual | null => {
  const { largest_amount: most } = SERVICE.risks;
  const value = ownValue(ctx, sum, rate);
  return value === null || value.lte(decimal(most))
    ? null
    : { path: 'line_items', received: told(sum), usual: `${most} ${ctx.entity.currency} at most` };
};

interface Rated {
  readonly currency: string;
  /** As given; null where it is looked up. */
  readonly rate: Decimal | null;
  readonly issueDate: IsoDay;
}

/** Whether a rate is far from the one of the day. */
export const isFarOff = (rate: Decimal, known: Decimal): boolean =>
  rate
    .minus(known)
    .abs()
    .times(HUNDRED)
    .gt(known.times(decimal(SERVICE.risks.rate_percent)));

export const unusualRate = async (
  ctx: ReadScope,
  { currency, rate, issueDate }: Rated,
): Promise<Unusual | null> => {
  const { currency: quote, organisation_id } = ctx.entity;
  if (rate === null || currency === quote) return null;
  const known = (await latestRate(ctx.db, organisation_id, { base: currency, quote, day: issueDate }))?.rate;
  if (known === undefined || !isFarOff(rate, known.rate)) return null;
  return {
    path: 'exchange_rate',
    received: toText(rate),
    usual: `${toText(known.rate)} ${quote} for 1 ${currency} (${known.date})`,
  };
};
