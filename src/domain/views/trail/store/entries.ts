// The entries of the trail as they stand in their tables: audit rows and states of records.
import { ID_PREFIXES } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import { acrossTenants } from '../../../../db/scoped.ts';
import { type EntryKind, type EntryRow, entryRow } from '../log/entry.ts';
import type { EntryKey } from './log.ts';

const STATES = `${ID_PREFIXES.TrailStateId}_`;
const TABLES = [
  ['audit', 'audit'],
  ['state', 'trail_state'],
] as const;

export interface FoundEntry {
  readonly kind: EntryKind;
  readonly row: EntryRow;
}

export type FoundEntries = ReadonlyMap<string, FoundEntry>;

export const keyOf = ({ entity_id, id }: EntryKey): string => `${entity_id} ${id}`;

/** All columns of these entries; what is gone is not in the map. */
export const readEntries = async (db: Reader, keys: readonly EntryKey[]): Promise<FoundEntries> => {
  const found = new Map<string, FoundEntry>();
  if (keys.length === 0) return found;
  const owners = [...new Set(keys.map(({ entity_id }) => entity_id))];
  const isState = ({ id }: EntryKey): boolean => id.startsWith(STATES);
  for (const [kind, table] of TABLES) {
    const ids = keys.filter((key) => isState(key) === (kind === 'state')).map(({ id }) => id);
    if (ids.length === 0) continue;
    const rows = await acrossTenants(db, owners, table)
      .selectAll()
      .where(`${table}.id`, 'in', ids as never[])
      .execute();
    for (const row of rows) found.set(keyOf(row), { kind, row: entryRow(row) });
  }
  return found;
};
