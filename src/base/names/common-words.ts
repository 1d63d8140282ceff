// Words that many companies share: `spec/vocabulary/names.yaml`.
import { NAMES } from '../../../generated/vocabulary/names.ts';
import { wordSet } from './word-list.ts';

const FILLERS = wordSet(NAMES.fillers);
const TRADE_WORDS = wordSet(NAMES.trade_words);

export const isFiller = (word: string): boolean => FILLERS.has(word);

/** True for a trade word and for the beginning of one, which is what a truncated name may be. */
export const isTradeWord = (word: string): boolean => TRADE_WORDS.has(word);

export const beginsTradeWord = (part: string): boolean => {
  for (const word of TRADE_WORDS) if (word.startsWith(part)) return true;
  return false;
};
