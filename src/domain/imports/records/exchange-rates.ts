// Rates that somebody states: they win over the table that comes with the service, for every organisation.
import type { RowOf } from '../../../../generated/imports.ts';
import type { Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { bundledRates } from '../../exchange/bundled.ts';
import { isCurrency } from '../../money/currency.ts';
import { decimal, type Decimal, toFixed } from '../../money/decimal.ts';
import { RATE_DECIMALS } from '../../exchange/provider.ts';
import { withoutNoise } from '../../money/wire.ts';
import { Refusal } from '../../refusal.ts';
import type { OrganisationChange } from '../../trail/admin-change.ts';
import type { OrganisationImporter } from '../importer.ts';
import type { RowOutcome } from '../outcome.ts';
import { orReason } from './reference-importer.ts';

type Row = RowOf<'exchange_rates'>;

/** As the spec says of the field; the column keeps more for rates that are computed. */
const ROW_DECIMALS = 6;

export const EXCHANGE_RATES: OrganisationImporter<'exchange_rates'> = {
  level: 'organisation',
  store: async (ctx, rows) => {
    const outcomes: RowOutcome[] = [];
    for (const { value } of rows) {
      const rate = orReason(() => checked(value));
      outcomes.push(
        'reason' in rate ? { kind: 'rejected', reason: rate.reason } : await store(ctx, value, rate.value),
      );
    }
    return outcomes;
  },
};

const checked = ({ base, quote, rate, source }: Row): Decimal => {
  for (const currency of [base, quote]) {
    if (!isCurrency(currency))
      throw new Refusal('invalid_value', `${currency} is not a currency of ISO 4217`);
  }
  if (base === quote) throw new Refusal('invalid_value', 'base and quote are the same currency');
  if (source.toLowerCase() === bundledRates.source) {
    throw new Refusal(
      'invalid_value',
      `the source ${source} is kept for the rates that come with the service`,
    );
  }
  const exact = withoutNoise(rate, ROW_DECIMALS);
  if (exact === undefined)
    throw new Refusal('invalid_value', `rate ${rate} has more than ${ROW_DECIMALS} decimals`);
  return exact;
};

/** One of a day, pair and source takes the place of an earlier one. */
const store = async (ctx: OrganisationChange, row: Row, rate: Decimal): Promise<RowOutcome> => {
  const before = await findRate(ctx.db, row);
  if (before !== undefined && decimal(before).eq(rate)) return { kind: 'skipped', id: null };
  const text = toFixed(rate, RATE_DECIMALS);
  const { base, quote, date, source } = row;
  if (before === undefined) {
    await ctx.db
      .insertInto('exchange_rate')
      .values({ base, quote, date, source, rate: text, created_at: toInstant(ctx.now) })
      .execute();
  } else {
    await ctx.db
      .updateTable('exchange_rate')
      .set({ rate: text })
      .where('base', '=', base)
      .where('quote', '=', quote)
      .where('date', '=', date)
      .where('source', '=', source)
      .execute();
  }
  ctx.record({
    event: 'record.imported',
    record_type: 'exchange_rate',
    // Rates have no id of their own; the pair and the day name one.
    record_id: `${base}/${quote} ${date}`,
    before: before === undefined ? null : { ...row, rate: before },
    after: { ...row, rate: text },
  });
  return { kind: before === undefined ? 'imported' : 'updated', id: null };
};

const findRate = async (db: Writer, { base, quote, date, source }: Row): Promise<string | undefined> => {
  const row = await db
    .selectFrom('exchange_rate')
    .select('rate')
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('date', '=', date)
    .where('source', '=', source)
    .executeTakeFirst();
  return row?.rate;
};
