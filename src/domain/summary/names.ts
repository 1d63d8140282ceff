// Names are read for the rows that are shown, not joined: where a company has few counterparties a server begins a join
// with them, and reads every open document instead of ten.
import { scoped } from '../../db/scoped.ts';
import type { ReadScope } from '../change/scope.ts';

interface Named {
  readonly counterparty_id: string;
}

export const withNames = async <R extends Named>(
  ctx: ReadScope,
  rows: readonly R[],
): Promise<readonly (R & { readonly counterparty_name: string })[]> => {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ counterparty_id }) => counterparty_id))];
  const found = await scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, counterparty_name: names.get(row.counterparty_id) ?? '' }));
};
