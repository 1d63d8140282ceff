// Counterparties by the hundred, as imports ask for them.
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { Reader } from '../../../../db/database.ts';
import type { CounterpartyRow } from './counterparties.ts';
import { findAllMerged } from './merged.ts';

/** By the external ids under which they were imported; those of merged duplicates are left out. */
export const counterpartiesByExternalId = async (
  ctx: Tenant<Reader>,
  externalIds: readonly string[],
): Promise<Map<string, CounterpartyRow>> => {
  if (externalIds.length === 0) return new Map();
  const found = await scoped(ctx, 'counterparty')
    .select()
    .selectAll('counterparty')
    .where('counterparty.external_id', 'in', externalIds)
    .execute();
  return new Map(found.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]])));
};

export type NamedCounterparty = Pick<
  CounterpartyRow,
  | 'id'
  | 'name'
  | 'external_id'
  | 'country_code'
  | 'tax_id'
  | 'postal_code'
  | 'details'
  | 'is_customer'
  | 'is_supplier'
>;

/** A counterparty, and by what it was asked for: its own id, or that of a duplicate which is part of it by now. */
type FoundCounterparty = NamedCounterparty & { readonly asked: string };

/** By one way of naming at a time: a server may answer both in one statement by reading the whole table. */
export const counterpartiesNamed = async (
  ctx: Tenant<Reader>,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<FoundCounterparty[]> => {
  if (names.length === 0) return [];
  const found = await selectNamed(ctx, column, names);
  const own = found.map((row) => ({ ...row, asked: row[column] ?? row.id }));
  const known = new Set(own.map(({ asked }) => asked));
  const merged = await findAllMerged(
    ctx,
    column,
    names.filter((name) => !known.has(name)),
  );
  if (merged.length === 0) return own;
  const survivors = await selectNamed(ctx, 'id', [...new Set(merged.map(({ survivor_id }) => survivor_id))]);
  const byId = new Map(survivors.map((row) => [row.id, row]));
  return [
    ...own,
    ...merged.flatMap((each) => {
      const row = byId.get(each.survivor_id);
      return row === undefined ? [] : [{ ...row, asked: each[column] ?? each.id }];
    }),
  ];
};

const selectNamed = (
  ctx: Tenant<Reader>,
  column: 'id' | 'external_id',
  names: readonly string[],
): Promise<NamedCounterparty[]> =>
  scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name', 'external_id', 'country_code', 'tax_id', 'postal_code', 'details'])
    .select(['is_customer', 'is_supplier'])
    .where(column, 'in', names)
    .execute();

export const counterpartyName = (
  ctx: Tenant<Reader>,
  id: string,
): Promise<Pick<CounterpartyRow, 'id' | 'name'>> =>
  scoped(ctx, 'counterparty').select().select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow();
