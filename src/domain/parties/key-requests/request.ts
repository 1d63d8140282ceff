// A key asks for another key, with nothing that it does not have itself. A person decides.
import type { EntityId } from '../../../../generated/ids.ts';
import { SCOPES, type Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { TOOLSET_NAMES } from '../../../../generated/toolsets.ts';
import type { Raises } from '../../../base/raises.ts';
import { addDays, asDay, dayIn, type IsoDay, DAY_MS } from '../../../base/time/day.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Identity, mayUse } from '../access/identity.ts';
import { requireRoom } from '../access/open-limit.ts';
import { findKey } from '../access/store.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { findEntity } from '../../ground/entities/store.ts';
import { countOpen, findRequest, insertRequest, type StoredRequest } from './store.ts';

export interface WantedKey {
  readonly name: string;
  readonly reason: string;
  readonly scopes: readonly string[];
  readonly toolsets?: readonly string[] | null | undefined;
  readonly entity_id?: EntityId | null | undefined;
  /** The last day, which ends in UTC. */
  readonly expires_on?: string | null | undefined;
}

type Asking = OrganisationChange &
  Raises<'too_many_open' | 'key_beyond_own' | 'key_expiry_not_allowed' | 'entity_not_found'>;

export const requestKey = async (ctx: Asking, key: Identity, wanted: WantedKey): Promise<StoredRequest> => {
  const { db, organisation_id, now } = ctx;
  const scopes = [...new Set(wanted.scopes)].sort();
  const toolsets = [...new Set(wanted.toolsets ?? [])].sort();
  requireOwn(ctx, key, scopes, toolsets);
  const entity_id = wanted.entity_id ?? null;
  if (entity_id !== null && (await findEntity(db, organisation_id, entity_id))?.active !== true)
    throw ctx.error('entity_not_found', { path: 'entity_id', received: entity_id, bound_entity: null });
  await requireRoom(ctx, key.key_id, 'key_requests', 'name', () =>
    countOpen(db, 'api_key_request', { organisation_id, key: key.key_id }, now),
  );
  const id = newId('ApiKeyRequestId');
  await insertRequest(db, {
    id,
    organisation_id,
    requested_by: key.key_id,
    name: wanted.name,
    reason: wanted.reason,
    entity_id,
    scopes: JSON.stringify(scopes),
    toolsets: JSON.stringify(toolsets),
    key_expires_at: toInstant(await endOf(ctx, key, wanted.expires_on ?? null)),
    status: 'pending',
    requested_at: toInstant(now),
    expires_at: toInstant(new Date(now.getTime() + SERVICE.windows.approval_expiry_days * DAY_MS)),
    decided_by: null,
    decided_at: null,
    rejection: null,
    api_key_id: null,
  });
  const request = await findRequest(db, organisation_id, id, now);
  if (request === undefined) throw new Error(`the request ${id} is gone`);
  ctx.record({
    event: 'api_key_request.created',
    record_type: 'api_key_request',
    record_id: id,
    before: null,
    after: request,
  });
  return request;
};

const requireOwn = (
  ctx: Raises<'key_beyond_own'>,
  key: Identity,
  scopes: readonly string[],
  toolsets: readonly string[],
): void => {
  const own = (Object.keys(SCOPES) as Scope[]).filter((scope) => mayUse(key, scope));
  const sets = TOOLSET_NAMES.filter((set) => key.toolsets.has(set));
  const check = (path: string, asked: readonly string[], allowed: readonly string[]): void => {
    const beyond = asked.filter((word) => !allowed.includes(word));
    if (beyond.length > 0) throw ctx.error('key_beyond_own', { path, beyond, allowed: [...allowed] });
  };
  check('scopes', scopes, own);
  check('toolsets', toolsets, sets);
};

/** The moment at which the new key ends: never after the key that asks for it. */
const endOf = async (ctx: Asking, key: Identity, last: string | null): Promise<Date> => {
  const own = (await findKey(ctx.db, key.key_id, ctx.now))?.expires_at ?? null;
  const today = dayIn('UTC', ctx.now);
  const endOfDay = (day: IsoDay): Date => new Date(`${addDays(day, 1)}T00:00:00Z`);
  const usual = addDays(today, SERVICE.windows.key_days);
  const ownDay = own === null ? null : dayIn('UTC', new Date(own));
  const latest = ownDay !== null && ownDay < usual ? ownDay : usual;
  if (last !== null && (last < today || last > latest))
    throw ctx.error('key_expiry_not_allowed', {
      path: 'expires_on',
      received: last,
      earliest: today,
      latest,
    });
  const end = endOfDay(last === null ? latest : asDay(last));
  return own !== null && new Date(own) < end ? new Date(own) : end;
};
