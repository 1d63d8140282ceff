// Whether records are what their last change made of them. Each transaction that writes a record puts a state of it into the
// trail, numbered without gaps; what is there now must be the highest.
import { canonicalHash } from '../../../../base/key-order.ts';
import { AUDIT_ROW, type Acceptance, isAcceptance } from '../accept.ts';
import type { EntryRow } from '../log/entry.ts';
import { isCovered } from './covered.ts';
import type { Found } from './faults.ts';
import type { Present } from './line.ts';

/** What the trail says of one record. Versions may come out of their order, since processes number entries by their clocks. */
interface Chain {
  readonly entity_id: string;
  readonly kind: string;
  readonly record_id: string;
  /** How many versions were seen, from which to which. The first need not be 1: the record may be older than the trail. */
  count: number;
  low: number;
  top: number;
  /** Of the highest version; null: the record was deleted. */
  digest: string | null;
  /** Versions before it are not judged. */
  from: number;
  accepted: Accepted | undefined;
}

interface Accepted {
  readonly at: string;
  readonly by: string;
  readonly reason: string;
}

export interface AcceptedRecord extends Accepted {
  readonly entity_id: string;
  readonly record_type: string;
  readonly record_id: string;
}

export interface Records {
  /** An entry of the trail, in the order of the log. */
  learn(entry: { readonly audit?: EntryRow; readonly state?: EntryRow }): void;
  check(present: Present): void;
  /** What was never checked is gone. */
  finish(): void;
  checked(): number;
  /** Records that are as a person accepted them, or changed from there, and audit rows that a person accepted. */
  accepted(): readonly AcceptedRecord[];
}

/** More are not told one by one. */
const MOST_ACCEPTED = 1_000;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const createRecords = (found: Found): Records => {
  const chains = new Map<string, Chain>();
  const accepted: AcceptedRecord[] = [];
  let checked = 0;

  const chainOf = (entity_id: string, kind: string, record_id: string): Chain => {
    const key = `${entity_id} ${kind} ${record_id}`;
    const chain = chains.get(key) ?? newChain(entity_id, kind, record_id);
    chains.set(key, chain);
    return chain;
  };
  const noteAccepted = (record: AcceptedRecord): void => {
    if (accepted.length < MOST_ACCEPTED) accepted.push(record);
  };
  const judge = (chain: Chain, present: Present | undefined): void => {
    const { entity_id, kind, record_id, accepted: how } = chain;
    if (how !== undefined) noteAccepted({ ...how, entity_id, record_type: kind, record_id });
    const wrong = whyWrong(chain, present);
    if (wrong === undefined) return;
    const [fault, message] = wrong;
    found.add({ kind: fault, message, entity_id, record_type: kind, record_id });
  };

  return {
    learn: ({ audit, state }) => {
      if (state !== undefined && state['records'] === undefined)
        learnState(chainOf(text(state['entity_id']), text(state['kind']), text(state['record_id'])), state);
      if (audit === undefined || !isAcceptance(audit)) return;
      for (const { entity_id, record_type, record_id, version } of audit.after.records)
        if (record_type === AUDIT_ROW || isCovered(record_type))
          noteAccepted({ ...howOf(audit), entity_id, record_type, record_id });
        else learnAcceptance(chainOf(entity_id, record_type, record_id), version, howOf(audit));
    },
    check: (present) => {
      const { entity_id, kind, record, version } = present;
      if (version > 0) checked += 1;
      const chain = chainOf(entity_id, kind, record);
      chains.delete(`${entity_id} ${kind} ${record}`);
      judge(chain, present);
    },
    finish: () => {
      for (const chain of chains.values()) judge(chain, undefined);
      chains.clear();
    },
    checked: () => checked,
    accepted: () => accepted,
  };
};

const newChain = (entity_id: string, kind: string, record_id: string): Chain => ({
  entity_id,
  kind,
  record_id,
  count: 0,
  low: 0,
  top: 0,
  digest: null,
  from: 0,
  accepted: undefined,
});

const learnState = (chain: Chain, row: EntryRow): void => {
  const version = Number(row['version']);
  if (version < chain.from) return;
  chain.count += 1;
  if (chain.low === 0 || version < chain.low) chain.low = version;
  if (version <= chain.top) return;
  chain.top = version;
  chain.digest = typeof row['digest'] === 'string' ? row['digest'] : null;
};

const howOf = (row: EntryRow & { readonly after: Acceptance }): Accepted => ({
  at: text(row['occurred_at']),
  by: row.after.by,
  reason: row.after.reason,
});

/** A person took the record as it is with this version; what was before is not judged any more. */
const learnAcceptance = (chain: Chain, version: number, how: Accepted): void => {
  const isThere = chain.top >= version;
  chain.from = version;
  chain.low = isThere ? version : 0;
  chain.count = isThere ? chain.top - version + 1 : 0;
  chain.accepted = how;
};

/** What is wrong with a record as it is, or with one that is not there. */
const whyWrong = (
  { kind, record_id, count, low, top, digest }: Chain,
  present: Present | undefined,
): readonly ['state' | 'missing' | 'unknown', string] | undefined => {
  const name = `${kind.replaceAll('_', ' ')} ${record_id}`;
  if (top === 0) return ['unknown', `No entry of the trail tells of the ${name}.`];
  if (count !== top - low + 1)
    return [
      'state',
      `Of the ${name} the trail has ${count} states numbered ${low} to ${top}, not each number once.`,
    ];
  const isThere = present !== undefined && present.version > 0;
  if (!isThere && present !== undefined && digest === null)
    return ['unknown', `The trail says that the ${name} was deleted; rows that belong to it are there.`];
  if (!isThere)
    return digest === null
      ? undefined
      : ['missing', `The ${name} is gone; its last state in the trail is ${top}.`];
  if (digest === null) return ['unknown', `The trail says that the ${name} was deleted; it is there.`];
  const { version, content } = present;
  if (version !== top)
    return ['state', `The last state of the ${name} in the trail is ${top}; it says to be state ${version}.`];
  return canonicalHash(content) === digest
    ? undefined
    : ['state', `What the ${name} says is not what its last change, state ${version}, made of it.`];
};
