// Which parties a bank line may name at all: those that share rare words with it, the most of them first.
import type { ReadLine } from '../text/read-line.ts';
import { JARGON } from '../text/words.ts';
import { takeStem, type PartyIndex } from './party-index.ts';

const MAX_POSTINGS = 600;
const MAX_COMMON = 250;

/** Counts by party, zero between two lines: room that every line uses again. */
let counts = new Float64Array(0);

/**
 * Parties that share a word's beginning with the text, counted in `counts`; rare words first, so that common ones cost
 * nothing.
 */
const retrieve = (line: ReadLine, index: PartyIndex): number[] => {
  const postings: (readonly number[])[] = [];
  const seen = new Set<string>();
  for (const word of [...line.words, ...line.partyWords]) {
    if (word.length < 2 || seen.has(word)) continue;
    seen.add(word);
    let known = index.postings.get(word);
    if (known === undefined) index.postings.set(word, (known = findPostings(word, index)));
    for (const found of known) postings.push(found);
  }
  postings.sort((a, b) => a.length - b.length);
  if (counts.length < index.names.length) counts = new Float64Array(index.names.length);
  const parties: number[] = [];
  let taken = 0;
  for (const [at, found] of postings.entries()) {
    if (at > 0 && (taken + found.length > MAX_POSTINGS || found.length > MAX_COMMON)) break;
    taken += found.length;
    const rarity = 1 / (1 + Math.log(found.length));
    for (const party of found) {
      const count = counts[party] ?? 0;
      if (count === 0) parties.push(party);
      counts[party] = count + rarity;
    }
  }
  return parties;
};

const findPostings = (word: string, index: PartyIndex): (readonly number[])[] => {
  const direct = index.byStem.get(takeStem(word));
  if (direct !== undefined && (!JARGON.has(word) || index.byWord.has(word))) return [direct];
  if (word.includes('?')) {
    return wildcards(word, index).map((known) => index.byWord.get(known) ?? []);
  }
  if (word.length >= 9) return glued(word, index);
  return [];
};

/** Words that equal a word with lost letters; each `?` is one letter, or two where an umlaut was spelt out. */
const wildcards = (word: string, index: PartyIndex): string[] => {
  const found: string[] = [];
  for (const length of [word.length, word.length - 1]) {
    for (const known of index.vocabulary.get(length) ?? []) if (fitsWildcard(word, known)) found.push(known);
  }
  return found.slice(0, 8);
};

export const fitsWildcard = (word: string, known: string): boolean => {
  if (word.length === known.length) {
    for (let at = 0; at < word.length; at += 1) {
      if (word.charCodeAt(at) !== 63 && word.charCodeAt(at) !== known.charCodeAt(at)) return false;
    }
    return true;
  }
  const once = word.replace('??', '?');
  return once.length === known.length && once !== word && fitsWildcard(once, known);
};

/** `RECIBIDOBANORTE`, `PAGOFERRETERIA`: a known word glued behind another. */
const glued = (word: string, index: PartyIndex): (readonly number[])[] => {
  for (let at = 2; at <= word.length - 5; at += 1) {
    const rest = word.slice(at);
    const found = index.byWord.get(rest);
    if (found !== undefined) return [found];
    const stem = index.byStem.get(takeStem(rest));
    if (
      stem !== undefined &&
      rest.length >= 8 &&
      stem.some((party) => index.names[party]?.joined.startsWith(rest) === true)
    )
      return [stem];
  }
  return [];
};

const SCORED = 16;

/** The parties with the highest counts; all hundreds are never sorted, since few are looked at. */
const mostCounted = (parties: readonly number[]): number[] => {
  const kept: number[] = [];
  for (const party of parties) {
    const count = counts[party] ?? 0;
    let at = kept.length;
    while (at > 0 && isBefore(party, count, kept[at - 1] ?? 0)) at -= 1;
    if (at >= SCORED) continue;
    kept.splice(at, 0, party);
    if (kept.length > SCORED) kept.pop();
  }
  for (const party of parties) counts[party] = 0;
  return kept;
};

const isBefore = (party: number, count: number, other: number): boolean => {
  const rival = counts[other] ?? 0;
  return count > rival || (count === rival && party < other);
};

/** The parties worth a closer look. */
export const findParties = (line: ReadLine, index: PartyIndex): readonly number[] =>
  mostCounted(retrieve(line, index));
