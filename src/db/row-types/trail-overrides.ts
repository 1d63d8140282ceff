// Column types of the trail that proves itself.
import { LEASE, TENANT, type TableOverride } from './override.ts';

export const TRAIL_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  trail_pending: { columns: { entity_id: TENANT } },
  trail_state: {
    columns: {
      kind: 'StateKind',
      record_id: { note: 'Empty for `touched` and `covered`, which name several.' },
      version: { note: '`state_version` of the record; that of a deletion follows the last one.' },
      records: { type: 'StateRecords', note: 'Of `touched` and `covered` alone.' },
      digest: { note: 'Hex SHA-256 of its canonical JSON; null when it was deleted.' },
    },
  },
  trail_log: {
    columns: {
      frontier: { type: 'string[]', note: 'The hashes of the complete subtrees, the largest first.' },
      lease_owner: { note: LEASE },
    },
  },
  trail_leaf: { columns: { entity_id: TENANT, position: { note: '0-based.' } } },
};
