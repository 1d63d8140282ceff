// The search tool: one query over everything that the key may see.
import type { EntityId } from '../../../../generated/ids.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { type SearchHit, type SearchType, SearchTypeValues } from '../../../../generated/types.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { activeEntityIds } from '../../ground/entities/store.ts';
import { type Found, lookup, lookupTold } from '../../ground/search-index/lookup.ts';
import type { SearchSpace } from '../../ground/search-index/store/postings.ts';
import {
  type HitFacts,
  type ReadFacts,
  billFacts,
  counterpartyFacts,
  creditNoteFacts,
  entityFacts,
  invoiceFacts,
  memberFacts,
  newestDocuments,
  paymentFacts,
  referenceFacts,
  taskFacts,
} from './store.ts';

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
  const { found, isCut } = await findWithDocuments(ctx, space, request.query, limit + 1);
  const facts = await readFacts(ctx, space, found.slice(0, limit));
  const hits = found.slice(0, limit).flatMap((record) => {
    const known = facts.get(record.record_id);
    return known === undefined ? [] : [toHit(ctx, request, record, known)];
  });
  return { hits, has_more: isCut || found.length > limit };
};

/** A little worse than what was found itself. */
const OF_FOUND = 0.9;

const DOCUMENTS = ['invoices', 'bills'] as const;

/** A counterparty named by its tax id brings its newest documents, which do not have that number themselves. */
const findWithDocuments = async (
  { db }: OrganisationScope,
  space: SearchSpace,
  query: string,
  limit: number,
): Promise<{ readonly found: readonly Found[]; readonly isCut: boolean }> => {
  const told = await lookupTold(db, { ...space, query, limit });
  const { found, isCut } = told;
  const wanted = DOCUMENTS.filter((type) => space.types === null || space.types.includes(type));
  if (wanted.length === 0 || !/\p{N}/u.test(query)) return told;
  const isSearched = space.types === null || space.types.includes('counterparties');
  const owners = isSearched
    ? found
    : await lookup(db, { tenants: space.tenants, types: ['counterparties'], query, limit: 2 });
  const [owner, ...others] = owners.filter(({ type, score }) => type === 'counterparties' && score === 1);
  if (owner === undefined || others.length > 0) return told;
  const documents = await newestDocuments(db, owner, wanted, limit);
  const known = new Set(found.map(({ record_id }) => record_id));
  const added = documents
    .filter(({ record_id }) => !known.has(record_id))
    .map((record) => ({ ...record, score: OF_FOUND }));
  return { found: [...found, ...added].slice(0, limit), isCut };
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

export const SOURCES: Readonly<Record<SearchType, ReadFacts>> = {
  invoices: invoiceFacts,
  counterparties: counterpartyFacts,
  entities: entityFacts,
  clients: referenceFacts,
  team_members: memberFacts,
  invoice_payments: paymentFacts,
  invoice_credit_notes: creditNoteFacts,
  invoicing_arrangements: referenceFacts,
  bills: billFacts,
  bill_payments: paymentFacts,
  bill_credit_notes: creditNoteFacts,
  products: referenceFacts,
  ledger_accounts: referenceFacts,
  tasks: taskFacts,
  bill_tickets: referenceFacts,
};
