// Verifies a trail line by line: the entries against the log, the log against its checkpoints, and the records against
// the entries. What it keeps is the last state of each record.
import type { Verifier } from '../note.ts';
import { timeOfId } from '../../../../db/ids.ts';
import { hashEntry } from '../log/entry.ts';
import { createCovered, isCovered } from './covered.ts';
import { collectFaults, type Fault, type FaultKind, type Found } from './faults.ts';
import type { KeptCheckpoints } from './kept.ts';
import {
  type Differing,
  type Head,
  isDiffering,
  isLeaf,
  isPresent,
  isSigned,
  isStray,
  isWaiting,
  type Leaf,
  type Line,
  type Present,
  type Stray,
  type Waiting,
} from './line.ts';
import { type AcceptedRecord, createRecords } from './records.ts';
import { createRoots, type Roots } from './roots.ts';

export interface Verdict {
  readonly organisation_id: string;
  readonly organisation: string;
  /** Audit rows and states in the log. */
  readonly rows: number;
  readonly states: number;
  /** Records that are there now. */
  readonly records: number;
  readonly checkpoints: number;
  /** Entries that the log has not taken yet. */
  readonly waiting: number;
  /** Up to where a checkpoint proves the log, and from when that is; null: nowhere. */
  readonly proven: { readonly size: number; readonly time: string } | null;
  /** Records that a person took as they were. */
  readonly accepted: readonly AcceptedRecord[];
  readonly ok: boolean;
  readonly faults: readonly Fault[];
  /** Found beyond those. */
  readonly more_faults: number;
}

export interface Judge {
  take(line: Line): void;
  /** A fault that was found elsewhere. */
  accuse(fault: Fault): void;
  finish(): Verdict;
}

interface Suspect {
  readonly leaf: Leaf;
  readonly hash: string;
}

/** An entry is taken within seconds; one that waits longer than this could be altered and removed unseen. */
const LATE_MS = 300_000;

/** Suspects that are compared with each other to tell those that changed places. */
const MOST_SUSPECTS = 10_000;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Which record an entry is about, as far as it is there to say so. */
const about = ({ entity_id, id, audit, state }: Leaf | Stray | Waiting) => {
  const row = audit ?? state;
  const record_type = text(row?.[state === undefined ? 'record_type' : 'kind']);
  const record_id = text(row?.['record_id']);
  return {
    id,
    entity_id,
    ...(record_type === undefined ? {} : { record_type }),
    ...(record_id === undefined ? {} : { record_id }),
  };
};

export const createJudge = (head: Head, key: Verifier, kept: KeptCheckpoints): Judge => {
  const found = collectFaults();
  const roots = createRoots(head, key, kept, found);
  const records = createRecords(found);
  const covered = createCovered(found);
  const count = { rows: 0, states: 0, waiting: 0 };
  const late = createLate(head);
  const suspects: Suspect[] = [];

  const differing: Fault[] = [];
  const takePresent = (line: Present): void => (isCovered(line.kind) ? covered : records).check(line);
  const takeWaiting = (line: Waiting): void => {
    count.waiting += 1;
    late.see(line);
    if (line.audit === undefined && line.state === undefined) found.add(goneFault(line, 'waits for the log'));
    records.learn(line);
    if (line.state !== undefined) covered.wait(line.state);
  };

  const takeLeaf = (leaf: Leaf): void => {
    const { at, audit, state } = leaf;
    const next = roots.size();
    if (at !== next) {
      found.add(placeFault(at, next));
      roots.lose(at - next);
    }
    roots.add(Buffer.from(leaf.hash, 'hex'));
    const kind = audit === undefined ? 'state' : 'audit';
    const row = audit ?? state;
    if (row === undefined) {
      found.add({ ...goneFault(leaf, `stands at ${at}`), position: at });
      return;
    }
    count[kind === 'audit' ? 'rows' : 'states'] += 1;
    const hash = hashEntry(kind, row).toString('hex');
    const moved = row['id'] !== leaf.id || row['entity_id'] !== leaf.entity_id;
    if (hash !== leaf.hash || moved) {
      if (suspects.length < MOST_SUSPECTS) suspects.push({ leaf, hash });
      else found.add(alteredFault({ leaf, hash }));
    }
    records.learn(leaf);
    if (state !== undefined) covered.learn(state);
  };

  return {
    accuse: found.add,
    take: (line) => {
      if (isLeaf(line)) takeLeaf(line);
      else if (isSigned(line)) roots.check(line);
      else if (isWaiting(line)) takeWaiting(line);
      else if (isStray(line)) found.add(strayFault(line));
      else if (isDiffering(line)) differing.push(differingFault(line));
      else if (isPresent(line)) takePresent(line);
    },
    finish: () => {
      for (const fault of tellApart(suspects)) found.add(fault);
      late.tell(found);
      roots.finish();
      records.finish();
      covered.finish();
      for (const fault of withoutEchoes(differing, found)) found.add(fault);
      const sums = { ...count, records: records.checked() + covered.checked() };
      return toVerdict(head, sums, { roots, accepted: records.accepted(), found });
    },
  };
};

