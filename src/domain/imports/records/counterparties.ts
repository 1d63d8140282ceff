// Customers and suppliers come through the same functions as those that agents create.
import type { RowOf } from '../../../../generated/imports.ts';
import { scoped } from '../../../db/scoped.ts';
import { ToolError } from '../../../base/errors.ts';
import { checkFields } from '../../counterparties/checks.ts';
import { createCounterparty, givenDetails, type NewCounterparty } from '../../counterparties/create.ts';
import type { CounterpartyRow } from '../../counterparties/store.ts';
import { merged, updateCounterparty } from '../../counterparties/update.ts';
import { toWarning } from '../../change/change.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { type PendingIndex, pendingIndex } from './pending-index.ts';
import { sameFields, changedWithoutUpdate } from './rows.ts';

type Row = ImportRow<RowOf<'counterparties'>>;

export const COUNTERPARTIES: EntityImporter<'counterparties'> = {
  level: 'entity',
  store: async (ctx, rows, options) => {
    const known = await storedBefore(ctx, rows);
    const index = pendingIndex(ctx);
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await storeOne(ctx, row, { known, index, options }));
    await index.settle();
    return outcomes;
  },
};

/** The counterparties of earlier imports by their external ids; what this batch adds is added here too. */
const storedBefore = async (
  ctx: ImportScope,
  rows: readonly Row[],
): Promise<Map<string, CounterpartyRow>> => {
  const ids = rows.map(({ value }) => value.external_id).filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const found = await scoped(ctx, 'counterparty')
    .select()
    .selectAll('counterparty')
    .where('counterparty.external_id', 'in', ids)
    .execute();
  return new Map(found.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]])));
};

interface Batch {
  readonly known: Map<string, CounterpartyRow>;
  readonly index: PendingIndex;
  readonly options: StoreOptions;
}

const storeOne = async (
  ctx: ImportScope,
  { line, value }: Row,
  { known, index, options }: Batch,
): Promise<RowOutcome> => {
  const warning: ImportScope = {
    ...ctx,
    warn: (code, details) => options.warn(line, toWarning(code, details).message),
  };
  try {
    const externalId = value.external_id;
    const before = externalId === undefined ? undefined : known.get(externalId);
    const input: NewCounterparty = value;
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
  } catch (error) {
    // What is wrong with a row is found before anything of it is written.
    if (error instanceof ToolError) return { kind: 'rejected', reason: error.message };
    throw error;
  }
};

/** True when the change would leave the record as it is. */
const isUnchanged = (ctx: ImportScope, before: CounterpartyRow, input: NewCounterparty): boolean => {
  const given = new Set(Object.keys(givenDetails(input.country_details)));
  const silent: ImportScope = { ...ctx, warn: () => undefined };
  const columns = checkFields(silent, merged(before, input), given);
  return sameFields(
    columns,
    Object.fromEntries(Object.keys(columns).map((name) => [name, before[name as keyof typeof columns]])),
  );
};
