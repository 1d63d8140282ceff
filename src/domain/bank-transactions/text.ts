// The spelling in which the text of a bank line is compared: no accents, no case, no punctuation.
import { normaliseName } from '../../base/names/normalise.ts';

/** Width of the column. */
const MAX_LENGTH = 700;

export const searchText = (description: string, reference: string | null): string =>
  [...normaliseName(`${description} ${reference ?? ''}`)].slice(0, MAX_LENGTH).join('').trimEnd();