const toVerdict = (
  { organisation_id, organisation }: Head,
  sums: Pick<Verdict, 'rows' | 'states' | 'waiting' | 'records'>,
  { roots, accepted, found }: { roots: Roots; found: Found } & Pick<Verdict, 'accepted'>,
): Verdict => ({
  organisation_id,
  organisation,
  ...sums,
  checkpoints: roots.checkpoints(),
  proven: roots.proven(),
  accepted,
  ok: found.count() === 0,
  faults: found.told,
  more_faults: found.count() - found.told.length,
});

const alteredFault = ({ leaf }: Suspect): Fault => ({
  kind: 'altered',
  message: `The entry ${leaf.id} at ${leaf.at} is not what the log took.`,
  position: leaf.at,
  ...about(leaf),
});

const movedFault = ({ leaf }: Suspect, place: number): Fault => ({
  kind: 'reordered',
  message: `The entry ${leaf.id} stands at ${leaf.at}; the log took it at ${place}.`,
  position: leaf.at,
  ...about(leaf),
});

const strayFault = (stray: Stray): Fault => ({
  kind: 'inserted',
  message: `The entry ${stray.id} has no place in the log and does not wait for one.`,
  ...about(stray),
});

const goneFault = (entry: Leaf | Waiting, where: string): Fault => ({
  kind: 'deleted',
  message: `The entry ${entry.id}, which ${where}, is gone.`,
  ...about(entry),
});

const differingFault = ({ differs, entity_id, record, message }: Differing): Fault => ({
  kind: 'derived',
  message,
  entity_id,
  record_type: differs,
  record_id: record,
});

const OF_ENTRIES: ReadonlySet<FaultKind> = new Set(['altered', 'deleted', 'inserted', 'reordered']);

/** Where entries of the trail are faulty, that an event differs from its entry says no more. */
const withoutEchoes = (faults: readonly Fault[], { told }: Found): readonly Fault[] =>
  told.some(({ kind }) => OF_ENTRIES.has(kind))
    ? faults.filter(({ record_type }) => record_type !== 'event')
    : faults;

/** Entries that waited too long when the trail was read. */
const createLate = ({ taken_at }: Head) => {
  const overdue = Date.parse(taken_at) - LATE_MS;
  const late: string[] = [];
  return {
    see: ({ id }: Waiting): void => {
      if (timeOfId(id).getTime() < overdue) late.push(id);
    },
    tell: ({ add }: Found): void => {
      const [first] = late.toSorted();
      if (first === undefined) return;
      const since = timeOfId(first).toISOString();
      const message = `${late.length} entries wait for the log and are not taken, the first since ${since} (${first}).`;
      add({ kind: 'log', message, id: first });
    },
  };
};

/** A place without an entry, or with two. */
const placeFault = (at: number, next: number): Fault =>
  at < next
    ? { kind: 'inserted', message: `The log has two entries at ${at}.`, position: at }
    : {
        kind: 'deleted',
        message: `The log has no entry at ${next}${at - 1 > next ? ` to ${at - 1}` : ''}.`,
        position: next,
      };

/** Entries that stand where another was taken have changed places; the others were altered. */
const tellApart = (suspects: readonly Suspect[]): Fault[] => {
  const places = new Map(suspects.map(({ leaf }) => [leaf.hash, leaf.at]));
  return suspects.map((suspect) => {
    const place = places.get(suspect.hash);
    return place === undefined ? alteredFault(suspect) : movedFault(suspect, place);
  });
};
