// What a text means as the filter of a list. Whether a record fits depends on the text and on that record alone, so a
// list keeps its rows while others are added; the ranked search beside it may weigh one record against another.
import type { ReadScope } from '../change/scope.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';
import { fewCompletions, wordsNear } from './expand.ts';
import { compactIdentifier, cutToken, searchWords, isPublicId } from './words.ts';

/** A word of the text: a record fits by a word that begins with it, or by one of those near it. */
export interface FilterWord {
  readonly word: string;
  readonly near: readonly string[];
  /** All words of the books that begin with it, if they are few: quicker to look up than a beginning. */
  readonly completions: readonly string[] | null;
}

/** A piece of the text between spaces: all its words, or an identifier that it begins (null: it can be none). */
export interface FilterTerm {
  readonly words: readonly FilterWord[];
  readonly identifier: string | null;
}

/** A record fits by all terms, or by any of the others. */
export interface TextFilter {
  readonly terms: readonly FilterTerm[];
  /** The whole text as the beginning of an identifier; as all of it when it has no digit. */
  readonly identifier: { readonly text: string; readonly pattern: string } | null;
  /** The whole text as the beginning of the label. */
  readonly beginning: string | null;
  readonly record_id: string | null;
}

/** A longer text is a sentence; its first words decide. */
const MAX_TERMS = 8;
const MIN_IDENTIFIER_LENGTH = 2;
const MIN_INFIX_LENGTH = 4;
const DIGIT = /\p{N}/u;

/** `forgiving` also takes misspelt words, words from their middle and identifiers from theirs. */
export const textFilter = async (ctx: ReadScope, query: string, forgiving: boolean): Promise<TextFilter> => {
  const beginning = normaliseName(query);
  const id = query.trim().toLowerCase();
  const terms: FilterTerm[] = [];
  for (const { words, identifier } of splitTerms(query)) {
    const known: FilterWord[] = [];
    // One after the other: inside a transaction there is one connection.
    for (const word of words) {
      const near = forgiving ? await wordsNear(ctx.db, [ctx.entity.id], word) : [];
      const token = cutToken(word);
      known.push({ word: token, near, completions: await fewCompletions(ctx.db, [ctx.entity.id], token) });
    }
    terms.push({ words: known, identifier });
  }
  return {
    terms,
    identifier: wholeIdentifier(query, forgiving),
    beginning: beginning === '' ? null : beginning,
    record_id: isPublicId(id) ? id : null,
  };
};

const wholeIdentifier = (query: string, forgiving: boolean): TextFilter['identifier'] => {
  const text = compactIdentifier(query);
  if (text.length < MIN_IDENTIFIER_LENGTH) return null;
  // Letters alone begin many a UUID.
  if (!DIGIT.test(text)) return { text, pattern: text };
  return { text, pattern: forgiving && text.length >= MIN_INFIX_LENGTH ? `%${text}%` : `${text}%` };
};

interface PlainTerm {
  readonly words: readonly string[];
  readonly identifier: string | null;
}

/** Legal forms and fillers are told by the whole text, so its words are found first and then assigned to its pieces. */
const splitTerms = (query: string): readonly PlainTerm[] => {
  const left = new Set(searchWords(query));
  const terms: PlainTerm[] = [];
  for (const piece of query.trim().split(/\s+/)) {
    const words = wordsOf(normaliseName(piece)).filter((word) => left.delete(word));
    if (words.length > 0) terms.push({ words, identifier: readIdentifier(piece) });
  }
  // Some words come about only in the whole text; they count as they are.
  for (const word of left) terms.push({ words: [word], identifier: null });
  return terms.slice(0, MAX_TERMS);
};

const readIdentifier = (piece: string): string | null => {
  const text = compactIdentifier(piece);
  return text.length >= MIN_IDENTIFIER_LENGTH && DIGIT.test(text) ? text : null;
};
