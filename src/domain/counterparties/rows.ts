// Reads counterparties of one entity.
import type { Selectable } from 'kysely';
import type { Reader } from '../../db/database.ts';
import type { CounterpartyTable } from '../../db/schema.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';

/** A counterparty as the books hold it. */
export type CounterpartyRow = Readonly<Selectable<CounterpartyTable>>;

/** Whose books are read. */
export type Books = Tenant<Reader>;

const ofEntity = (ctx: Books) => scoped(ctx, 'counterparty').select().selectAll('counterparty');

export const findCounterparty = (ctx: Books, id: string): Promise<CounterpartyRow | undefined> =>
  ofEntity(ctx).where('counterparty.id', '=', id).executeTakeFirst();

/** The one counterparty with this tax id, where tax ids are unique: not for generic ones. */
export const findByUniqueTaxId = (ctx: Books, taxIdUnique: string): Promise<CounterpartyRow | undefined> =>
  ofEntity(ctx).where('counterparty.tax_id_unique', '=', taxIdUnique).executeTakeFirst();

export const findAllByTaxId = (ctx: Books, taxId: string, limit: number): Promise<CounterpartyRow[]> =>
  ofEntity(ctx).where('counterparty.tax_id', '=', taxId).orderBy('counterparty.id').limit(limit).execute();

/** In the order of the ids; unknown ones are left out. */
export const findCounterparties = async (ctx: Books, ids: readonly string[]): Promise<CounterpartyRow[]> => {
  if (ids.length === 0) return [];
  const rows = await ofEntity(ctx).where('counterparty.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};
