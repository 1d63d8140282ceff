// Turns a description of one type of reference record into its importer.
import type { RowOf } from '../../../../generated/imports.ts';
import { ToolError } from '../../../base/errors.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { findNamed, type Named } from './named.ts';
import type { Books, ReferenceFacts, ReferenceKind, ReferenceType } from './reference.ts';
import { type ReferenceRow, storeReferences } from './store-references.ts';

export interface EntityReference<T extends ReferenceType> extends ReferenceKind {
  readonly type: T;
  /** Refuses what the books say cannot be; `named` knows the records that the batch names. */
  toFacts(ctx: ImportScope, row: RowOf<T>, named: Named): ReferenceFacts;
}

/** A row that its own faults keep out does not end the import; anything else does. */
export const orReason = <T>(work: () => T): { readonly value: T } | { readonly reason: string } => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof ToolError || error instanceof Refusal) return { reason: error.message };
    throw error;
  }
};

export const entityImporter = <T extends Exclude<ReferenceType, 'clients' | 'counterparties'>>(
  kind: EntityReference<T>,
): EntityImporter<T> => ({
  level: 'entity',
  store: async (ctx, rows, { update }) => {
    const named = await findNamed(
      ctx,
      rows.map(({ value }) => value),
    );
    return storeChecked(ctx, kind, rows, update, (row) => kind.toFacts(ctx, row, named));
  },
});

/** Checks each row, stores those that pass, and keeps the outcomes in the order of the rows. */
export const storeChecked = async <R extends { readonly external_id?: string }>(
  books: Books,
  kind: ReferenceKind,
  rows: readonly ImportRow<R>[],
  update: boolean,
  toFacts: (row: R) => ReferenceFacts,
): Promise<readonly RowOutcome[]> => {
  const checked = rows.map(({ value }) => ({ value, facts: orReason(() => toFacts(value)) }));
  const right = checked.flatMap(({ value, facts }): ReferenceRow[] =>
    'value' in facts ? [{ external_id: value.external_id, facts: facts.value }] : [],
  );
  const stored = [...(await storeReferences(books, kind, right, update))];
  return checked.map(({ facts }): RowOutcome => {
    if ('reason' in facts) return { kind: 'rejected', reason: facts.reason };
    const outcome = stored.shift();
    if (outcome === undefined) throw new Error(`the import of ${kind.type} lost a row`);
    return outcome;
  });
};
