// Pages of aliases, of one counterparty or of all.
import type { Raises } from '../../../base/raises.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { OrderColumn } from '../../ground/lists/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { followCounterparty } from '../../parties/counterparties/look-up.ts';
import { type AliasFilters, countAliases, listedAliases, type NamedAlias } from './store/aliases.ts';

const ORDER: readonly OrderColumn<NamedAlias>[] = [
  { column: 'counterparty_alias.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const listAliases = async (
  ctx: ReadScope & Raises<'invalid_cursor' | 'counterparty_not_found'>,
  given: AliasFilters & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<NamedAlias>> => {
  const { counterparty_id: received, kind, limit, cursor } = given;
  const of = received === undefined ? undefined : await followCounterparty(ctx, received);
  if (received !== undefined && of === undefined)
    throw ctx.error('counterparty_not_found', { path: 'counterparty_id', received: received.slice(0, 100) });
  const filters = { counterparty_id: of?.id, kind };
  return readPage(ctx, {
    tool: 'list_counterparty_aliases',
    tenant: ctx.entity.id,
    filters,
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) => listedAliases(ctx, filters, after, take),
    count: (max) => countAliases(ctx, filters, max),
  });
};
