// Pages of the entities that a key may use.
import { sql, type Selectable } from 'kysely';
import type { EntityId } from '../../../generated/ids.ts';
import type { EntityTable } from '../../db/schema.ts';
import { type Page, readPage } from '../lists/page.ts';
import type { OrderColumn } from '../lists/store.ts';
import type { OrganisationScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';

type EntityRow = Selectable<EntityTable>;

/** The main entity first, then by name. */
const ORDER: readonly OrderColumn<EntityRow>[] = [
  { column: 'entity.is_default', direction: 'descending', type: 'number', value: (row) => row.is_default },
  { column: 'entity.name', direction: 'ascending', type: 'text', value: (row) => row.name },
  { column: 'entity.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export interface EntityListFilters {
  /** The one entity of a bound key; null for all of the organisation. */
  readonly bound: EntityId | null;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const pageOfEntities = (
  ctx: OrganisationScope & Raises<'invalid_cursor'>,
  { bound, limit, cursor }: EntityListFilters,
): Promise<Page<EntityRow>> => {
  const usable = () => {
    const active = ctx.db
      .selectFrom('entity')
      .where('entity.organisation_id', '=', ctx.organisation_id)
      .where('entity.active', '=', 1);
    return bound === null ? active : active.where('entity.id', '=', bound);
  };
  return readPage(ctx, {
    tool: 'list_entities',
    tenant: bound ?? ctx.organisation_id,
    filters: {},
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) =>
      (after === null ? usable() : usable().where(after))
        .selectAll('entity')
        .orderBy('entity.is_default', 'desc')
        .orderBy('entity.name')
        .orderBy('entity.id')
        .limit(take)
        .execute(),
    count: async (max) => {
      const rows = await usable()
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
};
