// When two spellings are certainly the name of one counterparty. A wrong "yes" invoices a stranger, a wrong "no" only
// asks back; so this compares words, not likeness.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../generated/service.ts';
import { beginsTradeWord, isFiller } from './common-words.ts';
import { withoutLegalForms } from './legal-forms.ts';
import { foldUmlauts, normaliseName, wordsOf } from './normalise.ts';

/** A name taken apart once, for any number of comparisons. */
export interface ParsedName {
  /** The whole normal spelling, legal form included. */
  readonly normalised: string;
  /** Its words without the legal form, in order, fillers included. */
  readonly core: readonly string[];
  /** The words that tell the company from others, folded and sorted. */
  readonly significant: readonly string[];
}

/** Fillers do not count, except in last place, where `Grupo E` and `Grupo Y` differ by nothing else. */
export const significantWords = (core: readonly string[]): readonly string[] => {
  const kept = core.filter((word, index) => !isFiller(word) || index === core.length - 1);
  return kept.length > 0 ? kept : core;
};

export const parseName = (text: string): ParsedName => {
  const normalised = normaliseName(text);
  const core = withoutLegalForms(wordsOf(normalised));
  return { normalised, core, significant: significantWords(core).map(foldUmlauts).toSorted() };
};

/** Equal for two names exactly if all their significant words match both ways, in any order and spacing. */
const sameWords = (a: ParsedName, b: ParsedName): boolean =>
  a.significant.join(' ') === b.significant.join(' ') || a.core.join('') === b.core.join('');

/**
 * True when `part` is `whole` cut off at 12 characters or more. A single word decides only if it is cut in its middle
 * and no word of trade: `Comercializa…` could be anyone.
 */
const isTruncated = (part: ParsedName, whole: ParsedName): boolean => {
  const text = part.core.join(' ');
  if (part.normalised.length < SERVICE.limits.truncated_name_min_length) return false;
  if (isCutInLegalForm(part, whole)) return true;
  if (text.length < SERVICE.limits.truncated_name_min_length) return false;
  if (!whole.core.join(' ').startsWith(text) || part.core.length > whole.core.length) return false;
  if (significantWords(part.core).length > 1 || whole.core.length === 1) return true;
  return whole.core[0] !== text && !beginsTradeWord(text);
};

/** `Papeleria Robles SA d…`: the words are all there, only the legal form is cut. */
const isCutInLegalForm = (part: ParsedName, whole: ParsedName): boolean =>
  whole.normalised.startsWith(part.normalised) && part.normalised.startsWith(whole.core.join(' '));

/** Older systems cut names at 20 characters or more; a shorter one is just another name, as `Roble` is for `Robles`. */
const STORED_CUT_MIN_LENGTH = 20;

/**
 * True when the stored name is a cut one: in the middle of a word, its legal form lost. Whole words that the caller has
 * beyond it mean another company.
 */
const isStoredCut = (known: ParsedName, asked: ParsedName): boolean => {
  const text = known.core.join(' ');
  const last = known.core.at(-1);
  if (text.length < STORED_CUT_MIN_LENGTH || known.normalised !== text) return false;
  return isTruncated(known, asked) && asked.core[known.core.length - 1] !== last;
};

/** How a name that was asked for fits one that is on record. */
export type NameFit = 'same' | 'truncated' | 'different';

export const nameFit = (asked: ParsedName, known: ParsedName): NameFit => {
  if (asked.core.length === 0 || known.core.length === 0) return 'different';
  if (sameWords(asked, known)) return 'same';
  return isTruncated(asked, known) || isStoredCut(known, asked) ? 'truncated' : 'different';
};

/** True when both are certainly the same name: accents, case, legal form, fillers and word order aside, or one cut off. */
export const sameName = (asked: string, known: string): boolean =>
  nameFit(parseName(asked), parseName(known)) !== 'different';

/**
 * Equal for two names with the same significant words; finds them in one step among any number. The form is stored
 * with the search index: a change here needs a rebuild of it.
 */
export const nameKeys = (name: ParsedName): readonly string[] => {
  const words = name.significant.join(' ');
  const joined = foldUmlauts(name.core.join(''));
  return [...new Set([words, joined])].map((text) => `=${digest(text)}`);
};

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20);
