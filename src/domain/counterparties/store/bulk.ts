// Counterparties by the hundred, as imports and text filters ask for them.
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { Reader } from '../../../db/database.ts';
import type { CounterpartyRow } from '../store.ts';

/**
 * The ids of counterparties whose name begins with a text in its normal spelling. Documents begin with the same words
 * by the hundred thousand; the index of labels would be read for a few names.
 */
export const idsByNameBeginning = async (
  ctx: Tenant<Reader>,
  beginning: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_name' })
    .where('counterparty.name_norm', 'like', `${beginning}%`)
    .select('counterparty.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

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

/** By one way of naming at a time: a server may answer both in one statement by reading the whole table. */
export const counterpartiesNamed = (
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
