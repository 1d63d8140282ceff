// The languages of the pages, and how words are kept: beside the page that says them, in all languages at once.
import type { IncomingMessage } from 'node:http';

export const LANGUAGES = ['en', 'es', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** English gives the names of the words; the other languages must have the same. */
type Translated<W> = {
  readonly [K in keyof W]: W[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : W[K] extends string
      ? string
      : Translated<W[K]>;
};

/** Words in the language of the person: `const words = inLanguages({ en: {...}, es: {...}, de: {...} })`, `words(language).title`. */
export const inLanguages =
  <const W extends object>(all: {
    readonly en: W;
    readonly es: Translated<W>;
    readonly de: Translated<W>;
  }): ((language: Language) => Translated<W>) =>
  (language) =>
    language === 'en' ? (all.en as Translated<W>) : all[language];

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

/** The first language of `Accept-Language` that the pages speak; the order there is the person's. */
export const preferredLanguage = ({ headers }: Pick<IncomingMessage, 'headers'>): Language => {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
};
