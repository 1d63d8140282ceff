// Stores reference records, with their search index entries and audit rows.
import { indexRecords, reindexRecord } from '../../ground/search-index/index-record.ts';
import {
  type Books,
  indexedReference,
  type ReferenceFacts,
  type ReferenceKind,
  type StoredReference,
} from './reference.ts';
import { cutLabel, insertReferences, type NewReference, updateReference } from './store.ts';

export const addReferences = async (
  books: Books,
  kind: ReferenceKind,
  references: readonly NewReference[],
): Promise<void> => {
  if (references.length === 0) return;
  await insertReferences(books, kind.type, references, books.now);
  await indexRecords(
    books,
    references.map(({ facts, ...reference }) =>
      toIndexed(kind, { ...reference, label: cutLabel(facts.label), fields: facts.fields }),
    ),
  );
  for (const { id, facts } of references) {
    books.record({
      event: 'record.imported',
      record_type: kind.noun,
      record_id: id,
      before: null,
      after: facts.fields,
    });
  }
};

export const changeReference = async (
  books: Books,
  kind: ReferenceKind,
  before: StoredReference,
  facts: ReferenceFacts,
): Promise<void> => {
  const { id } = before;
  await updateReference(books, id, facts, books.now);
  const after = { ...before, label: cutLabel(facts.label), fields: facts.fields };
  await reindexRecord(books, toIndexed(kind, before), toIndexed(kind, after));
  books.record({
    event: 'record.imported',
    record_type: kind.noun,
    record_id: id,
    before: before.fields,
    after: facts.fields,
  });
};

const toIndexed = (kind: ReferenceKind, reference: StoredReference) =>
  indexedReference({ ...reference, type: kind.type }, kind.identifiers(reference.fields));
