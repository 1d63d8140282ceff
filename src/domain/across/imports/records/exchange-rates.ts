// Rates that an organisation imports: for its documents they have priority over service-wide rates, and other
// organisations never see them.
import type { RowOf } from '../../../../../generated/imports.ts';
import { toInstant } from '../../../../db/instant.ts';
import { bundledRates } from '../../../money/exchange-rates/bundled.ts';
import { latestRate } from '../../../money/exchange-rates/latest-rate.ts';
import { findRate, insertRate, updateRate } from '../../../money/exchange-rates/store.ts';
import { isCurrency } from '../../../../base/money/currency.ts';
import { decimal, type Decimal, toFixed, toText } from '../../../../base/money/decimal.ts';
import { RATE_DECIMALS } from '../../../../base/exchange-rate.ts';
import { withoutNoise } from '../../../../base/money/wire.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { OrganisationChange } from '../../../ground/change/change.ts';
import type { OrganisationImporter } from '../importer.ts';
import type { RejectedOutcome, RowOutcome } from '../outcome.ts';
import { type FileLines, onEarlierLine } from '../repeated-rows.ts';
import { orReason, rejected } from './rows.ts';

type Row = RowOf<'exchange_rates'>;

/** The decimals of the spec's field; the column has more for computed rates. */
const ROW_DECIMALS = 6;

const MAX_JUMP_PERCENT = decimal('20');
const LAST_DAY = asDay('9999-12-31');

export const EXCHANGE_RATES: OrganisationImporter<'exchange_rates'> = {
  level: 'organisation',
  hasKey: () => true,
  store: async (ctx, rows, { warn, file }) => {
    const outcomes: RowOutcome[] = [];
    for (const { line, value } of rows) {
      const rate = orReason(() => checked(value));
      if ('reason' in rate) outcomes.push(rejected(rate));
      else
        outcomes.push(
          otherInFile(file, line, value, rate.value) ??
            (await store(ctx, value, rate.value, (message) => warn(line, message))),
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

/** A rate replaces one of an earlier file; of two in one file nobody could say which is right. */
const otherInFile = (
  file: FileLines,
  line: number,
  { base, quote, date, source }: Row,
  rate: Decimal,
): RejectedOutcome | undefined => {
  const pair = `${base}/${quote} of ${date} (${source})`;
  const value = `${pair} ${toText(rate)}`;
  const earlier = file.lineOf(pair);
  if (earlier !== undefined && file.lineOf(value) === undefined)
    return onEarlierLine(`the rate ${pair}`, earlier, ', with another value');
  file.bring(pair, line);
  file.bring(value, line);
  return undefined;
};

/** A rate replaces an earlier one of the same day, pair and source. */
const store = async (
  ctx: OrganisationChange,
  row: Row,
  rate: Decimal,
  warn: (message: string) => void,
): Promise<RowOutcome> => {
  const { base, quote, date, source } = row;
  const key = { organisation_id: ctx.organisation_id, base, quote, date, source };
  const before = await findRate(ctx.db, key);
  if (before !== undefined && decimal(before).eq(rate)) return { kind: 'skipped', id: null };
  await warnOfJump(ctx, row, rate, warn);
  const text = toFixed(rate, RATE_DECIMALS);
  if (before === undefined) await insertRate(ctx.db, { ...key, rate: text, created_at: toInstant(ctx.now) });
  else await updateRate(ctx.db, key, text);
  ctx.record({
    event: 'record.imported',
    record_type: 'exchange_rate',
    // Rates have no id; the pair and the day identify one.
    record_id: `${base}/${quote} ${date}`,
    before: before === undefined ? null : { ...row, rate: before },
    after: { ...row, rate: text },
  });
  return { kind: before === undefined ? 'imported' : 'updated', id: null };
};

/** Probably transposed digits or an inverse rate; imported with a warning, because currencies do collapse. */
const warnOfJump = async (
  { db, organisation_id }: OrganisationChange,
  { base, quote, date }: Row,
  rate: Decimal,
  warn: (message: string) => void,
): Promise<void> => {
  const known =
    (await latestRate(db, organisation_id, { base, quote, day: asDay(date) })) ??
    // A day before all known rates is compared with the newest one.
    (await latestRate(db, organisation_id, { base, quote, day: LAST_DAY }));
  if (known === undefined) return;
  const { rate: earlier, date: earlierDate, source } = known.rate;
  if (rate.minus(earlier).abs().times('100').lte(earlier.times(MAX_JUMP_PERCENT))) return;
  warn(
    `${toText(rate)} ${quote} for 1 ${base} on ${date} differs by more than ${toText(MAX_JUMP_PERCENT)} % from the latest known rate, ${toText(earlier)} of ${earlierDate} (${source}); verify it`,
  );
};
