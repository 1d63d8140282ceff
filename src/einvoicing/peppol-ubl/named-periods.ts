// Months and weeks that texts name, in German and English: an invoice of October that says "September" was supplied then.
import { MONTH_NAMES } from '../../../generated/vocabulary/month-names.ts';
import { decimalOfInteger } from '../../base/money/decimal.ts';
import { addDays, asDay, type IsoDay } from '../../base/time/day.ts';
import type { InvoiceDocument } from '../regime.ts';

const MONTHS = MONTH_NAMES.months.map((names) => names.split(' '));

const AMBIGUOUS: readonly string[] = MONTH_NAMES.ambiguous;

const NAMED = new RegExp(
  String.raw`(?<![\p{L}\d])(${MONTHS.flat().join('|')})(?![\p{L}\d])\.?(?:\s+(20\d\d)(?!\d))?`,
  'gu',
);
/** 09/2026, 09.2026, 15.09.2026. */
const NUMBERED = /(?<![\d/.-])(?:[0-3]?\d\.\s?)?(0?[1-9]|1[0-2])[/.]\s?(20\d\d)(?!\d)/gu;
/** 2026-09, 2026-09-15. */
const ISO = /(?<![\d-])(20\d\d)-(0[1-9]|1[0-2])(?:-[0-3]\d)?(?![\d-])/gu;
const WEEK =
  /(?<![\p{L}\d])(?:KW|Kalenderwoche|CW|calendar week)\s*(\d{1,2})(?:\s*[/,.-]?\s*(20\d\d))?(?!\d)/gu;

interface Named {
  readonly text: string;
  /** `2026-09`. */
  readonly months: readonly string[];
}

const monthText = (year: string, month: number): string =>
  `${year}-${decimalOfInteger(month).toFixed().padStart(2, '0')}`;

/** The months of a week by ISO 8601: the week with 4 January is the first. */
const monthsOfWeek = (year: string, week: number): readonly string[] => {
  const fourth = asDay(`${year}-01-04`);
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(fourth, 7 * (week - 1) - weekday);
  return [monday, addDays(monday, 6)].map((day) => day.slice(0, 7));
};

const periodsIn = (text: string, issued: IsoDay): readonly Named[] => {
  const year = issued.slice(0, 4);
  return [
    ...[...text.matchAll(NAMED)].flatMap(([found, name = '', named]) =>
      named === undefined && AMBIGUOUS.includes(name)
        ? []
        : {
            text: found.trim(),
            months: [monthText(named ?? year, MONTHS.findIndex((names) => names.includes(name)) + 1)],
          },
    ),
    ...[...text.matchAll(NUMBERED)].map(([found, month = '', named = '']) => ({
      text: found,
      months: [monthText(named, Number(month))],
    })),
    ...[...text.matchAll(ISO)].map(([found, named = '', month = '']) => ({
      text: found,
      months: [monthText(named, Number(month))],
    })),
    ...[...text.matchAll(WEEK)].map(([found, week = '', named]) => ({
      text: found.trim(),
      months: monthsOfWeek(named ?? year, Number(week)),
    })),
  ];
};

/** The first text that names a period other than the month of issue, where no day or period of supply is given. */
export const namedElsewhere = ({
  issueDate,
  lines,
  notes,
  terms,
  title,
}: InvoiceDocument): { readonly path: string; readonly text: string } | null => {
  if (terms.deliveryDate !== null || terms.deliveryPeriod !== null) return null;
  const texts = [
    ...lines.map(({ description, period }, index) => ({
      path: `line_items[${index}].description`,
      text: period === null ? description : '',
    })),
    ...(lines.some(({ period }) => period !== null)
      ? []
      : [
          { path: 'notes', text: notes ?? '' },
          { path: 'title', text: title ?? '' },
        ]),
  ];
  for (const { path, text } of texts) {
    const other = periodsIn(text, issueDate).find(({ months }) => !months.includes(issueDate.slice(0, 7)));
    if (other !== undefined) return { path, text: other.text };
  }
  return null;
};
