// Money that comes back: what banks take for it at most, and how texts say it and that it was not authorised.
import { RETURNS } from '../../../generated/vocabulary/returns.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { normaliseName } from '../../base/names/normalise.ts';
import { phrasesIn } from '../../base/names/vocabulary.ts';
import type { MatchLine } from '../types.ts';
import { likeness } from '../batch/returns.ts';
import { type ReadLine, readLine } from './read-line.ts';

const FEES: Readonly<Record<string, number>> = RETURNS.fees;

/** In minor units; in a currency without a figure a return costs no more than what came back. */
export const returnFeeLimit = (currency: string, amountMinor: number): number => {
  const units = FEES[currency];
  return units === undefined ? amountMinor : units * 10 ** currencyDigits(currency);
};

const PHRASES = phrasesIn(RETURNS.unauthorised).map((phrase) => ` ${phrase.replace('.', '')} `);

/** `plain`: words parted by single blanks. */
export const saysUnauthorised = (plain: string): boolean => {
  const text = ` ${plain} `;
  return PHRASES.some((phrase) => text.includes(phrase));
};

const NOTHING_OWN: ReadonlySet<string> = new Set();

const read = (line: MatchLine): ReadLine => readLine(line, NOTHING_OWN);

export const isReturned = (line: MatchLine): boolean => read(line).topics.has('returned');

export const isUnauthorised = ({ description, reference }: MatchLine): boolean =>
  saysUnauthorised(normaliseName(`${description} ${reference ?? ''}`));

/** How surely the first returns the second, from below zero to 7.5: by account, number and name. */
export const likenessOfReturn = (back: MatchLine, sent: MatchLine): number =>
  likeness(read(back), read(sent), NOTHING_OWN, NOTHING_OWN);
