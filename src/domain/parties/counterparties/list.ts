// Pages of counterparties in the order of their names.
import type { CounterpartyId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { OrderColumn } from '../../ground/lists/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { type CounterpartyRow, findCounterparties } from './store/counterparties.ts';
import { countListed, type CounterpartyFilters, listIds } from './store/listed.ts';

export interface ListFilters extends CounterpartyFilters {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const ORDER: readonly OrderColumn<CounterpartyRow>[] = [
  { column: 'counterparty.name_norm', direction: 'ascending', type: 'text', value: (row) => row.name_norm },
  { column: 'counterparty.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

/** One more than is told exactly. */
const MOST_COUNTED = SERVICE.limits.exact_total_up_to + 1;

export const listCounterparties = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  filters: ListFilters,
): Promise<Page<CounterpartyRow>> => {
  // Of a rare text most of the time goes into the walk over the names, so the first page counts what it walks.
  let counted: number | null = null;
  return readPage(ctx, {
    tool: 'list_counterparties',
    tenant: ctx.entity.id,
    filters,
    limit: filters.limit,
    cursor: filters.cursor,
    order: ORDER,
    rows: async (after, take, key) => {
      const from = typeof key?.[0] === 'string' ? key[0] : null;
      const most = after === null ? Math.max(take, MOST_COUNTED) : take;
      const ids = await listIds(ctx, filters, after, most, from);
      if (after === null) counted = ids.length;
      return findCounterparties(ctx, ids.slice(0, take));
    },
    count: async (max) => counted ?? countListed(ctx, filters, max),
  });
};

/** Who has the name that was asked for, where nobody in this role has it. */
export const findInOtherRole = async (
  ctx: ReadScope,
  { query, role, cursor }: ListFilters,
  found: number,
) => {
  if (found > 0 || cursor !== undefined || query === undefined || role === 'all') return null;
  const other = role === 'customer' ? 'supplier' : 'customer';
  const [row] = await findCounterparties(ctx, await listIds(ctx, { query, role: other }, null, 1));
  if (row === undefined) return null;
  return { role, other, name: row.name, counterparty_id: row.id as CounterpartyId } as const;
};
