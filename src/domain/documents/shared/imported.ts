// What an import asks of the invoices and bills that are in the books already.

export interface KnownDocument {
  readonly id: string;
  readonly external_id: string | null;
  readonly version: number;
  /** The fingerprint of the row that brought it; null when no import did. */
  readonly import_hash: string | null;
  /** Its version as the import left it; behind `version` once something else changed it. */
  readonly import_version: number | null;
}

/** The document that has this id or this external id. */
export type NamedDocument = Pick<KnownDocument, 'id' | 'external_id'>;
