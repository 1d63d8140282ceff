// Customers and suppliers are created by the same functions as those that agents create.
import type { RowOf } from '../../../../generated/imports.ts';
import { nameKeys, parseName } from '../../../base/names/same-name.ts';
import { checkFields } from '../../counterparties/checks.ts';
import { createCounterparty, givenDetails, type NewCounterparty } from '../../counterparties/create.ts';
import type { CounterpartyRow } from '../../counterparties/store.ts';
import { counterpartiesByExternalId } from '../../counterparties/store/bulk.ts';
import { findAllMerged } from '../../counterparties/store/merged.ts';
import { statedDetails } from '../../../einvoicing/peppol-ubl/look-up.ts';
import { merged, updateCounterparty } from '../../counterparties/update.ts';
import { heldSlot } from '../../periods/period.ts';
import { type IndexedRecord, indexRecords } from '../../search-index/index-record.ts';
import type { EntityImporter, ImportScope, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { changedWithoutUpdate, externalIds, orRejected, sameFields, warningOn } from './rows.ts';

type Row = ImportRow<RowOf<'counterparties'>>;

export const COUNTERPARTIES: EntityImporter<'counterparties'> = {
  level: 'entity',
  store: async (ctx, rows, options) => {
    await heldSlot(ctx);
    const given = externalIds(rows.map(({ value }) => value));
    const known = await counterpartiesByExternalId(ctx, given);
    const survivors = new Map(
      (await findAllMerged(ctx, 'external_id', given)).map((each) => [each.external_id, each.survivor_id]),
    );
    const index = pendingIndex(ctx);
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await storeOne(ctx, row, { known, survivors, index, options }));
    await index.settle();
    return outcomes;
  },
};

interface Batch {
  readonly known: Map<string, CounterpartyRow>;
  /** The survivors of duplicates, by the external ids that these had. */
  readonly survivors: ReadonlyMap<string | null, string>;
  readonly index: PendingIndex;
  readonly options: StoreOptions;
}

const storeOne = async (
  ctx: ImportScope,
  { line, value }: Row,
  { known, survivors, index, options }: Batch,
): Promise<RowOutcome> => {
  const warning = warningOn(ctx, line, options);
  return orRejected(async (): Promise<RowOutcome> => {
    const externalId = value.external_id;
    const before = externalId === undefined ? undefined : known.get(externalId);
    const input: NewCounterparty = value;
    const survivor = externalId === undefined ? undefined : survivors.get(externalId);
    // What the other system says of a duplicate must not overwrite the one that is left.
    if (before === undefined && survivor !== undefined) return { kind: 'skipped', id: survivor };
    if (before === undefined || externalId === undefined) {
      await index.settleFor(input.name);
      const created = await createCounterparty(warning, input, (record) => index.add(record));
      if (externalId !== undefined) known.set(externalId, created);
      return { kind: 'imported', id: created.id };
    }
    if (isUnchanged(ctx, before, input)) return { kind: 'skipped', id: before.id };
    if (!options.update) return changedWithoutUpdate(externalId, before.id);
    await index.settle();
    known.set(externalId, await updateCounterparty(warning, before.id, input));
    return { kind: 'updated', id: before.id };
  });
};

/** Whether the change would leave the record as it is. */
const isUnchanged = (ctx: ImportScope, before: CounterpartyRow, input: NewCounterparty): boolean => {
  const given = new Set(Object.keys(givenDetails(input.country_details)));
  const silent: ImportScope = { ...ctx, warn: () => undefined };
  const columns = checkFields(silent, merged(before, input), given);
  const stated = { ...before, details: statedDetails(before.details) };
  return sameFields(
    columns,
    Object.fromEntries(Object.keys(columns).map((name) => [name, stated[name as keyof typeof columns]])),
  );
};

/** Batches index entries: one statement for many records instead of five for each. */
interface PendingIndex {
  add(record: IndexedRecord): Promise<void>;
  /** Flushes pending entries if one may have the same name, so that the warning about equal names finds it. */
  settleFor(name: string): Promise<void>;
  settle(): Promise<void>;
}

const pendingIndex = (ctx: ImportScope): PendingIndex => {
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
