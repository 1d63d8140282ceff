// Splits texts into the words of the index, and normalises identifiers.
import { ID_PREFIXES, ID_SUFFIX } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { isFiller, withoutLegalForms } from '../../../base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';

/** Width of the token columns; longer words are distinguished by scoring the label of each hit. */
export const MAX_TOKEN_LENGTH = 24;
/** Width of the identifier column. */
export const MAX_IDENTIFIER_LENGTH = 64;
/** Search results show this much of a label; its columns are this wide. */
export const MAX_LABEL_LENGTH = LIMITS.SearchHit.label;
/** Of longer names only the first words are indexed. */
const MAX_WORDS = 16;

export const cutToken = (word: string): string => [...word].slice(0, MAX_TOKEN_LENGTH).join('');

export const labelNorm = (label: string): string =>
  [...normaliseName(label)].slice(0, MAX_LABEL_LENGTH).join('').trimEnd();

/** The significant words: no legal forms and stop words, unless there are no others. */
export const searchWords = (text: string): string[] => {
  const core = withoutLegalForms(wordsOf(normaliseName(text)));
  const telling = core.filter((word) => !isFiller(word));
  return [...new Set(telling.length > 0 ? telling : core)].slice(0, MAX_WORDS);
};

/** The indexed words of a label, sorted, so that concurrent writers lock them in the same order. */
export const indexWords = (label: string): string[] =>
  [...new Set(searchWords(label).map(cutToken))].toSorted();

/** Keeps capital letters and digits only: `A-0012`, `a 0012` and `A0012` are one folio. */
export const compactIdentifier = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}&]+/gu, '')
    .slice(0, MAX_IDENTIFIER_LENGTH);

const PUBLIC_ID = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_${ID_SUFFIX}$`);

/** Whether the text looks like a record id. */
export const isPublicId = (text: string): boolean => PUBLIC_ID.test(text);
