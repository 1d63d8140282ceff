// What a verification may find, and what each finding means.
import { ID_PREFIXES } from '../../../../../generated/ids.ts';

/** `file`: of an export. `log`, `checkpoint`: of the log itself. `state`, `missing`, `unknown`: of records. `derived`: of what follows from records. The rest: of entries. */
export type FaultKind =
  | 'altered'
  | 'deleted'
  | 'inserted'
  | 'reordered'
  | 'file'
  | 'log'
  | 'checkpoint'
  | 'state'
  | 'missing'
  | 'unknown'
  | 'derived';

export interface Fault {
  readonly kind: FaultKind;
  readonly message: string;
  /** Where in the log. */
  readonly position?: number;
  /** The entry of the trail. */
  readonly id?: string;
  readonly entity_id?: string;
  readonly record_type?: string;
  readonly record_id?: string;
}

/** Of a fault's kind: what it means, and what to do. */
export const MEANINGS: Readonly<Record<FaultKind, string>> = {
  altered:
    'An entry is not what the log took. Compare it with a backup of before; the log says only that it was changed.',
  deleted:
    'An entry that the log took is gone. Restore a backup of before beside the books and read it there.',
  inserted:
    'An entry stands in the trail that the service did not put there, or whose place in the log was removed. Do not rely on it. If an instance of a version without the log wrote it, take it in: "audit accept".',
  reordered: 'Entries stand in each other’s places.',
  file: 'The file is not as the service with this key exported it: it was changed, or another key signed it. Have it exported again.',
  log: 'What the log says of itself does not fit its entries, which were cut or rewritten; or entries wait that no instance takes: see the service’s own log.',
  checkpoint:
    'The log is not the one that was signed, or a signed checkpoint was removed or forged. Compare it with checkpoints kept elsewhere and with a backup.',
  state:
    'A record is not what its last change made of it: somebody changed it past the service. Correct it by a command, or take it as it is: "audit accept".',
  missing:
    'A record is gone though no change removed it. Restore it from a backup, or take it as it is: "audit accept".',
  unknown:
    'A record is there though no change made it. Remove it past the service as it came, or take it as it is: "audit accept".',
  derived:
    'What the service keeps beside the books, and what follows from them, do not agree. Sums are made anew by "entity recount"; a file or an event is restored from a backup.',
};

export const FILE_CHANGED: Fault = {
  kind: 'file',
  message: 'The seal at the end is not that of these lines with this key.',
};

/** The faults of records, which a person may accept. */
export const OF_RECORDS: ReadonlySet<FaultKind> = new Set(['state', 'missing', 'unknown']);

/** An audit row without a place, as an instance of a version without the log leaves it. A person may accept it. */
export const isUnplacedRow = ({ kind, id, entity_id }: Fault): boolean =>
  kind === 'inserted' && entity_id !== undefined && id?.startsWith(`${ID_PREFIXES.AuditId}_`) === true;

/** More are counted and not told one by one. */
const MOST_TOLD = 1_000;

export interface Found {
  add(fault: Fault): void;
  readonly told: readonly Fault[];
  count(): number;
}

export const collectFaults = (): Found => {
  const told: Fault[] = [];
  let count = 0;
  return {
    add: (fault) => {
      count += 1;
      if (told.length < MOST_TOLD) told.push(fault);
    },
    told,
    count: () => count,
  };
};
