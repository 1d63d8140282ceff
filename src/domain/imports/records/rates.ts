// The exchange rates of a batch: asked for once per currency and day.
import type { ExchangeRate } from '../../../base/exchange-rate.ts';
import { rateIfKnown } from '../../exchange-rates/rate-for.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import { asDay } from '../../../base/time/day.ts';
import type { ImportScope } from '../importer.ts';

/** Null where no rate is known, and for the entity's own currency: an opening item stands without. */
export type Rates = (currency: string, day: string) => ExchangeRate | null;

interface Dated {
  readonly currency?: string | undefined;
  readonly issue_date: string;
}

export const ratesOf = async (ctx: ImportScope, rows: readonly Dated[]): Promise<Rates> => {
  const rates = new Map<string, ExchangeRate | null>();
  for (const { currency, issue_date } of rows) {
    if (currency === undefined || currency === ctx.entity.currency || !isCurrency(currency)) continue;
    const key = `${currency} ${issue_date}`;
    if (!rates.has(key)) rates.set(key, await rateIfKnown(ctx, currency, asDay(issue_date)));
  }
  return (currency, day) => rates.get(`${currency} ${day}`) ?? null;
};
