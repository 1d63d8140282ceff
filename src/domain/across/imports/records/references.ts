// Imports reference records: new, changed and unchanged ones.
import type { RowOf } from '../../../../../generated/imports.ts';
import { newId } from '../../../../db/ids.ts';
import type {
  Books,
  ReferenceFacts,
  ReferenceKind,
  ReferenceType,
} from '../../../parties/references/reference.ts';
import { type NewReference, referencesByExternalId } from '../../../parties/references/store.ts';
import { addReferences, changeReference } from '../../../parties/references/write.ts';
import type { EntityImporter, ImportScope } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { findNamed, type Named } from './named.ts';
import { changedWithoutUpdate, externalIds, orReason, rejected, sameFields } from './rows.ts';

export interface EntityReference<T extends ReferenceType> extends ReferenceKind {
  readonly type: T;
  /** Refuses rows that contradict the books; `named` holds the records that the batch refers to. */
  toFacts(ctx: ImportScope, row: RowOf<T>, named: Named): ReferenceFacts;
}

/** Builds the importer of a type from its description. */
export const entityImporter = <T extends Exclude<ReferenceType, 'clients'>>(
  kind: EntityReference<T>,
): EntityImporter<T> => ({
  level: 'entity',
  store: async (ctx, rows, { update }) => {
    const named = await findNamed(
      ctx,
      rows.map(({ value }) => value),
    );
    return storeReferences(ctx, kind, rows, update, (row) => kind.toFacts(ctx, row, named));
  },
});

/** One outcome per row, in order. */
export const storeReferences = async <R extends { readonly external_id?: string }>(
  books: Books,
  kind: ReferenceKind,
  rows: readonly ImportRow<R>[],
  update: boolean,
  toFacts: (row: R) => ReferenceFacts,
): Promise<readonly RowOutcome[]> => {
  const checked = rows.map(({ value }) => ({ ...orReason(() => toFacts(value)), id: value.external_id }));
  const earlier = await referencesByExternalId(
    books,
    kind.type,
    externalIds(checked.flatMap((row) => ('value' in row ? [{ external_id: row.id }] : []))),
  );
  const fresh: NewReference[] = [];
  const outcomes: RowOutcome[] = [];
  for (const row of checked) {
    if ('reason' in row) {
      outcomes.push(rejected(row));
      continue;
    }
    const { id: externalId, value: facts } = row;
    const before = externalId === undefined ? undefined : earlier.get(externalId);
    if (before === undefined || externalId === undefined) {
      const reference = { id: newId(kind.id), external_id: externalId ?? null, facts };
      fresh.push(reference);
      outcomes.push({ kind: 'imported', id: reference.id });
    } else if (sameFields(before.fields, facts.fields)) outcomes.push({ kind: 'skipped', id: before.id });
    else if (!update) outcomes.push(changedWithoutUpdate(externalId, before.id));
    else {
      await changeReference(books, kind, before, facts);
      outcomes.push({ kind: 'updated', id: before.id });
    }
  }
  await addReferences(books, kind, fresh);
  return outcomes;
};
