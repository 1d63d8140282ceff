// How the texts of the books stand in a document. Rules that ask whether a text is there ask for what is written of it.
import { xmlCharacters } from '../xml/write.ts';

/** Without controls and stray spaces; of a text of nothing else nothing is left (PEPPOL-EN16931-R008). */
export const written = (text: string | null | undefined): string =>
  xmlCharacters(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Nothing but spaces, or characters that no document can carry. */
export const isBlank = (text: string | null | undefined): boolean => written(text) === '';
