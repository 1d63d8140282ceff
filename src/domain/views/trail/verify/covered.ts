// Whether records that the log covers after the fact are what its last entry of them says. What a transaction wrote that the
// log has not taken yet is not judged.
import { canonicalHash } from '../../../../base/key-order.ts';
import { coveredKind } from '../../../../db/trail/covered.ts';
import type { EntryRow } from '../log/entry.ts';
import type { Found } from './faults.ts';
import type { Present } from './line.ts';

export interface CoveredRecords {
  /** An entry of the log, in its order. */
  learn(state: EntryRow): void;
  /** One that waits for the log. */
  wait(state: EntryRow): void;
  check(present: Present): void;
  /** What was never checked is gone. */
  finish(): void;
  checked(): number;
}

export const isCovered = (kind: string): boolean => coveredKind(kind) !== undefined;

const SEPARATOR = '\n';

/** Each record that an entry names, with the digest that it may say. */
const recordsIn = function* (row: EntryRow, kind: 'touched' | 'covered') {
  const owner = String(row['entity_id']);
  const records: unknown = row['records'];
  for (const record of Array.isArray(records) ? (records as unknown[]) : []) {
    const [of, ...rest] = Array.isArray(record) ? (record as unknown[]) : [];
    if (typeof of !== 'string' || !isCovered(of)) continue;
    const keys = kind === 'covered' ? rest.slice(0, 1) : rest;
    for (const key of keys)
      yield {
        id: [owner, of, String(key)].join(SEPARATOR),
        digest: typeof rest[1] === 'string' ? rest[1] : null,
      };
  }
};

export const createCovered = (found: Found): CoveredRecords => {
  const last = new Map<string, string | null>();
  const waiting = new Set<string>();
  let checked = 0;

  const accuse = (kind: 'state' | 'missing' | 'unknown', id: string, say: (name: string) => string): void => {
    const [entity_id = '', record_type = '', record_id = ''] = id.split(SEPARATOR);
    const name = `${record_type.replaceAll('_', ' ')} ${record_type === 'ledger' ? 'of ' : ''}${record_id}`;
    found.add({ kind, message: say(name), entity_id, record_type, record_id });
  };

  return {
    learn: (state) => {
      if (state['kind'] !== 'covered') return;
      for (const { id, digest } of recordsIn(state, 'covered')) last.set(id, digest);
    },
    wait: (state) => {
      if (state['kind'] !== 'touched') return;
      for (const { id } of recordsIn(state, 'touched')) waiting.add(id);
    },
    check: ({ entity_id, kind, record, content }) => {
      checked += 1;
      const id = [entity_id, kind, record].join(SEPARATOR);
      const digest = last.get(id);
      last.delete(id);
      if (waiting.has(id)) return;
      if (digest === undefined)
        accuse('unknown', id, (name) => `No entry of the trail tells of the ${name}.`);
      else if (digest === null)
        accuse('unknown', id, (name) => `The trail says that the ${name} was deleted; it is there.`);
      else if (canonicalHash(content, 'base64url') !== digest)
        accuse('state', id, (name) => `What the ${name} says is not what its last change made of it.`);
    },
    finish: () => {
      for (const [id, digest] of last)
        if (digest !== null && !waiting.has(id))
          accuse('missing', id, (name) => `The ${name} is gone, though no change removed it.`);
    },
    checked: () => checked,
  };
};
