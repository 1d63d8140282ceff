// The fingerprint of what a person approves, and where two of them differ.
import { canonicalHash, canonicalJson } from '../../../base/key-order.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import type { DocumentPreview } from '../../documents/shared/preview.ts';

/** What is compared between request, decision and filing: all but what is decided when the document is filed. */
export type Snapshot = Omit<DocumentPreview, 'fixed_at_approval'>;

/** Whether it was stored by this release; earlier ones kept less of a document, in another form. */
export const isPreview = (stored: unknown): stored is Snapshot =>
  typeof stored === 'object' && stored !== null && Reflect.get(stored, 'object') === 'filing_preview';

export interface Snapshotted {
  readonly snapshot: Snapshot;
  /** Hex SHA-256 of the canonical JSON of the snapshot. */
  readonly hash: string;
}

export const takeSnapshot = (document: Pick<Filable, 'preview'>): Snapshotted => {
  const { fixed_at_approval: _fixed, ...snapshot } = document.preview();
  return { snapshot, hash: canonicalHash(snapshot) };
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
  if (canonicalJson(before) === canonicalJson(after)) return [];
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
