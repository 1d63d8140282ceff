// Parses option values before anything is opened or written.
import { InvalidArgumentError } from 'commander';
import { ID_NOUNS, ID_PREFIXES, ID_SUFFIX, type IdName, type IdTypes } from '../../generated/ids.ts';
import { LIMITS } from '../../generated/limits.ts';
import { isAddress } from '../base/mail-address.ts';
import { findHidden } from '../base/text/hidden.ts';
import { type IsoDay, parseDay } from '../base/time/day.ts';

const { name: MAX_NAME_LENGTH } = LIMITS.Entity;
const { email: MAX_EMAIL_LENGTH } = LIMITS.ListedCounterparty;

const SUFFIX = new RegExp(`^${ID_SUFFIX}$`);

const article = (noun: string): string => (/^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`);

/** Parses an id of this kind: `orgn_01h…`. */
export const parseId =
  <K extends IdName>(kind: K, noun: string = ID_NOUNS[kind]) =>
  (text: string): IdTypes[K] => {
    const prefix = `${ID_PREFIXES[kind]}_`;
    if (text.startsWith(prefix) && SUFFIX.test(text.slice(prefix.length))) return text as IdTypes[K];
    throw new InvalidArgumentError(`It must be the id of ${article(noun)} (${prefix}…).`);
  };

/** A non-empty text on one line. */
export const text = (value: string): string => {
  const trimmed = value.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be empty.');
  const hidden = findHidden(trimmed);
  if (hidden !== undefined)
    throw new InvalidArgumentError(
      `It must not contain characters that nobody sees, such as ${hidden.code} at character ${hidden.position}.`,
    );
  if (Array.from(trimmed).length > MAX_NAME_LENGTH) {
    throw new InvalidArgumentError(`It must have at most ${MAX_NAME_LENGTH} characters.`);
  }
  return trimmed;
};

export const email = (value: string): string => {
  const trimmed = value.trim().toLowerCase();
  const isWhole = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) && isAddress(value.trim());
  if (!isWhole || trimmed.length > MAX_EMAIL_LENGTH) {
    throw new InvalidArgumentError('It must be an e-mail address.');
  }
  return trimmed;
};

/** Letters, digits and hyphens, which every invoice format accepts in a number. */
export const series = (value: string): string => {
  const trimmed = value.trim().toUpperCase();
  if (/^[A-Z0-9]([A-Z0-9-]{0,23}[A-Z0-9])?$/.test(trimmed)) return trimmed;
  throw new InvalidArgumentError('It must have 1 to 25 letters, digits and hyphens, such as F or RE-2026.');
};

export const flag = (value: string): boolean => {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new InvalidArgumentError('It must be true or false.');
};

export const day = (value: string): IsoDay => {
  const parsed = parseDay(value.trim());
  if (parsed === undefined) throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.');
  return parsed;
};

/** A positive amount in plain digits. */
export const positive = (value: string): number => {
  const trimmed = value.trim();
  if (/^\d{1,13}(\.\d{1,6})?$/.test(trimmed) && Number(trimmed) > 0) return Number(trimmed);
  throw new InvalidArgumentError('It must be an amount above zero, such as 1500.50.');
};

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : S;

type Snaked<O> = { [K in keyof O as Snake<K & string>]: O[K] };

/** Options under the names that fields have: `postal_code` for `postalCode`. */
export const snaked = <O extends object>(options: O): Snaked<O> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as Snaked<O>;
