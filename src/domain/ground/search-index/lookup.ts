// Finds records by typed text: first identifiers by prefix, then labels by prefix, then words with completions and
// corrections. Three to eight short statements, each on one index.
import { type SearchType, SearchTypeValues } from '../../../../generated/types.ts';
import { createBreath } from '../../../base/load/turns.ts';
import type { Reader } from '../../../db/database.ts';
import { compactIdentifier, expandWords, isPublicId } from './expand.ts';
import { type SearchSpace, recordsWith } from './store/postings.ts';
import { identifiersLike, idsByLabel, recordsById } from './store/records.ts';
import { parseQuery, scoreIdentifier, scoreLabel } from './score.ts';

export interface Lookup extends SearchSpace {
  readonly query: string;
  readonly limit: number;
}

/** A record of the index with its score, 0 to 1. */
export interface Found {
  readonly entity_id: string;
  readonly record_id: string;
  readonly type: SearchType;
  readonly label: string;
  readonly score: number;
}

/** Best first. */
interface Hits {
  readonly found: readonly Found[];
  /** The words are so common that not all records with them were looked at. */
  readonly isCut: boolean;
}

/** Rows per step; the best hits come first in index order. */
const MAX_STEP_ROWS = 60;
/** Only the first words of a long query are used. */
const MAX_QUERY_WORDS = 8;
const MAX_IDENTIFIER_TERMS = 4;
const MIN_INFIX_LENGTH = 4;
/** Hits with a lower score are not shown. */
const MIN_SCORE = 0.25;

const LEAST_BESIDE_EXACT = 0.5;

/** What settles or credits a document has its number too, and comes after it. */
const BEHIND: readonly SearchType[] = [
  'invoice_payments',
  'bill_payments',
  'invoice_credit_notes',
  'bill_credit_notes',
  'tasks',
];

/** The subjects of documents. They rank before documents with an equal score, and have a separate limit. */
const SUBJECTS: readonly SearchType[] = [
  'entities',
  'counterparties',
  'clients',
  'team_members',
  'products',
  'ledger_accounts',
];
const DOCUMENTS: readonly SearchType[] = SearchTypeValues.filter((type) => !SUBJECTS.includes(type));

export const lookup = async (db: Reader, request: Lookup): Promise<readonly Found[]> =>
  (await lookupTold(db, request)).found;

/** Best first, in a deterministic order, and whether that is of all there is. */
export const lookupTold = async (db: Reader, request: Lookup): Promise<Hits> => {
  const query = parseQuery(request.query);
  const byIdentifier = await identifierScores(db, request);
  const ids = new Set(byIdentifier.keys());
  const expansions = await expandWords(db, request.tenants, query.words.slice(0, MAX_QUERY_WORDS));
  let isCut = false;
  for (const space of splitSpace(request)) {
    if (query.normalised !== '')
      for (const id of await idsByLabel(db, space, query.normalised, MAX_STEP_ROWS)) ids.add(id);
    const withWords = await recordsWith(db, space, expansions);
    for (const id of withWords.ids) ids.add(id);
    isCut ||= withWords.isCut;
  }
  const records = await recordsById(db, request, [...ids]);
  const breathe = createBreath();
  const found: Found[] = [];
  for (const { label_norm, ...record } of records) {
    const score = Math.max(byIdentifier.get(record.record_id) ?? 0, scoreLabel(query, label_norm));
    if (score >= MIN_SCORE) found.push({ ...record, score });
    await breathe();
  }
  const sorted = found.toSorted(bestFirst);
  // Beside what is named exactly, what has little in common with the query is noise.
  const told = sorted[0]?.score === 1 ? sorted.filter(({ score }) => score >= LEAST_BESIDE_EXACT) : sorted;
  return { found: told.slice(0, request.limit), isCut };
};

const bestFirst = (a: Found, b: Found): number =>
  b.score - a.score ||
  Number(SUBJECTS.includes(b.type)) - Number(SUBJECTS.includes(a.type)) ||
  Number(BEHIND.includes(a.type)) - Number(BEHIND.includes(b.type)) ||
  compare(a.label, b.label) ||
  // Ids sort by time: of documents with an equal score the newest comes first.
  compare(b.record_id, a.record_id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Subjects and documents are looked up apart: a customer's hundreds of invoices have its name too. */
const splitSpace = ({ tenants, types }: SearchSpace): SearchSpace[] =>
  [SUBJECTS, DOCUMENTS]
    .map((group) => group.filter((type) => types === null || types.includes(type)))
    .filter((group) => group.length > 0)
    .map((group) => ({ tenants, types: group }));

/** A letter alone is no identifier; a digit is a number in full, not the beginning of all that start with it. */
const isTelling = (term: string): boolean => term.length > 1 || /\p{N}/u.test(term);

/** The parts of a query that may be an identifier: all of it, and each part with a digit. */
export const identifierTerms = (query: string): string[] => {
  const whole = compactIdentifier(query);
  const parts = query.trim().split(/\s+/).map(compactIdentifier);
  const telling = parts.length > 1 ? parts.filter((part) => /\p{N}/u.test(part)) : [];
  return [...new Set([whole, ...telling])].filter(isTelling).slice(0, MAX_IDENTIFIER_TERMS);
};

const identifierScores = async (db: Reader, request: Lookup): Promise<Map<string, number>> => {
  const scores = new Map<string, number>();
  const id = request.query.trim().toLowerCase();
  if (isPublicId(id)) scores.set(id, 1);
  const terms = identifierTerms(request.query);
  for (const term of terms)
    await addIdentifiers(db, request, term, term.length > 1 ? `${term}%` : term, scores);
  const [whole] = terms;
  if (scores.size === 0 && whole !== undefined && whole.length >= MIN_INFIX_LENGTH && /\p{N}/u.test(whole)) {
    await addIdentifiers(db, request, whole, `%${whole}%`, scores);
  }
  return scores;
};

const addIdentifiers = async (
  db: Reader,
  space: SearchSpace,
  term: string,
  pattern: string,
  scores: Map<string, number>,
): Promise<void> => {
  for (const { record_id, identifier } of await identifiersLike(db, space, pattern, MAX_STEP_ROWS)) {
    const score = scoreIdentifier(term, identifier);
    if (score > (scores.get(record_id) ?? 0)) scores.set(record_id, score);
  }
};
