// Which entity a call acts on: the key's own, or the one that the call names.
import { SERVICE } from '../../generated/service.ts';
import type { EntityId } from '../../generated/ids.ts';
import type { Database } from '../db/database.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import type { Entity } from '../base/entity.ts';
import { countEntities, findEntity, listEntities } from '../domain/ground/entities/store.ts';
import { type ToolError, toolError } from '../base/errors.ts';

const MAX_CACHED = 10_000;

interface Cached {
  readonly entity: Entity;
  readonly until: number;
}

export interface EntityStep {
  /** The entity of this call; raises `entity_required` or `entity_not_found`. */
  resolve(identity: Identity, asked: string | undefined): Promise<Entity>;
}

const toCandidate = ({
  id,
  name,
  country_code,
}: Entity): { entity_id: EntityId; name: string; country_code: string } => ({
  entity_id: id,
  name,
  country_code,
});

/** Entities hardly ever change, so they are cached, for as long as keys are. */
export const createEntityStep = (database: Database): EntityStep => {
  const cache = new Map<string, Cached>();

  const load = async (identity: Identity, id: string): Promise<Entity | undefined> => {
    const now = Date.now();
    const known = cache.get(id);
    if (known !== undefined && known.until > now) {
      return known.entity.organisation_id === identity.organisation_id ? known.entity : undefined;
    }
    const entity = await findEntity(database.reader, identity.organisation_id, id);
    if (entity === undefined) return undefined;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(id, { entity, until: now + SERVICE.windows.key_cache_ms });
    return entity;
  };

  const entityRequired = async ({ organisation_id }: Identity): Promise<ToolError> => {
    const listed = await listEntities(database.reader, organisation_id, SERVICE.limits.max_entity_candidates);
    const candidate_count = await countEntities(database.reader, organisation_id);
    return toolError('entity_required', {
      path: 'entity_id',
      candidates: listed.map(toCandidate),
      candidate_count,
    });
  };

  const entityNotFound = async (identity: Identity, received: string): Promise<ToolError> => {
    const bound = identity.entity_id === null ? undefined : await load(identity, identity.entity_id);
    const bound_entity = bound === undefined ? null : toCandidate(bound);
    return toolError('entity_not_found', { path: 'entity_id', received, bound_entity });
  };

  return {
    async resolve(identity, asked) {
      const id = asked ?? identity.entity_id;
      if (id === null) throw await entityRequired(identity);
      // A key bound to one entity sees no other: the answer is the same as for an unknown id.
      const foreign = identity.entity_id !== null && id !== identity.entity_id;
      const entity = foreign ? undefined : await load(identity, id);
      if (entity === undefined) throw await entityNotFound(identity, id);
      return entity;
    },
  };
};
