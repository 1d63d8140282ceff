// Rows that are called a balance.
import { wordsOf } from '../../../base/names/normalise.ts';
import {
  BALANCE_FOLLOWERS,
  BALANCE_WORDS,
  BALANCES,
  type BalanceWords,
  BOOKING_WORDS,
  plain,
} from './vocabulary.ts';

/** What may follow; with any other word it may be a name, such as Total Energies. */
const isFollowing = (word: string): boolean => BALANCE_FOLLOWERS.has(word) || /^\d+$/u.test(word);

/** Other words than those of a balance or a sum stand in it. */
export const hasOtherWords = (cell: string): boolean =>
  cell.length > MAX_LABEL || wordsOf(plain(cell)).some((word) => !isFollowing(word));

/** No bank writes a longer one; spelling a long text in one way takes long. */
const MAX_LABEL = 200;

export interface BalanceSaying {
  /** `mention` has a word for a balance among others, which alone proves nothing. */
  readonly kind: BalanceWords | 'mention';
  readonly text: string;
}

/** Quick to find; only then it is worth spelling the text in one way. */
const MAY_SAY =
  /sald|stand|bestand|guthaben|disponible|vortrag|bertrag|balance|forward|\b[bc]\s*\/\s*[fd]\b|verf/iu;
const MAX_PHRASE = 6;
export const saysBalance = (text: string): BalanceSaying | undefined => {
  if (text.length > MAX_LABEL || !MAY_SAY.test(text)) return undefined;
  const words = wordsOf(plain(text));
  for (let length = Math.min(MAX_PHRASE, words.length); length > 0; length -= 1) {
    const kind = BALANCES.get(words.slice(0, length).join(' '));
    const rest = words.slice(length);
    if (kind !== undefined && rest.every(isFollowing)) return { kind, text };
  }
  const isMentioned = words.some((word) => BALANCE_WORDS.has(word));
  return isMentioned && !words.some((word) => BOOKING_WORDS.has(word))
    ? { kind: 'mention', text }
    : undefined;
};

const SUM =
  /^(?:(?:zwischen|gesamt)?summen?|gesamt(?:betrag|saldo|umsatz)?|sumas?|(?:sub)?total(?:es)?|grand total)\b/u;

/** A sum that the bank has made, or a balance. */
export const isSum = (cell: string): boolean => {
  if (cell.length > MAX_LABEL || !/\p{L}/u.test(cell)) return false;
  const text = plain(cell);
  const [found = ''] = SUM.exec(text) ?? [];
  if (found !== '' && wordsOf(text.slice(found.length).trim()).every(isFollowing)) return true;
  const says = saysBalance(cell);
  return says !== undefined && says.kind !== 'mention';
};
