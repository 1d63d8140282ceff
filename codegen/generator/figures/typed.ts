// Finds figures of the spec that prose has typed instead of named, so that they stay behind when the figure changes.
import type { Figures } from './figures.ts';
import { unitOf, writtenUnit } from './units.ts';

export interface Typed {
  /** As it stands in the text. */
  readonly text: string;
  /** The figures that it repeats. */
  readonly names: readonly string[];
}

/** `30 days`, `16%`, `10-day`; a range or a decimal counts with its last number. */
const MEASURE = /(?<![\w.,])((?!0\d)\d+(?:\.\d+)?)([ -]?)(%|[A-Za-zí]+(?: (?:ciento|cent)\b)?)/g;
const SHARE = /(?<![\w.])0?\.\d+\b(?!%)/g;
const BARE = /(?<![\w.:/-])(\d+)\b(?! ?%|\w|[.:/-]\w)/g;
const CODE = /(?<![\w-])[A-Z0-9]{2,13}\b/g;
const WORDS: Readonly<Record<string, number>> = { ten: 10, twelve: 12, twenty: 20, fifty: 50 };

const namesWhere = (figures: Figures, fits: (name: string, value: unknown) => boolean): readonly string[] =>
  [...figures].filter(([name, value]) => fits(name, value)).map(([name]) => name);

/** Numbers with a unit that a figure of the same dimension equals. One day or one hour is too common to mean one. */
export const findMeasures = (text: string, figures: Figures): readonly Typed[] =>
  [...text.matchAll(MEASURE)].flatMap(([whole, number = '', gap = '', word = '']) => {
    const unit = writtenUnit(word);
    // `20s` is of a style sheet, or code.
    if (unit === undefined || (gap === '' && /^[a-z]{1,2}$/.test(word))) return [];
    if (unit.dimension === 'time' && number === '1') return [];
    const names = namesWhere(figures, (name, value) => {
      const own = unitOf(name);
      return (
        typeof value === 'number' &&
        own?.dimension === unit.dimension &&
        value * own.factor === Number(number) * unit.factor
      );
    });
    return names.length === 0 ? [] : [{ text: whole, names }];
  });

/** Shares between 0 and 1, such as a confidence. */
export const findShares = (text: string, figures: Figures): readonly Typed[] =>
  [...text.matchAll(SHARE)].flatMap(([whole]) => {
    const names = namesWhere(
      figures,
      (name, value) => unitOf(name)?.dimension === 'share' && value === Number(whole),
    );
    return names.length === 0 ? [] : [{ text: whole, names }];
  });

/** Smaller numbers are counted, not limited. */
const LEAST_LIMIT = 5;

const isLimit = (name: string, value: unknown): boolean =>
  name.startsWith('limits.') &&
  typeof value === 'number' &&
  value >= LEAST_LIMIT &&
  unitOf(name) === undefined;

/** Plain numbers that are a limit of the service, also as words. */
export const findLimits = (text: string, figures: Figures): readonly Typed[] => {
  const words = [...text.matchAll(/\p{L}+/gu)].flatMap(([word]): (readonly [string, number])[] => {
    const value = WORDS[word.toLowerCase()];
    return value === undefined ? [] : [[word, value]];
  });
  const numbers = [...text.matchAll(BARE)].map(([, number = '']) => [number, Number(number)] as const);
  return [...words, ...numbers].flatMap(([typed, number]) => {
    const names = namesWhere(figures, (name, value) => isLimit(name, value) && value === number);
    return names.length === 0 || /^0\d/.test(typed) ? [] : [{ text: typed, names }];
  });
};

/** Rates of tax where the text says percent. */
export const findRates = (text: string, figures: Figures): readonly Typed[] =>
  /\b(percent|rate)\b/i.test(text)
    ? [...text.matchAll(BARE)].flatMap(([, number = '']) => {
        const names = namesWhere(
          figures,
          (name, value) => name.endsWith('.default_rate') && String(value) === number,
        );
        return names.length === 0 ? [] : [{ text: number, names }];
      })
    : [];

/** Codes that a country takes as its default, such as E48. */
export const findCodes = (text: string, figures: Figures): readonly Typed[] =>
  [...text.matchAll(CODE)].flatMap(([code]) => {
    if (!/\d/.test(code) || code.length < 3) return [];
    const names = namesWhere(figures, (name, value) => value === code && /\.(defaults|tax_id)\./.test(name));
    return names.length === 0 ? [] : [{ text: code, names }];
  });

/** In a sentence about a default, whatever the defaults of countries and windows say, also two digits of a code. */
export const findDefaults = (text: string, figures: Figures): readonly Typed[] =>
  [...text.matchAll(/(?<![\w.])\d+\b(?![\w%]|\.\d)/g)].flatMap(([number]) => {
    const names = namesWhere(
      figures,
      (name, value) =>
        String(value) === number && /^([A-Z]{2}\.(defaults|payment_terms_days)|windows\.)/.test(name),
    );
    return names.length === 0 ? [] : [{ text: number, names }];
  });
