// Texts as a document writes them; rules on the presence of a text look at what is written.
import { xmlCharacters } from '../xml/write.ts';

/** Without control characters and stray spaces, since no element may be empty (PEPPOL-EN16931-R008). */
export const written = (text: string | null | undefined): string =>
  xmlCharacters(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The same for a text whose line breaks count. */
export const paragraph = (text: string | null | undefined): string =>
  (text ?? '')
    .split(/\r\n|\r|\n/)
    .map(written)
    .filter((line) => line !== '')
    .join('\n');

/** Nothing but spaces and characters that no document can contain. */
export const isBlank = (text: string | null | undefined): boolean => written(text) === '';

/** At least three digits (BR-DE-27). */
export const isTelephone = (text: string): boolean => (text.match(/[0-9]/g)?.length ?? 0) >= 3;

/** One @, followed by a domain of at least two names (BR-DE-28). */
export const isEmail = (text: string): boolean => /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/.test(text.trim());
