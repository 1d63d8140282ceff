// Records that only imports write and only search reads: what they have in common.
import type { ImportType } from '../../../../generated/imports.ts';
import type { IdTypes } from '../../../../generated/ids.ts';
import type { SearchType } from '../../../../generated/types.ts';
import type { Writer } from '../../../db/database.ts';
import type { Amount } from '../../../base/money/amount.ts';
import type { Change } from '../../change/scope.ts';

/** Whose records they are: an entity's, or for clients the organisation's. */
export interface Books {
  readonly db: Writer;
  readonly entity: { readonly id: string };
  readonly now: Date;
  record(change: Change): void;
}

/** The types whose name in `import` is also their name in `search`. */
export type ReferenceType = Extract<ImportType, SearchType>;

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

/** A field that is text, or null. */
export const textOf = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};

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

/** Two names as one label: `Monthly hosting – ACME`. */
export const labelOf = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' – ');
