// Scores how well a label matches a query, 0 to 1. The database finds candidates cheaply; this ranks them.
import { isTradeWord } from '../../../base/names/vocabulary.ts';
import { forgivenSlips, slipsBetween } from '../../../base/closest.ts';
import { foldUmlauts, normaliseName } from '../../../base/names/normalise.ts';
import { searchWords, significantWords } from './expand.ts';

/** A query, parsed once for any number of labels. */
export interface ParsedQuery {
  readonly normalised: string;
  readonly words: readonly string[];
  /** The same words with their umlauts folded. */
  readonly folded: readonly string[];
}

export const parseQuery = (query: string): ParsedQuery => {
  const words = searchWords(query);
  return { normalised: normaliseName(query), words, folded: words.map(foldUmlauts) };
};

/** Many names share the words of their trade, so these count little. */
const TRADE_WORD_WEIGHT = 0.3;
/** The maximum penalty for the label's other words: they make a match less certain, not wrong. */
const REST_WEIGHT = 0.2;
/** The minimum score of a label that starts with the whole query. */
const BEGINNING = 0.9;

const weighWord = (word: string): number => (isTradeWord(word) ? TRADE_WORD_WEIGHT : 1);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The score of one word of the label against one of the query. */
const wordFit = (asked: string, folded: string, known: string): number => {
  if (asked === known || folded === foldUmlauts(known)) return 1;
  if (known.startsWith(asked)) return 0.75 + 0.2 * (asked.length / known.length);
  const slips = slipsBetween(asked, known, forgivenSlips(asked));
  if (slips !== undefined) return slips === 1 ? 0.75 : 0.6;
  return asked.length > 2 && known.includes(asked) ? 0.5 : 0;
};

const beginning = (query: ParsedQuery, label: string): number => {
  if (query.normalised === '' || !label.startsWith(query.normalised)) return 0;
  return BEGINNING + (1 - BEGINNING) * (query.normalised.length / label.length);
};

/** The score of a label in its normal spelling, as it is stored. */
export const scoreLabel = (query: ParsedQuery, labelNormalised: string): number => {
  const labelWords = significantWords(labelNormalised);
  const answered = new Map<string, number>();
  const fits = query.words.map((word, index) => {
    const best = labelWords
      .map((known) => ({ known, fit: wordFit(word, query.folded[index] ?? word, known) }))
      .reduce((a, b) => (b.fit > a.fit ? b : a), { known: '', fit: 0 });
    answered.set(best.known, Math.max(best.fit, answered.get(best.known) ?? 0));
    return best.fit * weighWord(word);
  });
  const asked = sum(query.words.map(weighWord));
  if (asked === 0) return beginning(query, labelNormalised);
  const rest = sum(labelWords.map((word) => (1 - (answered.get(word) ?? 0)) * weighWord(word)));
  const whole = sum(labelWords.map(weighWord));
  const covered = sum(fits) / asked;
  const score = covered * (1 - REST_WEIGHT * (whole === 0 ? 0 : rest / whole));
  return Math.max(score, beginning(query, labelNormalised));
};

/** The score of an identifier that contains the query. Letters alone are more likely meant as a name. */
export const scoreIdentifier = (asked: string, identifier: string): number => {
  if (identifier === asked) return 1;
  const least = /\p{N}/u.test(asked) ? 0.75 : 0.5;
  return least + 0.2 * (asked.length / identifier.length);
};
