// Pages of counterparties in the order of their names.
import { sql, type Expression, type SqlBool } from 'kysely';
import { scoped } from '../../db/scoped.ts';
import { type OrderColumn, type Page, readPage } from '../lists/page.ts';
import { normaliseName } from '../../base/names/normalise.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { compactIdentifier } from '../search-index/words.ts';
import type { CounterpartyRole } from './resolve.ts';
import { type CounterpartyRow, findCounterparties } from './rows.ts';

export interface ListFilters {
  readonly query?: string | undefined;
  readonly role: CounterpartyRole | 'all';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Holds every column that filters and order need, so that a rare word costs a walk over the index, not over the rows. */
const INDEX = 'ix_counterparty_name';

const ORDER: readonly OrderColumn<CounterpartyRow>[] = [
  { column: 'counterparty.name_norm', direction: 'ascending', type: 'text', value: (row) => row.name_norm },
  { column: 'counterparty.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export const listCounterparties = (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  filters: ListFilters,
): Promise<Page<CounterpartyRow>> => {
  const matching = () => {
    const all = scoped(ctx, 'counterparty').select({ index: INDEX });
    const held = filters.role === 'all' ? all : all.where(`counterparty.is_${filters.role}`, '=', true);
    return filters.query === undefined ? held : held.where(nameOrTaxId(filters.query));
  };
  return readPage(ctx, {
    tool: 'list_counterparties',
    tenant: ctx.entity.id,
    filters,
    limit: filters.limit,
    cursor: filters.cursor,
    order: ORDER,
    rows: async (after, take) => {
      const rest = after === null ? matching() : matching().where(after);
      const keys = await rest
        .select('counterparty.id')
        .orderBy('counterparty.name_norm')
        .orderBy('counterparty.id')
        .limit(take)
        .execute();
      return findCounterparties(
        ctx,
        keys.map(({ id }) => id),
      );
    },
    count: async (max) => {
      const rows = await matching()
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
};

const withoutWildcards = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Part of the name, accents and case aside, or part of the tax id: RFCs and VAT ids without separators, others as written. */
const nameOrTaxId = (query: string): Expression<SqlBool> => {
  const name = normaliseName(query);
  const taxId = compactIdentifier(query);
  const asWritten = query.trim().toUpperCase();
  const parts = [
    ...(name === '' ? [] : [sql`counterparty.name_norm like ${`%${name}%`}`]),
    ...(taxId === '' ? [] : [sql`counterparty.tax_id like ${`%${taxId}%`}`]),
    ...(asWritten === taxId ? [] : [sql`counterparty.tax_id like ${`%${withoutWildcards(asWritten)}%`}`]),
  ];
  // Punctuation alone is part of nothing.
  return parts.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
};
