// Records that only search reads, and the index that it runs on.
import type { Day, Instant, Json } from './columns.ts';

/** One row per record type that only `import` writes and only `search` reads. */
export interface ReferenceTable {
  /** The entity; for organisation-level records (clients) the organisation. */
  entity_id: string;
  id: string;
  type: string;
  label: string;
  sublabel: string | null;
  status: string | null;
  amount_minor: number | null;
  currency: string | null;
  date: Day | null;
  counterparty_id: string | null;
  fields: Json<Record<string, unknown>>;
  external_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface SearchRecordTable {
  /** The tenant that owns the record: an entity id, or an organisation id for organisation-level records. */
  entity_id: string;
  record_id: string;
  type: string;
  label: string;
  label_norm: string;
}

export interface SearchTokenTable {
  entity_id: string;
  token: string;
  type: string;
  record_id: string;
}

/** Folio numbers, tax ids, e-mail addresses and external ids, upper case without separators. */
export interface SearchIdentifierTable {
  entity_id: string;
  identifier: string;
  type: string;
  record_id: string;
}

export interface SearchVocabularyTable {
  entity_id: string;
  token: string;
}

export interface SearchTrigramTable {
  entity_id: string;
  trigram: string;
  token: string;
}
