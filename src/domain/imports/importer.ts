// How the rows of one type become records.
import type { ImportType, RowOf } from '../../../generated/imports.ts';
import type { EntityChange, OrganisationChange } from '../change/admin-change.ts';
import type { ImportRow, RowOutcome } from './outcome.ts';

export interface StoreOptions {
  /** Change the earlier record of the same external id instead of refusing. */
  readonly update: boolean;
  /** Adds a warning about the row on this line. */
  warn(line: number, message: string): void;
}

/** Stores a batch; the outcomes stand in the order of the rows. What it throws undoes the transaction. */
type Store<C, R> = (
  ctx: C,
  rows: readonly ImportRow<R>[],
  options: StoreOptions,
) => Promise<readonly RowOutcome[]>;

/** Records of one entity's books. */
export interface EntityImporter<T extends ImportType> {
  readonly level: 'entity';
  readonly store: Store<EntityChange, RowOf<T>>;
}

/** Records of the organisation as a whole. */
export interface OrganisationImporter<T extends ImportType> {
  readonly level: 'organisation';
  readonly store: Store<OrganisationChange, RowOf<T>>;
}

export type Importer<T extends ImportType> = EntityImporter<T> | OrganisationImporter<T>;
