// Which words of a text the index holds, and how identifiers are written in it.
import { ID_PREFIXES, ID_SUFFIX } from '../../../generated/ids.ts';
import { LIMITS } from '../../../generated/limits.ts';
import { isFiller } from '../../base/names/common-words.ts';
import { withoutLegalForms } from '../../base/names/legal-forms.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';

/** Width of the token columns; longer words are told apart by the label that every hit is scored by. */
export const MAX_TOKEN_LENGTH = 24;
/** Width of the identifier column. */
export const MAX_IDENTIFIER_LENGTH = 64;
/** As much of a label as hits show; its columns are as wide. */
export const MAX_LABEL_LENGTH = LIMITS.SearchHit.label;
/** A name of more words than this is told apart by its first ones. */
const MAX_WORDS = 16;

export const cutToken = (word: string): string => [...word].slice(0, MAX_TOKEN_LENGTH).join('');

export const labelNorm = (label: string): string =>
  [...normaliseName(label)].slice(0, MAX_LABEL_LENGTH).join('').trimEnd();

/** The words that count: no legal forms and no fillers, unless there is nothing else. */
export const searchWords = (text: string): string[] => {
  const core = withoutLegalForms(wordsOf(normaliseName(text)));
  const telling = core.filter((word) => !isFiller(word));
  return [...new Set(telling.length > 0 ? telling : core)].slice(0, MAX_WORDS);
};

/** The words of a label as the index holds them, sorted, so that concurrent writers lock them in one order. */
export const indexWords = (label: string): string[] =>
  [...new Set(searchWords(label).map(cutToken))].toSorted();

/** Capital letters and digits only: `A-0012`, `a 0012` and `A0012` are one folio. */
export const compactIdentifier = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}&]+/gu, '')
    .slice(0, MAX_IDENTIFIER_LENGTH);

const PUBLIC_ID = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_${ID_SUFFIX}$`);

/** Whether a text is an id of some record, as answers show it. */
export const isPublicId = (text: string): boolean => PUBLIC_ID.test(text);
