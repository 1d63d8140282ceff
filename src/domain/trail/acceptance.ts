// A person takes records as they are, though the trail does not lead to them, and audit rows that no instance had marked: an entry of the trail like any other.
import type { EntryRow } from './log/entry.ts';

export const ACCEPTANCE = 'trail_acceptance';

/** From this version on a record is judged again. */
export interface AcceptedVersion {
  readonly entity_id: string;
  readonly record_type: string;
  readonly record_id: string;
  readonly version: number;
}

/** An audit row that came into the log by the acceptance. */
export interface AcceptedEntry {
  readonly entity_id: string;
  readonly id: string;
}

export interface Acceptance {
  readonly reason: string;
  /** The person's e-mail address. */
  readonly by: string;
  readonly records: readonly AcceptedVersion[];
  readonly entries: readonly AcceptedEntry[];
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

const isEntry = (value: unknown): value is AcceptedEntry =>
  typeof value === 'object' &&
  value !== null &&
  'entity_id' in value &&
  typeof value.entity_id === 'string' &&
  'id' in value &&
  typeof value.id === 'string';

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
    after.records.every(isVersion) &&
    'entries' in after &&
    Array.isArray(after.entries) &&
    after.entries.every(isEntry)
  );
};
