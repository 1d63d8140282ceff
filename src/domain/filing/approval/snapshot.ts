// The fingerprint of what a person approves, and where two of them differ.
import { createHash } from 'node:crypto';
import type { Filable, Snapshot } from '../../documents/filable.ts';

export interface Snapshotted {
  readonly snapshot: Snapshot;
  /** Hex SHA-256 of the canonical JSON of the snapshot. */
  readonly hash: string;
}

export const takeSnapshot = (document: Filable): Snapshotted => {
  const snapshot = document.snapshot();
  return { snapshot, hash: createHash('sha256').update(canonical(snapshot)).digest('hex') };
};

/** JSON with sorted keys: servers may reorder the keys of JSON columns. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
};

export interface Difference {
  readonly path: readonly string[];
  /** Undefined where there was nothing. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The single values in which two snapshots differ. */
export const differences = (
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): readonly Difference[] => {
  if (canonical(before) === canonical(after)) return [];
  if (!isObject(before) || !isObject(after)) return [{ path, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], [...path, key]),
  );
};

/** Their paths: `buyer.postal_code`, `lines[2].unit_price`. */
export const changedPaths = (before: unknown, after: unknown): string[] =>
  differences(before, after).map(({ path }) =>
    path.map((key, n) => (/^\d+$/.test(key) ? `[${key}]` : n === 0 ? key : `.${key}`)).join(''),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
