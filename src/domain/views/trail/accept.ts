// A person takes the records that a verification found wrong as they are now, and audit rows that have no place in the log:
// after a repair by hand, or an upgrade during which an older instance still wrote. The log itself cannot be taken as it is.
import { Refusal } from '../../../base/refusal.ts';
import type { WatchedKind } from '../../../db/stated-trail.ts';
import { acceptStates } from '../../../db/trail/accept.ts';
import { noteEntries } from '../../../db/trail/entries.ts';
import { toInstant } from '../../../db/instant.ts';
import { coveredKind } from '../../../db/trail/covered.ts';
import { touchesOf } from '../../../db/trail/touches.ts';
import { WATCHED } from '../../../db/trail/kinds.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { type Fault, OF_RECORDS, isUnplacedRow } from './verify/faults.ts';
import type { Verdict } from './verify/judge.ts';
import type { EntryRow } from './log/entry.ts';

/** The faulty records and audit rows, or a refusal where there is nothing that a person can take as it is. */
export const acceptable = ({ faults, more_faults }: Verdict): readonly Fault[] => {
  const broken = faults.find((fault) => !OF_RECORDS.has(fault.kind) && !isUnplacedRow(fault));
  if (broken !== undefined)
    throw new Refusal(
      'wrong_state',
      `Only records and audit rows without a place in the log can be taken as they are, and the trail itself is faulty: ${broken.message} "audit verify" lists everything.`,
    );
  if (faults.length === 0)
    throw new Refusal('wrong_state', 'Every record is what its last change made of it.');
  if (more_faults > 0)
    throw new Refusal(
      'wrong_state',
      `There are ${faults.length + more_faults} faults, too many to be told one by one; restore a backup instead.`,
    );
  return faults;
};

const kindOf = (name: string | undefined): WatchedKind | undefined =>
  WATCHED.find(({ kind }) => kind === name)?.kind;

/** In the transaction of the change: its entry of the trail, a state of each record, and the mark of each audit row. */
export const acceptRecords = async (
  ctx: OrganisationChange,
  faults: readonly Fault[],
  { by, reason }: Pick<Acceptance, 'by' | 'reason'>,
): Promise<readonly AcceptedVersion[]> => {
  const groups = new Map<string, { entity_id: string; kind: WatchedKind; ids: Set<string> }>();
  const records: AcceptedVersion[] = [];
  for (const fault of faults) {
    const { entity_id, record_type, record_id, id } = fault;
    if (isUnplacedRow(fault) && entity_id !== undefined && id !== undefined) {
      noteEntries(ctx.db, entity_id, [id], toInstant(ctx.now));
      records.push({ entity_id, record_type: AUDIT_ROW, record_id: id, version: 0 });
      // What the row is about may be as it should.
      continue;
    }
    const covered = coveredKind(record_type ?? '')?.kind;
    if (covered !== undefined && entity_id !== undefined && record_id !== undefined) {
      touchesOf(ctx.db).noteCovered(entity_id, covered, [record_id]);
      records.push({ entity_id, record_type: covered, record_id, version: 0 });
      continue;
    }
    const kind = kindOf(record_type);
    if (entity_id === undefined || kind === undefined || record_id === undefined) continue;
    const key = `${entity_id} ${kind}`;
    const group = groups.get(key) ?? { entity_id, kind, ids: new Set<string>() };
    groups.set(key, group);
    group.ids.add(record_id);
  }
  for (const { entity_id, kind, ids } of groups.values())
    for (const { record_id, version } of await acceptStates(ctx.db, entity_id, kind, [...ids].toSorted()))
      records.push({ entity_id, record_type: kind, record_id, version });
  const acceptance: Acceptance = { reason, by, records };
  ctx.record({
    event: 'trail.accepted',
    record_type: ACCEPTANCE,
    record_id: ctx.organisation_id,
    before: null,
    after: acceptance,
  });
  return records;
};

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
