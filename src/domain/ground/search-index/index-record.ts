// Maintains the search index. Written in the transaction that creates or renames the record, so that the index always
// matches the records.
import type { SearchType } from '../../../../generated/types.ts';
import type { Writer } from '../../../db/database.ts';
import { inChunks } from '../../../base/chunks.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { touchesOf, whenOver } from '../../../db/trail/touches.ts';
import { trigramsOf } from '../../../base/closest.ts';
import {
  type Posting,
  deleteIdentifier,
  deleteRecord,
  deleteToken,
  insertIdentifiers,
  insertRecords,
  insertTokens,
  updateLabel,
} from './store/records.ts';
import { notePending } from './store/parts.ts';
import type { PartKind } from './parts/parts.ts';
import { insertTrigrams, insertWords, knownWords } from './store/vocabulary.ts';
import { rememberWords, unknownWords, vocabularyOf } from './known-words.ts';
import { MAX_LABEL_LENGTH, compactIdentifier, indexWords, labelNorm } from './expand.ts';

/** The index entry of a record. */
export interface IndexedRecord {
  readonly record_id: string;
  readonly type: SearchType;
  /** The label: shown in search results, and matched word by word. */
  readonly label: string;
  /** Matched by prefix: folio numbers, tax ids, e-mail addresses, numbers of other systems. */
  readonly identifiers: readonly (string | null)[];
  /** Exact keys with a leading `=`, which no user query can match; see `nameKeys`. */
  readonly keys?: readonly string[];
}

/** The owner of the record; for records of the organisation, `entity.id` is the organisation's id. */
type Owner = Tenant<Writer>;

/** Adds new records to the index. */
export const indexRecords = async (owner: Owner, records: readonly IndexedRecord[]): Promise<void> => {
  await inChunks(records, (chunk) =>
    insertRecords(
      owner,
      chunk.map(({ record_id, type, label }) => ({ record_id, type, ...labels(label) })),
    ),
  );
  await addWords(owner, records.flatMap(wordPostings));
  await addIdentifiers(owner, records.flatMap(identifierPostings));
  await noteListed(owner, ['names'], records);
};

export const indexRecord = (owner: Owner, record: IndexedRecord): Promise<void> =>
  indexRecords(owner, [record]);

/** Updates a changed record. Both states are given, so that only the difference is written. */
export const reindexRecord = async (
  owner: Owner,
  before: IndexedRecord,
  after: IndexedRecord,
): Promise<void> => {
  if (before.label !== after.label) {
    await updateLabel(owner, after.record_id, labels(after.label));
  }
  await removeWords(owner, missingFrom(wordPostings(before), wordPostings(after)));
  await addWords(owner, missingFrom(wordPostings(after), wordPostings(before)));
  await removeIdentifiers(owner, missingFrom(identifierPostings(before), identifierPostings(after)));
  await addIdentifiers(owner, missingFrom(identifierPostings(after), identifierPostings(before)));
  const isSame = before.label === after.label && before.identifiers.join() === after.identifiers.join();
  if (!isSame) await noteListed(owner, ['names', 'inbox'], [after]);
};

/** Lists find any part of the names of counterparties and of their tax ids, and what is theirs; see `parts/upkeep.ts`. */
const noteListed = async (
  owner: Owner,
  kinds: readonly PartKind[],
  records: readonly IndexedRecord[],
): Promise<void> => {
  const ids = records.filter(({ type }) => type === 'counterparties').map(({ record_id }) => record_id);
  await notePending(owner, kinds, ids);
};

/** Removes a record. Its words stay in the vocabulary, where unused words do no harm. */
export const removeFromIndex = (
  owner: Owner,
  { record_id }: Pick<IndexedRecord, 'record_id'>,
): Promise<void> => deleteRecord(owner, record_id);

const labels = (label: string) => ({
  label: [...label].slice(0, MAX_LABEL_LENGTH).join(''),
  label_norm: labelNorm(label),
});

const wordPostings = ({ record_id, type, label }: IndexedRecord): Posting[] =>
  indexWords(label).map((word) => ({ type, record_id, word }));

const identifierPostings = ({ record_id, type, identifiers, keys }: IndexedRecord): Posting[] => {
  const given = identifiers.filter((text) => text !== null).map(compactIdentifier);
  const words = new Set([...given.filter((text) => text !== ''), ...(keys ?? [])]);
  return [...words].map((word) => ({ type, record_id, word }));
};

const missingFrom = (postings: readonly Posting[], others: readonly Posting[]): Posting[] => {
  const known = new Set(others.map(({ word }) => word));
  return postings.filter(({ word }) => !known.has(word));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

// Sorted, because concurrent writers that lock the same words in different orders would deadlock.
const inOrder = (postings: readonly Posting[]): Posting[] =>
  postings.toSorted((a, b) => compare(a.word, b.word) || compare(a.record_id, b.record_id));

const addWords = async (owner: Owner, postings: readonly Posting[]): Promise<void> => {
  await addToVocabulary(owner, [...new Set(postings.map(({ word }) => word))].toSorted());
  await inChunks(inOrder(postings), (chunk) => insertTokens(owner, chunk));
};

const addIdentifiers = (owner: Owner, postings: readonly Posting[]): Promise<void> =>
  inChunks(inOrder(postings), (chunk) => insertIdentifiers(owner, chunk));

// Most words of a new name are known already; only new ones need their trigrams written.
const addToVocabulary = (owner: Owner, words: readonly string[]): Promise<void> => {
  const vocabulary = vocabularyOf(touchesOf(owner.db).database, owner.entity.id);
  return inChunks(unknownWords(vocabulary, words), async (chunk) => {
    whenOver(owner.db, (stored) => {
      if (stored) rememberWords(vocabulary, chunk);
    });
    const known = await knownWords(owner, chunk);
    const fresh = chunk.filter((word) => !known.has(word));
    if (fresh.length === 0) return;
    await insertWords(owner, fresh);
    const trigrams = fresh.flatMap((token) => trigramsOf(token).map((trigram) => ({ trigram, token })));
    const sorted = trigrams.toSorted((a, b) => compare(a.trigram, b.trigram) || compare(a.token, b.token));
    await inChunks(sorted, (rows) => insertTrigrams(owner, rows));
  });
};

const removeWords = async (owner: Owner, postings: readonly Posting[]): Promise<void> => {
  for (const posting of inOrder(postings)) await deleteToken(owner, posting);
};

const removeIdentifiers = async (owner: Owner, postings: readonly Posting[]): Promise<void> => {
  for (const posting of inOrder(postings)) await deleteIdentifier(owner, posting);
};
