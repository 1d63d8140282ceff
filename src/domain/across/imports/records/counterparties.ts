// Customers and suppliers are created by the same functions as those that agents create.
import type { RowOf } from '../../../../../generated/imports.ts';
import { ToolError } from '../../../../base/errors.ts';
import { nameKeys, parseName } from '../../../../base/names/same-name.ts';
import { checkFields } from '../../../parties/counterparties/checks.ts';
import {
  createCounterparty,
  givenDetails,
  type NewCounterparty,
} from '../../../parties/counterparties/create.ts';
import type { CounterpartyRow } from '../../../parties/counterparties/store/counterparties.ts';
import { counterpartiesByExternalId } from '../../../parties/counterparties/store/bulk.ts';
import { findAllMerged } from '../../../parties/counterparties/store/merged.ts';
import { statedDetails } from '../../../../einvoicing/peppol-ubl/look-up.ts';
import { merged, updateCounterparty } from '../../../parties/counterparties/update.ts';
import { heldSlot } from '../../../ground/periods/period.ts';
import { type IndexedRecord, indexRecords } from '../../../ground/search-index/index-record.ts';
import type { EntityImporter, ImportScope, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { type FileLines, onEarlierLine } from '../repeated-rows.ts';
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
  readonly known: ReadonlyMap<string, CounterpartyRow>;
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
  const work = async (): Promise<RowOutcome> => {
    const externalId = value.external_id;
    const before = externalId === undefined ? undefined : known.get(externalId);
    const input: NewCounterparty = value;
    const survivor = externalId === undefined ? undefined : survivors.get(externalId);
    // What the other system says of a duplicate must not overwrite the one that is left.
    if (before === undefined && survivor !== undefined) return { kind: 'skipped', id: survivor };
    if (before === undefined || externalId === undefined) {
      await index.settleFor(input.name);
      const created = await createCounterparty(warning, input, (record) => index.add(record));
      options.file.bring(created.id, line);
      return { kind: 'imported', id: created.id };
    }
    if (isUnchanged(ctx, before, input)) return { kind: 'skipped', id: before.id };
    if (!options.update) return changedWithoutUpdate(externalId, before.id);
    await index.settle();
    await updateCounterparty(warning, before.id, input);
    options.file.bring(before.id, line);
    return { kind: 'updated', id: before.id };
  };
  return orRejected(() => orTwinInFile(options.file, work));
};

/** Who has the tax id already may stand in the same file, and then in these books only for as long as it is imported. */
const orTwinInFile = async (file: FileLines, work: () => Promise<RowOutcome>): Promise<RowOutcome> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'counterparty_duplicate') throw error;
    const { counterparty_id, tax_id, name } = error.details;
    const line = file.lineOf(String(counterparty_id));
    if (line === undefined) throw error;
    return onEarlierLine(`the tax id ${String(tax_id)}`, line, `, for ${String(name)}`);
  }
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
