// Stores a batch of reference records: new ones, changed ones, and those that are known already.
import type { Insertable, Selectable } from 'kysely';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ReferenceRecordTable } from '../../../db/schema.ts';
import { scoped } from '../../../db/scoped.ts';
import { type IndexedRecord, indexRecords, reindexRecord } from '../../search-index/index-record.ts';
import { changedWithoutUpdate } from '../importer.ts';
import type { RowOutcome } from '../outcome.ts';
import type { Books, Fields, ReferenceFacts, ReferenceKind } from './reference.ts';
import { sameFields } from './same-fields.ts';

export interface ReferenceRow {
  readonly external_id: string | undefined;
  readonly facts: ReferenceFacts;
}

/** Width of the label columns. */
const MAX_LABEL_LENGTH = 300;

type Columns = Omit<Insertable<ReferenceRecordTable>, 'entity_id'>;
type Stored = Selectable<ReferenceRecordTable>;

/** One outcome a row, in their order. */
export const storeReferences = async (
  books: Books,
  kind: ReferenceKind,
  rows: readonly ReferenceRow[],
  update: boolean,
): Promise<readonly RowOutcome[]> => {
  const earlier = await storedBefore(books, kind, rows);
  const added = new Map<string, Columns>();
  const fresh: { columns: Columns; indexed: IndexedRecord }[] = [];
  const outcomes: RowOutcome[] = [];
  for (const { external_id, facts } of rows) {
    const before = external_id === undefined ? undefined : earlier.get(external_id);
    const twin = external_id === undefined ? undefined : added.get(external_id);
    if (twin !== undefined) outcomes.push(repeatInFile(twin, facts));
    else if (before === undefined || external_id === undefined) {
      const columns = toColumns(books, kind, facts, external_id);
      fresh.push({ columns, indexed: toIndexed(kind, columns, facts.fields) });
      if (external_id !== undefined) added.set(external_id, columns);
      outcomes.push({ kind: 'imported', id: columns.id });
    } else outcomes.push(await storeAgain(books, kind, before, external_id, facts, update));
  }
  await addAll(books, kind, fresh);
  return outcomes;
};

const storedBefore = async (
  books: Books,
  kind: ReferenceKind,
  rows: readonly ReferenceRow[],
): Promise<Map<string, Stored>> => {
  const ids = rows.map(({ external_id }) => external_id).filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const found = await scoped(books, 'reference_record')
    .select()
    .selectAll('reference_record')
    .where('type', '=', kind.type)
    .where('external_id', 'in', ids)
    .execute();
  return new Map(found.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]])));
};

const repeatInFile = ({ id, external_id, fields }: Columns, facts: ReferenceFacts): RowOutcome =>
  sameFields(JSON.parse(fields), facts.fields)
    ? { kind: 'skipped', id }
    : {
        kind: 'rejected',
        reason: `external_id ${external_id} stands twice in the file, with different values`,
      };

const toColumns = (
  books: Books,
  kind: ReferenceKind,
  facts: ReferenceFacts,
  external_id: string | undefined,
): Columns => ({
  id: newId(kind.id),
  type: kind.type,
  ...factColumns(facts),
  external_id: external_id ?? null,
  created_at: toInstant(books.now),
  updated_at: toInstant(books.now),
});

const factColumns = ({
  label,
  sublabel,
  status,
  amount,
  currency,
  date,
  counterparty_id,
  fields,
}: ReferenceFacts) => ({
  label: cut(label),
  sublabel: sublabel === null ? null : cut(sublabel),
  status,
  amount_minor: amount?.minor ?? null,
  currency: amount?.currency ?? currency,
  date,
  counterparty_id,
  fields: JSON.stringify(fields),
});

const cut = (text: string): string => Array.from(text).slice(0, MAX_LABEL_LENGTH).join('');

const toIndexed = (
  kind: ReferenceKind,
  { id, label, external_id }: Pick<Columns, 'id' | 'label' | 'external_id'>,
  fields: Fields,
): IndexedRecord => ({
  record_id: id,
  type: kind.type,
  label,
  identifiers: [...kind.identifiers(fields), external_id ?? null],
});

const storeAgain = async (
  books: Books,
  kind: ReferenceKind,
  before: Stored,
  externalId: string,
  facts: ReferenceFacts,
  update: boolean,
): Promise<RowOutcome> => {
  const { id } = before;
  if (sameFields(before.fields, facts.fields)) return { kind: 'skipped', id };
  if (!update) return changedWithoutUpdate(externalId, id);
  const columns = factColumns(facts);
  await scoped(books, 'reference_record')
    .update()
    .set({ ...columns, updated_at: toInstant(books.now) })
    .where('id', '=', id)
    .execute();
  const after = toIndexed(kind, { id, label: columns.label, external_id: externalId }, facts.fields);
  await reindexRecord(books, toIndexed(kind, before, before.fields), after);
  const change = { event: 'record.imported', record_type: kind.noun, record_id: id } as const;
  books.record({ ...change, before: before.fields, after: facts.fields });
  return { kind: 'updated', id };
};

const addAll = async (
  books: Books,
  kind: ReferenceKind,
  fresh: readonly { readonly columns: Columns; readonly indexed: IndexedRecord }[],
): Promise<void> => {
  if (fresh.length === 0) return;
  await scoped(books, 'reference_record')
    .insert(fresh.map(({ columns }) => columns))
    .execute();
  await indexRecords(
    books,
    fresh.map(({ indexed }) => indexed),
  );
  for (const { columns } of fresh) {
    const after: unknown = JSON.parse(columns.fields);
    books.record({
      event: 'record.imported',
      record_type: kind.noun,
      record_id: columns.id,
      before: null,
      after,
    });
  }
};
