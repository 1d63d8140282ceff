// A person takes records as they are, though the trail does not lead to them, and audit rows that no instance had marked for
// the log: an entry of the trail like any other.
import type { EntryRow } from './log/entry.ts';

export const ACCEPTANCE = 'trail_acceptance';
/** In place of the kind of a record: an audit row, of version 0, that came into the log by the acceptance. */
export const AUDIT_ROW = 'audit';

/** From this version on a record is judged again. */
export interface AcceptedVersion {
  readonly entity_id: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly version: number;
}

export interface Acceptance {
  readonly reason: string;
  /** The person's e-mail address. */
  readonly by: string;
  readonly records: readonly AcceptedVersion[];
}

const isVersion = (value: unknown): value is AcceptedVersion =>
  typeof value === 'object' &&
  value !== null &&
  'entity_id' in value &&
  typeof value.entity_id === 'string' &&
  'record_type' in value &&
  typeof value.record_type === 'string' &&
  'record_id' in value &&
  typeof value.record_id === 'string' &&
  'version' in value &&
  Number.isSafeInteger(value.version);

/** Whether the audit row is one. */
export const isAcceptance = (row: EntryRow): row is EntryRow & { readonly after: Acceptance } => {
  const { record_type, after } = row;
  return (
    record_type === ACCEPTANCE &&
    typeof after === 'object' &&
    after !== null &&
    'reason' in after &&
    typeof after.reason === 'string' &&
    'by' in after &&
    typeof after.by === 'string' &&
    'records' in after &&
    Array.isArray(after.records) &&
    after.records.every(isVersion)
  );
};
