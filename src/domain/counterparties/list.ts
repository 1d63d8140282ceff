// Pages of counterparties in the order of their names.
import { type OrderColumn, type Page, readPage } from '../lists/page.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { countListed, type CounterpartyFilters, type CounterpartyRow, listByName } from './store.ts';

export interface ListFilters extends CounterpartyFilters {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const ORDER: readonly OrderColumn<CounterpartyRow>[] = [
  { column: 'counterparty.name_norm', direction: 'ascending', type: 'text', value: (row) => row.name_norm },
  { column: 'counterparty.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const listCounterparties = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  filters: ListFilters,
): Promise<Page<CounterpartyRow>> =>
  readPage(ctx, {
    tool: 'list_counterparties',
    tenant: ctx.entity.id,
    filters,
    limit: filters.limit,
    cursor: filters.cursor,
    order: ORDER,
    rows: (after, take) => listByName(ctx, filters, after, take),
    count: (max) => countListed(ctx, filters, max),
  });
