// Sums over many entries, from the sums that are kept of each month; only the months that a ledger begins or ends within
// are summed from their entries.
import { addDays, asDay, monthFrom, monthOf } from '../../../base/time/day.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { heldSlot } from '../../ground/periods/period.ts';
import { type Days, type LedgerFilters, sumDays } from './store/entries.ts';
import { addPart, type MonthPart, sumMonths } from './store/months.ts';
import { addSums, type SumsByCurrency } from './sums.ts';

interface Dated {
  readonly date: string;
  readonly ledger: MonthPart['ledger'];
  readonly currency: string;
}

/** An entry as it counts in the sums; `entry_count` is 1 unless it says otherwise. */
export interface Counted extends Dated {
  readonly debit_minor: number;
  readonly credit_minor: number;
  readonly entry_count?: number;
}

/** A payment that counts from now on, or with less than nothing one that does no more, on the day that it was paid. */
export interface Paid extends Dated {
  readonly paid_minor: number;
}

/** Adds to the sums what was booked and paid, in the same transaction. */
export const addToMonths = async (
  ctx: Tenant<Writer>,
  entries: readonly Counted[],
  paid: readonly Paid[] = [],
): Promise<void> => {
  if (entries.length + paid.length === 0) return;
  const slot = await heldSlot(ctx);
  const parts = new Map<string, MonthPart>();
  const add = ({ date, ledger, currency }: Dated, by: Figures): void => {
    const month = monthOf(date);
    const key = `${ledger} ${month} ${currency}`;
    const sum = parts.get(key) ?? { ledger, month, currency, slot, ...NOTHING };
    parts.set(key, {
      ...sum,
      debit_minor: sum.debit_minor + by.debit_minor,
      credit_minor: sum.credit_minor + by.credit_minor,
      entry_count: sum.entry_count + by.entry_count,
      paid_minor: sum.paid_minor + by.paid_minor,
    });
  };
  for (const entry of entries) add(entry, { ...NOTHING, entry_count: 1, ...entry });
  for (const payment of paid) add(payment, { ...NOTHING, ...payment });
  for (const part of parts.values()) await addPart(ctx, part);
};

type Figures = Pick<MonthPart, 'debit_minor' | 'credit_minor' | 'entry_count' | 'paid_minor'>;

const NOTHING: Figures = { debit_minor: 0, credit_minor: 0, entry_count: 0, paid_minor: 0 };

/** Sums of the entries before the day. */
export const sumBefore = (
  ctx: Tenant<Reader>,
  filters: LedgerFilters,
  day: string,
): Promise<SumsByCurrency> => sumBetween(ctx, filters, { from: null, before: asDay(day) });

/** Sums of the entries within the days of the filters. */
export const sumWithin = (ctx: Tenant<Reader>, filters: LedgerFilters): Promise<SumsByCurrency> => {
  const { date_from, date_to } = filters;
  return sumBetween(ctx, filters, {
    from: date_from === undefined ? null : asDay(date_from),
    before: date_to === undefined ? null : addDays(asDay(date_to), 1),
  });
};

const sumBetween = async (
  ctx: Tenant<Reader>,
  { type, counterparty_id }: LedgerFilters,
  days: Days,
): Promise<SumsByCurrency> => {
  const filters = { type, counterparty_id };
  const first = days.from === null ? null : monthFrom(days.from);
  const end = days.before === null ? null : monthOf(days.before);
  // Sums are kept of the whole books, not of a counterparty.
  if (counterparty_id !== undefined || (first !== null && end !== null && first >= end))
    return sumDays(ctx, filters, days);
  let sums = await sumMonths(ctx, type, { from: first, before: end });
  if (first !== days.from) sums = addSums(sums, await sumDays(ctx, filters, { ...days, before: first }));
  if (end !== days.before) sums = addSums(sums, await sumDays(ctx, filters, { ...days, from: end }));
  return sums;
};
