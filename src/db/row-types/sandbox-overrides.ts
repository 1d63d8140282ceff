// Column types of the sandboxes' tables and of the search index.
import { TENANT, PLAIN_ID, type TableOverride } from './override.ts';

export const SANDBOX_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  sandbox_access_point: {
    note: "What the sandbox access point was given. It belongs to nobody's books: the sandbox is the outside world.",
    columns: {
      idempotency_guid: { note: 'Of several submissions with one of these only the first is processed.' },
      guid: { note: "The submission's own id." },
      legal_entity_id: 'number',
      receiver: { note: 'A participant id.' },
      status: {
        note: 'The HTTP status that the first submission was answered with; repetitions get it again.',
      },
      delivered: { note: "It lies in the receiver's inbox." },
      sha256: { note: 'Hex, of the document.' },
    },
  },
  sandbox_secret: { columns: { value: { note: 'Sealed with the master key.' } } },
  sandbox_stamp: {
    note: "What the sandbox PAC remembers, shared by all instances of the service. No company's books depend on it.",
    columns: {
      seal_hash: { note: "Hex SHA-256 of the issuer's seal." },
      custom_id: { type: PLAIN_ID, note: 'The key that the sender gave, while it counts.' },
      stamp: { note: 'The Timbre Fiscal Digital.' },
      document: { note: 'The whole stamped document.' },
      needs_acceptance: { note: 'Whether the buyer has to agree to a cancellation.' },
      cancellation: `'requested' | 'cancelled' | 'refused'`,
    },
  },
  search_identifier: {
    columns: {
      entity_id: TENANT,
      identifier: {
        note: 'Folio numbers, tax ids, e-mail addresses and external ids, upper case without separators.',
      },
    },
  },
  search_record: { columns: { entity_id: TENANT } },
  search_token: { columns: { entity_id: TENANT } },
  search_trigram: { columns: { entity_id: TENANT } },
  search_vocabulary: { columns: { entity_id: TENANT } },
};
