// Records that only imports write and only search reads: clients, products, ledger accounts, arrangements and tickets.
import type { IdTypes } from '../../../../generated/ids.ts';
import type { SearchType } from '../../../../generated/types.ts';
import type { Amount } from '../../../base/money/amount.ts';
import type { Writer } from '../../../db/database.ts';
import type { Change } from '../../ground/change/scope.ts';
import type { IndexedRecord } from '../../ground/search-index/index-record.ts';

/** The owner of the records: an entity, or for clients the organisation. */
export interface Books {
  readonly db: Writer;
  readonly entity: { readonly id: string };
  readonly now: Date;
  record(change: Change): void;
}

/** The types stored in `reference_record`; its `type` column holds the name used by `import` and `search`. */
export type ReferenceType = Extract<
  SearchType,
  'clients' | 'invoicing_arrangements' | 'products' | 'ledger_accounts' | 'bill_tickets'
>;

export interface ReferenceKind {
  readonly type: ReferenceType;
  readonly id: keyof IdTypes;
  /** The record type in audit rows. */
  readonly noun: string;
  /** The numbers, besides the external id, by which search finds the record; from the stored fields. */
  identifiers(fields: Fields): readonly (string | null)[];
}

/** A row ready to be stored, with its references resolved. */
export type Fields = Readonly<Record<string, unknown>>;

/** The content of a row, ready to be stored. */
export interface ReferenceFacts {
  /** Matched word by word, and shown in search results. */
  readonly label: string;
  readonly sublabel: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  readonly currency: string | null;
  readonly date: string | null;
  readonly counterparty_id: string | null;
  /** The whole row, to detect an unchanged repeat. */
  readonly fields: Fields;
}

/** The part of a stored record that imports compare with a row. */
export interface StoredReference {
  readonly id: string;
  readonly external_id: string | null;
  readonly label: string;
  readonly fields: Fields;
}

/** The words and numbers by which search finds a record; `numbers` are codes, tax ids and the like. */
export const indexedReference = (
  { id, label, external_id, type }: Omit<StoredReference, 'fields'> & { readonly type: ReferenceType },
  numbers: readonly (string | null)[] = [],
): IndexedRecord => ({ record_id: id, type, label, identifiers: [external_id, ...numbers] });
