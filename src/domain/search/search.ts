// The search tool: one query over everything that the key may see.
import type { EntityId } from '../../../generated/ids.ts';
import type { Scope } from '../../../generated/scopes.ts';
import { SERVICE } from '../../../generated/service.ts';
import { type SearchHit, type SearchType, SearchTypeValues } from '../../../generated/types.ts';
import type { OrganisationScope } from '../change/scope.ts';
import { activeEntityIds } from '../entities/store.ts';
import { type Found, lookup } from '../search-index/lookup.ts';
import type { SearchSpace } from '../search-index/store/postings.ts';
import { SOURCES } from './sources.ts';
import type { HitFacts } from './store.ts';

export interface SearchRequest {
  readonly query: string;
  readonly types: readonly SearchType[] | undefined;
  /** The one entity of a bound key; null for a key of the whole organisation. */
  readonly bound: EntityId | null;
  readonly mayRead: (scope: Scope) => boolean;
}

export interface SearchHits {
  readonly hits: readonly SearchHit[];
  readonly has_more: boolean;
}

/** Records of the organisation rather than of an entity; keys bound to an entity do not see them. */
const ORGANISATION_TYPES: ReadonlySet<SearchType> = new Set(['clients', 'team_members']);

const READ_SCOPES: Readonly<Partial<Record<SearchType, Scope>>> = SERVICE.search_read_scopes;

export const searchRecords = async (ctx: OrganisationScope, request: SearchRequest): Promise<SearchHits> => {
  const space = await chooseSpace(ctx, request);
  const limit = SERVICE.limits.search_hits;
  if (space.types !== null && space.types.length === 0) return { hits: [], has_more: false };
  const found = await lookup(ctx.db, { ...space, query: request.query, limit: limit + 1 });
  const facts = await readFacts(ctx, space, found.slice(0, limit));
  const hits = found.slice(0, limit).flatMap((record) => {
    const known = facts.get(record.record_id);
    return known === undefined ? [] : [toHit(ctx, request, record, known)];
  });
  return { hits, has_more: found.length > limit };
};

const chooseSpace = async (ctx: OrganisationScope, { bound, types }: SearchRequest): Promise<SearchSpace> => {
  const wanted = types ?? null;
  if (bound !== null) {
    const allowed = (wanted ?? SearchTypeValues).filter((type) => !ORGANISATION_TYPES.has(type));
    return { tenants: [bound], types: allowed };
  }
  const entities = await activeEntityIds(ctx.db, ctx.organisation_id);
  return { tenants: [ctx.organisation_id, ...entities], types: wanted };
};

const readFacts = async (
  { db, now }: OrganisationScope,
  { tenants }: SearchSpace,
  found: readonly Found[],
): Promise<ReadonlyMap<string, HitFacts>> => {
  const facts = new Map<string, HitFacts>();
  for (const type of new Set(found.map((record) => record.type))) {
    const ids = found.filter((record) => record.type === type).map(({ record_id }) => record_id);
    for (const [id, known] of await SOURCES[type]({ db, tenants, ids, now })) facts.set(id, known);
  }
  return facts;
};

const toHit = (ctx: OrganisationScope, request: SearchRequest, found: Found, facts: HitFacts): SearchHit => {
  const scope = READ_SCOPES[found.type];
  const isOpen = scope === undefined || request.mayRead(scope);
  return {
    type: found.type,
    id: found.record_id,
    label: found.label,
    sublabel: facts.sublabel,
    status: isOpen ? facts.status : null,
    amount: isOpen ? facts.amount : null,
    currency: facts.currency,
    date: facts.date,
    entity_id: found.entity_id === ctx.organisation_id ? null : (found.entity_id as EntityId),
    score: Math.round(found.score * 1_000) / 1_000,
  };
};
