// What the figures of the spec measure, told by the end of their names, and how prose says them.

/** Times are compared in milliseconds, sizes in bytes. */
export type Dimension = 'time' | 'percent' | 'size' | 'share';

interface Unit {
  readonly dimension: Dimension;
  readonly factor: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KILOBYTE = 1024;

const BY_SUFFIX: readonly (readonly [RegExp, Unit])[] = [
  [/(^|_)days$/, { dimension: 'time', factor: DAY }],
  [/(^|_)hours$/, { dimension: 'time', factor: HOUR }],
  [/(^|_)minutes$/, { dimension: 'time', factor: MINUTE }],
  [/(^|_)ms$/, { dimension: 'time', factor: 1 }],
  [/(^|_)bytes$/, { dimension: 'size', factor: 1 }],
  [/(^|_)(rate|percent)$/, { dimension: 'percent', factor: 1 }],
  [/^(auto_confirm|suggest)$/, { dimension: 'share', factor: 1 }],
];

/** `windows.bill_due_days` is a time; undefined for plain numbers. */
export const unitOf = (path: string): Unit | undefined => {
  const name = path.split('.').at(-1) ?? '';
  return BY_SUFFIX.find(([suffix]) => suffix.test(name))?.[1];
};

const count = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`;

const TIMES: readonly (readonly [number, string])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1000, 'second'],
];

/** In the unit of its name, or in a larger one of which it is more than one and a whole number: 72 hours are 3 days. */
const sayTime = (value: number, { factor }: Unit): string => {
  const ms = value * factor;
  const fits = TIMES.find(([size]) => ms % size === 0 && (ms > size || size <= factor));
  return fits === undefined ? `${ms} ms` : count(ms / fits[0], fits[1]);
};

/** To two digits, rounded down: prose never promises more than is taken. */
const saySize = (bytes: number): string => {
  const [size, noun] = bytes >= KILOBYTE ** 2 ? [KILOBYTE ** 2, 'MB'] : [KILOBYTE, 'kB'];
  if (bytes < KILOBYTE) return `${bytes} bytes`;
  const whole = bytes / size;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(whole)) - 1);
  return `${Math.floor(whole / step) * step} ${noun}`;
};

const SAID: Readonly<Record<Dimension, (value: number, unit: Unit) => string>> = {
  time: sayTime,
  size: saySize,
  percent: (value) => `${value}%`,
  share: (value) => value.toFixed(2),
};

/** The figure as prose says it. */
export const say = (path: string, value: number): string => {
  const unit = unitOf(path);
  return unit === undefined ? String(value) : SAID[unit.dimension](value, unit);
};

/** Units as the languages of the pages write them. */
const WRITTEN: readonly (readonly [RegExp, Unit])[] = [
  [/^(days?|días?|Tage?n?)$/, { dimension: 'time', factor: DAY }],
  [/^(hours?|h|horas?|Stunden?)$/, { dimension: 'time', factor: HOUR }],
  [/^(minutes?|min|minutos?|Minuten?)$/, { dimension: 'time', factor: MINUTE }],
  [/^(seconds?|s|segundos?|Sekunden?)$/, { dimension: 'time', factor: 1000 }],
  [/^ms$/, { dimension: 'time', factor: 1 }],
  [/^(%|per ?cent|por ciento|Prozent)$/, { dimension: 'percent', factor: 1 }],
  [/^bytes$/, { dimension: 'size', factor: 1 }],
  [/^[kK]B$/, { dimension: 'size', factor: KILOBYTE }],
  [/^MB$/, { dimension: 'size', factor: KILOBYTE ** 2 }],
];

export const writtenUnit = (word: string): Unit | undefined =>
  WRITTEN.find(([pattern]) => pattern.test(word))?.[1];
