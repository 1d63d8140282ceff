// Words that say little about which company is meant: `spec/vocabulary/names.yaml`.
import { NAMES } from '../../../generated/vocabulary/names.ts';

/** Words with blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Phrases with commas between them. */
export const phrasesIn = (text: string): readonly string[] => (text === '' ? [] : text.split(', '));

const FILLERS = wordSet(NAMES.fillers);
const TRADE_WORDS = wordSet(NAMES.trade_words);

export const isFiller = (word: string): boolean => FILLERS.has(word);

/** True for a trade word and for the beginning of one, which is what a truncated name may be. */
export const isTradeWord = (word: string): boolean => TRADE_WORDS.has(word);

export const beginsTradeWord = (part: string): boolean => {
  for (const word of TRADE_WORDS) if (word.startsWith(part)) return true;
  return false;
};

// Legal forms say how a company is incorporated, not which one it is.

const DISTINCT_FORMS = wordSet(NAMES.legal_forms.distinct);
const ENDING_FORMS = wordSet(NAMES.legal_forms.ending);
const LEADING_FORMS = wordSet(NAMES.legal_forms.leading);

/** The longest form is `sociedad anonima promotora de inversion de capital variable`. */
const MAX_FORM_WORDS = 8;

/** How many words from `start` on make up a form of the set; the longest form wins, 0 is none. */
const formLength = (words: readonly string[], start: number, forms: ReadonlySet<string>): number => {
  for (let count = Math.min(MAX_FORM_WORDS, words.length - start); count > 0; count -= 1) {
    if (forms.has(words.slice(start, start + count).join(''))) return count;
  }
  return 0;
};

const withoutDistinct = (words: readonly string[]): string[] => {
  const kept: string[] = [];
  let index = 0;
  while (index < words.length) {
    const length = formLength(words, index, DISTINCT_FORMS);
    if (length === 0) kept.push(words[index] ?? '');
    index += Math.max(length, 1);
  }
  return kept;
};

const withoutEnding = (words: readonly string[]): readonly string[] => {
  for (let start = Math.max(1, words.length - MAX_FORM_WORDS); start < words.length; start += 1) {
    const isForm = ENDING_FORMS.has(words.slice(start).join(''));
    if (isForm) return withoutEnding(words.slice(0, start));
  }
  return words;
};

/** The words of a normalised name without its legal forms; a name that is nothing else stays as it is. */
export const withoutLegalForms = (words: readonly string[]): readonly string[] => {
  const distinctGone = withoutDistinct(words);
  if (distinctGone.length === 0) return words;
  const endingGone = withoutEnding(distinctGone);
  const [first, ...others] = endingGone;
  return first !== undefined && others.length > 0 && LEADING_FORMS.has(first) ? others : endingGone;
};
