// Banco de México: the exchange rates of its economic information system (SIE), in pesos. They come with the day of
// determination and are stored with the day on which they are in force, so that a look-up needs its own day only.
import { type Answer, type Fetch, ask, isRecord, parseJson, readText } from '../ask.ts';
import { decimal } from '../../base/money/decimal.ts';
import { type IsoDay, addDays, asDay, dayIn, daysBetween, parseDay } from '../../base/time/day.ts';
import {
  type ExchangeRate,
  FETCH_TIMEOUT_MS,
  type Fetched,
  type FetchingProvider,
  type Known,
  readRate,
} from '../../base/exchange-rate.ts';

export const BANXICO = 'banxico';

export interface BanxicoOptions {
  /** Without the path of the service: `https://www.banxico.org.mx`. */
  readonly url: string;
  /** Free from the bank; 64 characters. */
  readonly token: string;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
}

/** The FIX of the dollar, and the daily quotations of other currencies derived from it; by date of determination. */
const SERIES: Readonly<Record<string, string>> = {
  USD: 'SF43718',
  EUR: 'SF46410',
  JPY: 'SF46406',
  GBP: 'SF46407',
  CAD: 'SF60632',
};

const TIME_ZONE = 'America/Mexico_City';
/** Enough for a first start, including the working days before the first day needed. */
const FIRST_SPAN_DAYS = 60;
const OVERLAP_DAYS = 15;
const MAX_BYTES = 1024 * 1024;

export const banxico = (options: BanxicoOptions): FetchingProvider => ({
  source: BANXICO,
  fetch: async (known, signal) => {
    const today = dayIn(TIME_ZONE, known.now);
    const from = spanStart(known, today);
    const rates: ExchangeRate[] = [];
    const faults: string[] = [];
    for (const [currency, series] of Object.entries(SERIES)) {
      const found = await fetchObservations(options, series, from, today, signal);
      if (typeof found === 'string') faults.push(`${currency} (${series}): ${found}`);
      else rates.push(...ratesInForce(found, today).map((rate) => toRate(currency, rate)));
    }
    return summarise(rates, faults);
  },
});

/** Usually every series fails for the same reason, which is then reported once. */
const summarise = (rates: readonly ExchangeRate[], faults: readonly string[]): Fetched => {
  const reasons = new Set(faults.map((fault) => fault.slice(fault.indexOf(': ') + 2)));
  const [reason] = reasons;
  const same = faults.length === Object.keys(SERIES).length && reasons.size === 1 && reason !== undefined;
  return { rates, faults: same ? [reason] : faults };
};

const spanStart = ({ latest }: Known, today: IsoDay): IsoDay => {
  const first = addDays(today, -FIRST_SPAN_DAYS);
  if (latest === null) return first;
  const overlapping = addDays(latest < today ? latest : today, -OVERLAP_DAYS);
  return overlapping > first ? overlapping : first;
};

const toRate = (base: string, { day, value }: Observation): ExchangeRate => ({
  base,
  quote: 'MXN',
  date: day,
  source: BANXICO,
  rate: decimal(value),
});

const fetchObservations = async (
  { url, token, fetch, timeoutMs = FETCH_TIMEOUT_MS }: BanxicoOptions,
  series: string,
  from: IsoDay,
  to: IsoDay,
  signal: AbortSignal | undefined,
): Promise<readonly Observation[] | string> => {
  const answer = await ask({
    method: 'GET',
    url: `${url.replace(/\/+$/u, '')}/SieAPIRest/service/v1/series/${series}/datos/${from}/${to}`,
    headers: { 'Bmx-Token': token, Accept: 'application/json' },
    timeoutMs,
    signal,
    maxBytes: MAX_BYTES,
    fetch,
  });
  if ('silence' in answer) return answer.silence;
  return answer.status === 200 ? readSeries(answer, series) : describeRefusal(answer);
};

/** A wrong token and too many queries are both HTTP 400; the bank's message tells them apart. */
const describeRefusal = (answer: Answer): string => {
  const body = parseJson(answer);
  const error = isRecord(body) ? body['error'] : undefined;
  const words = readText(error, 'mensaje');
  return `HTTP ${answer.status}${words === null ? '' : `, ${words.slice(0, 200)}`}`;
};

/** `{bmx: {series: [{idSerie, datos: [{fecha: "20/11/2026", dato: "18.2915"}]}]}}`; no `datos` means no values. */
const readSeries = (answer: Answer, id: string): readonly Observation[] | string => {
  const body = parseJson(answer);
  const bmx = isRecord(body) ? body['bmx'] : undefined;
  const all = isRecord(bmx) ? bmx['series'] : undefined;
  const series: unknown = Array.isArray(all)
    ? all.find((one: unknown) => readText(one, 'idSerie') === id)
    : undefined;
  if (!isRecord(series)) return 'the answer holds no such series';
  const data = series['datos'] ?? [];
  if (!Array.isArray(data)) return 'the answer cannot be read';
  const observations: Observation[] = [];
  for (const datum of data as readonly unknown[]) {
    const value = readText(datum, 'dato');
    if (value === null || value === NO_VALUE) continue;
    const read = readDatum(readText(datum, 'fecha'), value);
    if (read === undefined) return 'the answer holds a value that is no rate';
    observations.push(read);
  }
  return observations;
};

/** "No especificado": a day without a determination. */
const NO_VALUE = 'N/E';

const readDatum = (date: string | null, value: string): Observation | undefined => {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/u.exec(date ?? '') ?? [];
  const parsed = parseDay(`${year}-${month}-${day}`);
  const rate = readRate(value);
  return parsed === undefined || rate === undefined ? undefined : { day: asDay(parsed), value: rate };
};

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
