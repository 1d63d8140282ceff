// The European Central Bank: reference rates of the euro, each working day at about 16:00. Rates between two other
// currencies are computed through the euro.
import { XMLParser } from 'fast-xml-parser';
import { ask, type Fetch, isRecord, readText } from '../ask.ts';
import { isCurrency } from '../../base/money/currency.ts';
import { decimal, type Decimal, isZero, roundHalfUp } from '../../base/money/decimal.ts';
import { addDays, daysBetween, type IsoDay, parseDay } from '../../base/time/day.ts';
import {
  type ExchangeRate,
  FETCH_TIMEOUT_MS,
  type FetchingProvider,
  RATE_DECIMALS,
  readRate,
} from '../../base/exchange-rate.ts';

export const ECB = 'ecb';

export interface EcbOptions {
  /** Without the path of the files: `https://www.ecb.europa.eu`. */
  readonly url: string;
  /** The quote currencies to keep: those in which companies keep their books. */
  readonly quotes?: readonly string[];
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
}

const DAILY = '/stats/eurofxref/eurofxref-daily.xml';
/** The last 90 days, in one file. */
const HISTORY = '/stats/eurofxref/eurofxref-hist-90d.xml';
const MAX_BYTES = 2 * 1024 * 1024;
/** Rates are sometimes corrected within a few days. */
const OVERLAP_DAYS = 7;

/** What one euro was worth on a day, by currency. */
interface ReferenceDay {
  readonly day: IsoDay;
  readonly rates: ReadonlyMap<string, Decimal>;
}

export const ecb = ({ quotes = ['EUR'], ...options }: EcbOptions): FetchingProvider => ({
  source: ECB,
  fetch: async ({ latest }, signal) => {
    const days = await daysSince(options, latest, signal);
    if (typeof days === 'string') return { rates: [], faults: [days] };
    return { rates: days.flatMap((day) => crossRates(day, quotes)), faults: [] };
  },
});

/** The daily file when it follows on the latest known day, otherwise the history. */
const daysSince = async (
  options: Omit<EcbOptions, 'quotes'>,
  latest: IsoDay | null,
  signal: AbortSignal | undefined,
): Promise<readonly ReferenceDay[] | string> => {
  if (latest === null) return readFile(options, HISTORY, signal);
  const daily = await readFile(options, DAILY, signal);
  if (typeof daily === 'string') return daily;
  if (daily.every(({ day }) => daysBetween(latest, day) <= 1)) return daily;
  const history = await readFile(options, HISTORY, signal);
  if (typeof history === 'string') return history;
  const from = addDays(latest, -OVERLAP_DAYS);
  return [...history, ...daily].filter(({ day }) => day >= from);
};

const readFile = async (
  { url, fetch, timeoutMs = FETCH_TIMEOUT_MS }: Omit<EcbOptions, 'quotes'>,
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly ReferenceDay[] | string> => {
  const answer = await ask({
    method: 'GET',
    url: `${url.replace(/\/+$/u, '')}${path}`,
    headers: { Accept: 'application/xml' },
    timeoutMs,
    signal,
    maxBytes: MAX_BYTES,
    fetch,
  });
  if ('silence' in answer) return answer.silence;
  if (answer.status !== 200) return `HTTP ${answer.status}`;
  return readEnvelope(answer.bytes.toString('utf8')) ?? 'the answer cannot be read';
};

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
});

const toList = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly unknown[]) : [value];

/** `Envelope > Cube > Cube[time] > Cube[currency, rate]`; undefined when a part is missing or malformed. */
const readEnvelope = (text: string): ReferenceDay[] | undefined => {
  const envelope = field(parse(text), 'Envelope');
  const days = toList(field(field(envelope, 'Cube'), 'Cube')).map(readDay);
  const complete = days.filter((day) => day !== undefined);
  return complete.length === 0 || complete.length < days.length ? undefined : complete;
};

const parse = (text: string): unknown => {
  try {
    return parser.parse(text, true);
  } catch {
    return undefined;
  }
};

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

const readDay = (cube: unknown): ReferenceDay | undefined => {
  const day = parseDay(readText(cube, 'time') ?? '');
  const rates = new Map<string, Decimal>([['EUR', decimal('1')]]);
  for (const entry of toList(field(cube, 'Cube'))) {
    const [currency, rate] = [readText(entry, 'currency'), readRate(readText(entry, 'rate') ?? '')];
    if (currency === null || rate === undefined) return undefined;
    if (isCurrency(currency)) rates.set(currency, decimal(rate));
  }
  return day === undefined || rates.size === 1 ? undefined : { day, rates };
};

const crossRates = ({ day, rates }: ReferenceDay, quotes: readonly string[]): ExchangeRate[] =>
  quotes.flatMap((quote) => {
    const inQuote = rates.get(quote);
    if (inQuote === undefined) return [];
    return [...rates].flatMap(([base, inBase]) => {
      const rate = roundHalfUp(inQuote.div(inBase), RATE_DECIMALS);
      // A rate below the last decimal cannot be stored.
      return base === quote || isZero(rate) ? [] : [{ base, quote, date: day, source: ECB, rate }];
    });
  });
