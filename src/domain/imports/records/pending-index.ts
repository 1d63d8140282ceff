// Index entries of a batch, written together: one statement for many records instead of five for each.
import { type IndexedRecord, indexRecords } from '../../search-index/index-record.ts';
import { nameKeys, parseName } from '../../../base/names/same-name.ts';
import type { ImportScope } from '../importer.ts';

export interface PendingIndex {
  add(record: IndexedRecord): Promise<void>;
  /** Writes what is pending if one of it may be a namesake, so that the warning about namesakes finds it. */
  settleFor(name: string): Promise<void>;
  settle(): Promise<void>;
}

export const pendingIndex = (ctx: ImportScope): PendingIndex => {
  let records: IndexedRecord[] = [];
  const keys = new Set<string>();
  const settle = async (): Promise<void> => {
    if (records.length > 0) await indexRecords(ctx, records);
    records = [];
    keys.clear();
  };
  return {
    add: async (record) => {
      records.push(record);
      for (const key of record.keys ?? []) keys.add(key);
    },
    settleFor: async (name) => {
      if (nameKeys(parseName(name)).some((key) => keys.has(key))) await settle();
    },
    settle,
  };
};
