// Parses text into a list filter. Whether a record matches depends on the text and that record alone, so pages stay
// stable while others are added; the ranked search may compare records.
import type { SearchType } from '../../../../generated/types.ts';
import type { ReadScope } from '../change/scope.ts';
import { recordsWithin } from './store/records.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import { compactIdentifier, cutToken, fewCompletions, isPublicId, searchWords, wordsNear } from './expand.ts';

/** A word of the text: a record matches by a word with this prefix, or by one of those near it. */
export interface FilterWord {
  readonly word: string;
  readonly near: readonly string[];
  /** All index words with this prefix, if they are few: faster than a prefix search. */
  readonly completions: readonly string[] | null;
}

/** A piece of the text between spaces: all its words, or the prefix of an identifier (null: it cannot be one). */
export interface FilterTerm {
  readonly words: readonly FilterWord[];
  readonly identifier: string | null;
}

/** A record matches by all terms, or by any of the other conditions. */
export interface TextFilter {
  readonly terms: readonly FilterTerm[];
  /** The whole text as an identifier: a prefix if it has a digit, otherwise exact. */
  readonly identifier: { readonly text: string; readonly pattern: string } | null;
  /** The whole text as a prefix of the label. */
  readonly beginning: string | null;
  /** Records that are named by their ids, or by the middle of a number. */
  readonly record_ids: readonly string[];
}

/** Only the first words of a long text are used. */
const MAX_TERMS = 8;
const MIN_IDENTIFIER_LENGTH = 2;
const MIN_INFIX_LENGTH = 4;
/** So many records are named one by one. */
const MAX_INSIDE = 500;
const DIGIT = /\p{N}/u;

/** `forgiving` also accepts misspelt words, and infixes of words and, of records of these types, of identifiers. */
export const textFilter = async (
  ctx: ReadScope,
  query: string,
  forgiving: boolean,
  types: readonly SearchType[],
): Promise<TextFilter> => {
  const beginning = normaliseName(query);
  const id = query.trim().toLowerCase();
  const { db, entity } = ctx;
  const plain = splitTerms(query);
  const words = plain.flatMap((term) => term.words.map(cutToken));
  const completions = await fewCompletions(db, [entity.id], words);
  const terms: FilterTerm[] = [];
  for (const { words: given, identifier } of plain) {
    const known: FilterWord[] = [];
    // Sequential, since a transaction has one connection.
    for (const word of given) {
      const token = cutToken(word);
      const near = forgiving ? await wordsNear(db, [entity.id], word) : [];
      // Those that begin with the word are met by that.
      const others = near.filter((each) => !each.startsWith(token));
      known.push({ word: token, near: others, completions: completions.get(token) ?? null });
    }
    terms.push({ words: known, identifier });
  }
  const named = isPublicId(id) ? [id] : [];
  const prefix = wholeIdentifier(query);
  const inside = forgiving && prefix !== null ? await idsInside(ctx, prefix.text, types) : null;
  return {
    terms,
    identifier: inside === null ? prefix : inside.identifier,
    beginning: beginning === '' ? null : beginning,
    record_ids: [...named, ...(inside?.record_ids ?? [])],
  };
};

const wholeIdentifier = (query: string): TextFilter['identifier'] => {
  const text = compactIdentifier(query);
  // Many UUIDs start with letters only; a lone digit is a number in full.
  if (text.length < MIN_IDENTIFIER_LENGTH) return DIGIT.test(text) ? { text, pattern: text } : null;
  return { text, pattern: DIGIT.test(text) ? `${text}%` : text };
};

/** All numbers are looked through for the middle of one, so that is done once; the pattern stands for those of too many records. */
const idsInside = async (
  ctx: ReadScope,
  text: string,
  types: readonly SearchType[],
): Promise<Pick<TextFilter, 'identifier' | 'record_ids'> | null> => {
  if (text.length < MIN_INFIX_LENGTH || !DIGIT.test(text)) return null;
  const ids = await recordsWithin(ctx, types, text, MAX_INSIDE + 1);
  return ids.length > MAX_INSIDE
    ? { identifier: { text, pattern: `%${text}%` }, record_ids: [] }
    : { identifier: null, record_ids: ids };
};

interface PlainTerm {
  readonly words: readonly string[];
  readonly identifier: string | null;
}

/** Legal forms and stop words depend on the whole text, so words are found first and then assigned to its pieces. */
const splitTerms = (query: string): readonly PlainTerm[] => {
  const left = new Set(searchWords(query));
  const terms: PlainTerm[] = [];
  for (const piece of query.trim().split(/\s+/)) {
    const words = wordsOf(normaliseName(piece)).filter((word) => left.delete(word));
    if (words.length > 0) terms.push({ words, identifier: readIdentifier(piece) });
  }
  // Some words exist only in the whole text; they become terms of their own.
  for (const word of left) terms.push({ words: [word], identifier: null });
  return terms.slice(0, MAX_TERMS);
};

const readIdentifier = (piece: string): string | null => {
  const text = compactIdentifier(piece);
  return text.length >= MIN_IDENTIFIER_LENGTH && DIGIT.test(text) ? text : null;
};
