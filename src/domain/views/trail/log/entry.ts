// What the log holds of an entry: the canonical JSON of all its columns, so that neither the order of keys in a JSON column
// nor a column that a later release adds changes the hash of what stands there.
import { canonicalJson } from '../../../../base/key-order.ts';
import { leafHash } from '../merkle.ts';

/** An audit row, or the state of a record after a transaction. */
export type EntryKind = 'audit' | 'state';

export type EntryRow = Readonly<Record<string, unknown>>;

/** Without what is null: a column of a later release is null in all rows before it. */
export const entryRow = (row: object): EntryRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The kind is part of what is hashed, so that no row passes as one of the other kind. */
export const hashEntry = (kind: EntryKind, row: EntryRow): Buffer =>
  leafHash(Buffer.from(canonicalJson({ trail: kind, row })));

/** Of what was gone before the log took it: its place shows that it was there. */
export const hashGone = (entity_id: string, id: string): Buffer =>
  leafHash(Buffer.from(canonicalJson({ trail: 'gone', row: { entity_id, id } })));
