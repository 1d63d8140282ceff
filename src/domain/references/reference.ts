// Records that only imports write and only search reads: clients, products, ledger accounts, arrangements and tickets.
import type { IdTypes } from '../../../generated/ids.ts';
import type { SearchType } from '../../../generated/types.ts';
import type { Amount } from '../../base/money/amount.ts';
import type { Writer } from '../../db/database.ts';
import type { Change } from '../change/scope.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';

/** Whose records they are: an entity's, or for clients the organisation's. */
export interface Books {
  readonly db: Writer;
  readonly entity: { readonly id: string };
  readonly now: Date;
  record(change: Change): void;
}

/** The types that live in `reference_record`, whose `type` column holds the name that `import` and `search` use. */
export type ReferenceType = Extract<
  SearchType,
  'clients' | 'invoicing_arrangements' | 'products' | 'ledger_accounts' | 'bill_tickets'
>;

/** A type of such records. */
export interface ReferenceKind {
  readonly type: ReferenceType;
  readonly id: keyof IdTypes;
  /** What the trail calls one of them. */
  readonly noun: string;
  /** By which numbers, besides its external id, search finds one; from the fields as they are stored. */
  identifiers(fields: Fields): readonly (string | null)[];
}

/** A row as it is stored, with what it names resolved. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a row says, ready to be stored. */
export interface ReferenceFacts {
  /** Matched word by word, and shown in hits. */
  readonly label: string;
  readonly sublabel: string | null;
  readonly status: string | null;
  readonly amount: Amount | null;
  readonly currency: string | null;
  readonly date: string | null;
  readonly counterparty_id: string | null;
  /** The whole row; a repeat is compared with it. */
  readonly fields: Fields;
}

/** A stored record as far as imports compare it with a row. */
export interface StoredReference {
  readonly id: string;
  readonly external_id: string | null;
  readonly label: string;
  readonly fields: Fields;
}

/** By which words and numbers search finds a record; `numbers` are codes, tax ids and the like. */
export const indexedReference = (
  { id, label, external_id, type }: Omit<StoredReference, 'fields'> & { readonly type: ReferenceType },
  numbers: readonly (string | null)[] = [],
): IndexedRecord => ({ record_id: id, type, label, identifiers: [external_id, ...numbers] });
