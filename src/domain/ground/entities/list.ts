// Pages of the entities that a key may use.
import type { ToolName } from '../../../../generated/dispatch.ts';
import type { EntityId } from '../../../../generated/ids.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Page, readPage } from '../lists/page.ts';
import type { OrderColumn } from '../lists/store.ts';
import type { OrganisationScope } from '../change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { countUsable, usableEntities } from './store.ts';

/** The main entity first, then by name. */
const ORDER: readonly OrderColumn<Entity>[] = [
  {
    column: 'entity.is_default',
    direction: 'descending',
    type: 'number',
    value: (row) => (row.is_default ? 1 : 0),
  },
  { column: 'entity.name', direction: 'ascending', type: 'text', value: (row) => row.name },
  { column: 'entity.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

export interface EntityListFilters {
  /** The entity that the key is bound to; null for all entities of the organisation. */
  readonly bound: EntityId | null;
  /** The tool whose list it is; its cursors fit no other. */
  readonly tool?: ToolName;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const pageOfEntities = (
  ctx: OrganisationScope & Raises<'invalid_cursor'>,
  { bound, tool = 'list_entities', limit, cursor }: EntityListFilters,
): Promise<Page<Entity>> =>
  readPage(ctx, {
    tool,
    tenant: bound ?? ctx.organisation_id,
    filters: {},
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) => usableEntities(ctx, bound, after, take),
    count: (max) => countUsable(ctx, bound, max),
  });
