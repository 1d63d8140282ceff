// In which language a person reads the pages.
import type { IncomingMessage } from 'node:http';
import { type Language, LANGUAGES } from '../../generated/languages.ts';

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

/** The first language of `Accept-Language` that the pages speak; the order there is the person's. */
export const preferredLanguage = ({ headers }: Pick<IncomingMessage, 'headers'>): Language => {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
};
