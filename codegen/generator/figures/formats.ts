// Other forms of a figure than the one of its name: `{MX.tax.default_rate|of 4500}` is the tax of 4500.
import type { FigureValue, Scalar } from './figures.ts';
import { say } from './units.ts';

export type Format = (value: FigureValue, argument: string) => Scalar | undefined;

const DAY_MS = 86_400_000;
/** Base64 writes three bytes as four characters. */
const BASE64 = 3 / 4;

/** Amounts stand in the spec as text, so that YAML rounds none. */
export const asNumber = (value: FigureValue): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : undefined;
};

/** To the cent: examples are in currencies of two decimals. */
const cents = (amount: number): number => Math.round(amount * 100) / 100;

const percentOf = (each: unknown): number | undefined =>
  typeof each === 'object' && each !== null && 'percent' in each && typeof each.percent === 'number'
    ? each.percent
    : undefined;

/** `16, 8 or 0`. */
const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const arithmetic =
  (compute: (value: number, amount: number) => number): Format =>
  (value, argument) => {
    const [number, amount] = [asNumber(value), Number(argument)];
    return number === undefined || argument === '' || Number.isNaN(amount)
      ? undefined
      : cents(compute(number, amount));
  };

export const FORMATS = {
  /** Without its unit. */
  number: (value) => asNumber(value),
  negative: (value) => {
    const number = asNumber(value);
    return number === undefined ? undefined : -number;
  },
  /** The rates of a table. */
  percents: (value) => {
    const rates = Array.isArray(value) ? value.map(percentOf).filter((rate) => rate !== undefined) : [];
    return rates.length === 0 ? undefined : list(rates.map(String));
  },
  /** What a text of so many characters holds in base64. */
  base64: (value) => {
    const length = asNumber(value);
    return length === undefined ? undefined : say('bytes', length * BASE64);
  },
  /** The percentage of an amount, and the amount with it. */
  of: arithmetic((rate, amount) => (amount * rate) / 100),
  on: arithmetic((rate, amount) => amount + (amount * rate) / 100),
  /** So many days after a day. */
  after: (value, argument) => {
    const [days, start] = [asNumber(value), Date.parse(`${argument}T00:00:00Z`)];
    return days === undefined || Number.isNaN(start)
      ? undefined
      : new Date(start + days * DAY_MS).toISOString().slice(0, 10);
  },
} as const satisfies Readonly<Record<string, Format>>;
