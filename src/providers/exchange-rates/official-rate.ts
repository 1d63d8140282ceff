// Which of Banco de México's rates a Mexican invoice takes.
//
// Article 20 of the Código Fiscal de la Federación, third paragraph: taxes are determined at the rate that the bank
// published in the Diario Oficial on the day before they are caused; on days without a publication, at the last one
// published before. The bank determines the FIX at noon of every banking day, and the Diario Oficial prints it on the
// next one. So an invoice of a Wednesday takes what was printed on Tuesday, which was determined on Monday; Saturday,
// Sunday and Monday all take what was printed on Friday and determined on Thursday. The bank's own series of the same
// values by date of settlement (SF60653) says the same.
//
// For other currencies the article multiplies the dollar's rate by the bank's table of equivalences of the month, which
// comes out a month late; the bank's daily quotations stand in for it here, in force on the same days. A company that
// bought its currency, or wants the table's rate, imports rates of its own, which come first.
import { addDays, daysBetween, type IsoDay } from '../../base/time/day.ts';

/** A value of a day: determined on it, or in force on it. */
export interface Observation {
  readonly day: IsoDay;
  /** Digits, as published. */
  readonly value: string;
}

/**
 * The rate in force on each day, up to today, and on later days that are already decided. Holidays need no calendar:
 * a day without a determination is none of a publication either.
 */
export const ratesInForce = (determined: readonly Observation[], today: IsoDay): Observation[] => {
  const known = determined
    .filter(({ day }) => day <= today)
    .toSorted((one, other) => daysBetween(other.day, one.day));
  const [first, second] = known;
  if (first === undefined) return [];
  // The value before the only one is not known: better the wrong day's than none at all.
  if (second === undefined) return each(first.day, today, first.value);
  return known.slice(1).flatMap(({ day: published }, index) => {
    const next = known[index + 2]?.day;
    const last = next ?? lastDecided(published, today);
    return each(addDays(published, 1), last, known[index]?.value ?? first.value);
  });
};

/** Until the next determination can be expected, which is on the next day that is not of a weekend. */
const lastDecided = (published: IsoDay, today: IsoDay): IsoDay => {
  const expected = nextWeekday(published);
  return expected > today ? expected : today;
};

const nextWeekday = (day: IsoDay): IsoDay => {
  const next = addDays(day, 1);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWeekday(next) : next;
};

const each = (from: IsoDay, to: IsoDay, value: string): Observation[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => ({
    day: addDays(from, index),
    value,
  }));
