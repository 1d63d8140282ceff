// What banks take for money that comes back, and how texts say that it does and that nobody had authorised it.
import { RETURNS } from '../../../generated/vocabulary/returns.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { phrasesIn } from '../../base/names/vocabulary.ts';
import type { ReadLine, ReadTopics } from './read-line.ts';

const FEES: Readonly<Record<string, number>> = RETURNS.fees;

/** In minor units; in a currency without a figure a return costs no more than what came back. */
export const returnFeeLimit = (currency: string, amountMinor: number): number => {
  const units = FEES[currency];
  return units === undefined ? amountMinor : units * 10 ** currencyDigits(currency);
};

/** Whether a text has one of the phrases at the beginning of a word; those with a full stop are whole words. */
const finder = (phrases: string): ((plain: string) => boolean) => {
  const wanted = phrasesIn(phrases).map((phrase) => ` ${phrase.replace(/\.$/, ' ')}`);
  return (plain) => {
    const text = ` ${plain} `;
    return wanted.some((phrase) => text.includes(phrase));
  };
};

/** `plain`: words parted by single blanks. */
const saysUnauthorised = finder(RETURNS.unauthorised);
const saysDisputed = finder(RETURNS.disputed);
/** What only banks say of a payment that comes back. */
export const saysBanksWord = finder(RETURNS.words);
const saysCollected = finder(RETURNS.collected);
const hasCode = finder(RETURNS.codes);

const plainOf = ({ runs }: Pick<ReadTopics, 'runs'>): string => joined(runs.map(({ text }) => text));

/** Codes such as `ac04` and `rc01` are read as a run of letters and one of digits. */
const joined = (runs: readonly string[]): string =>
  runs.join(' ').replace(/(?<=(?:^| )(?:a[cgm]|be|dt|ed|f[fr]|m[ds]|r[cr]|sl|tm)) (?=\d\d(?: |$))/g, '');

/**
 * The words that only banks have for a payment that comes back, or a common word for it beside what was collected or a
 * bank's code; `RETOURE RE-850` and `devolucion de mercancia` are goods that come back.
 */
export const saysReturn = (line: ReadTopics): boolean => {
  const plain = plainOf(line);
  if (saysBanksWord(plain)) return true;
  if (line.topics.has('refund') || !line.topics.has('returned')) return false;
  return hasCode(plain) || saysCollected(plain) || saysUnauthorised(plain);
};

export const isUnauthorised = (line: ReadLine): boolean => saysUnauthorised(plainOf(line));

/** What was not authorised, or disputed, may come back much later. */
export const allowsMonths = (line: ReadTopics): boolean => {
  const plain = plainOf(line);
  return saysUnauthorised(plain) || saysDisputed(plain);
};
