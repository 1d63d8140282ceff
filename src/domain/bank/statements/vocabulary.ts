// The words of bank statements, `spec/vocabulary/bank-statements.yaml`, in the spelling in which they are compared.
import { BANK_STATEMENTS } from '../../../../generated/vocabulary/bank-statements.ts';
import { foldUmlauts, normaliseName, wordsOf } from '../../../base/names/normalise.ts';

/** `Überweisung`, `Ueberweisung` and `UEBERWEISUNG` are one word. */
export const plain = (text: string): string => wordsOf(normaliseName(text)).map(foldUmlauts).join(' ');

const set = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(plain));
const list = (text: string): readonly string[] => text.split(';').map((phrase) => phrase.trim());
const map = <K extends string>(groups: Readonly<Record<K, string>>): ReadonlyMap<string, K> =>
  new Map(
    (Object.keys(groups) as K[]).flatMap((kind) =>
      list(groups[kind]).map((phrase) => [withoutBeside(phrase), kind] as const),
    ),
  );

const BESIDE = set(BANK_STATEMENTS.beside.split(/\s+/u));

/** Without the words that change nothing, unless there are no others. */
export const withoutBeside = (text: string): string => {
  const words = wordsOf(plain(text));
  const telling = words.filter((word) => !BESIDE.has(word));
  return (telling.length === 0 ? words : telling).join(' ');
};

export const SIDES = BANK_STATEMENTS.sides.map((pair) => ({ in: set(pair.in), out: set(pair.out) }));
export const SIDE_ENDINGS = {
  in: BANK_STATEMENTS.side_endings.in.map(plain),
  out: BANK_STATEMENTS.side_endings.out.map(plain),
};
export const SIDE_EXCEPTIONS = set(BANK_STATEMENTS.side_exceptions);
export const DIRECTION_HEADINGS = set(BANK_STATEMENTS.direction_headings);
export const NAME_HEADINGS = set(BANK_STATEMENTS.name_headings);
export const FLAGS = set(BANK_STATEMENTS.flags);

export type State = 'booked' | 'pending' | 'void';
export const STATES: ReadonlyMap<string, State> = map(BANK_STATEMENTS.states);
export const STATE_HEADINGS: readonly string[] = BANK_STATEMENTS.state_headings.map(normaliseName);
export const NOTE_HEADINGS = set(BANK_STATEMENTS.note_headings);

export const CARD_PAYMENTS: readonly string[] = BANK_STATEMENTS.card_payments.map(normaliseName);

export type BalanceWords = keyof typeof BANK_STATEMENTS.balances;
export const BALANCES: ReadonlyMap<string, BalanceWords> = new Map(
  (Object.keys(BANK_STATEMENTS.balances) as BalanceWords[]).flatMap((kind) =>
    list(BANK_STATEMENTS.balances[kind]).map((phrase) => [plain(phrase), kind] as const),
  ),
);
export const BALANCE_FOLLOWERS = set(BANK_STATEMENTS.balance_followers.split(/\s+/u));
export const BALANCE_WORDS = set(BANK_STATEMENTS.balance_words);
export const BOOKING_WORDS = set(BANK_STATEMENTS.booking_words);
