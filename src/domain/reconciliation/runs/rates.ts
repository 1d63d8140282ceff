// The exchange rates that a matching run may need, as a table that can go to its thread.
import type { RateRow } from '../../../matching/portable.ts';
import type { MatchDocument } from '../../../matching/types.ts';
import { bundledRates } from '../../exchange-rates/bundled.ts';
import { BUNDLED_DAYS } from '../../exchange-rates/bundled-rates.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { ReadScope } from '../../change/scope.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';

/** Between the account's currency and those of open documents, from a day on. */
export const ratesBetween = async (
  ctx: ReadScope,
  currency: string,
  documents: readonly MatchDocument[],
  from: IsoDay,
): Promise<readonly RateRow[]> => {
  const others = [...new Set(documents.flatMap((each) => (each.open ? [each.currency] : [])))].filter(
    (each) => each !== currency,
  );
  if (others.length === 0) return [];
  const known = await ctx.db
    .selectFrom('exchange_rate')
    .select(['base', 'quote', 'date', 'rate'])
    .where('organisation_id', 'in', ['', ctx.entity.organisation_id])
    .where('date', '>=', from)
    .where((eb) =>
      eb.or([
        eb.and([eb('base', 'in', others), eb('quote', '=', currency)]),
        eb.and([eb('base', '=', currency), eb('quote', 'in', others)]),
      ]),
    )
    .orderBy('date')
    .execute();
  // Of one day, a rate that is stored comes after the bundled one and so wins over it.
  return [
    ...others.flatMap((base) => bundledRows(base, currency)),
    ...known.map((row) => ({ ...row, rate: toNumber(decimal(row.rate)) })),
  ];
};

const bundledRows = (base: string, quote: string): readonly RateRow[] =>
  BUNDLED_DAYS.flatMap(({ date }) => {
    const found = bundledRates.latest(base, quote, asDay(date));
    return found === undefined ? [] : [{ base, quote, date, rate: toNumber(found.rate) }];
  });
