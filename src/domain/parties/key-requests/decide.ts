// A person's decision on a request for a key. The secret goes to who approves, and nowhere else.
import type { Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { Refusal } from '../../../base/refusal.ts';
import { type CreatedKey, issueKey } from '../access/keys.ts';
import { parseToolsets } from '../access/scope-list.ts';
import { requireSeparateApprover } from '../access/separate-approver.ts';
import { findKey } from '../access/store.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { findEntity } from '../../ground/entities/store.ts';
import type { Member } from '../../ground/organisations/store.ts';
import { decideRequest, findRequest, type KeyRequest, noteKey } from './store.ts';

type Person = Pick<Member, 'id' | 'email'>;

export interface ApprovedKey extends CreatedKey {
  readonly request: KeyRequest;
}

export const approveKeyRequest = async (
  ctx: OrganisationChange,
  id: string,
  by: Person,
): Promise<ApprovedKey> => {
  const { db, organisation_id, now } = ctx;
  const before = await pending(ctx, id);
  const requested_by = { type: 'key', id: before.requested_by } as const;
  await requireSeparateApprover(db, { organisation_id, requested_by, what: 'this key' }, by, now);
  await requireStillOwn(ctx, before);
  await decide(ctx, before, { status: 'approved', decided_by: by.id, rejection: null });
  const created = await issueKey(ctx, {
    entity_id: before.entity_id,
    type: SERVICE.keys.mcp_type,
    name: before.name,
    scopes: before.scopes as Scope[],
    toolsets: parseToolsets(before.toolsets.join(',')),
    expires_at: new Date(before.key_expires_at),
  });
  await noteKey(db, id, created.id);
  return { ...created, request: await recordDecision(ctx, before, 'api_key_request.approved') };
};

export const rejectKeyRequest = async (
  ctx: OrganisationChange,
  id: string,
  by: Person,
  reason: string,
): Promise<KeyRequest> => {
  const before = await pending(ctx, id);
  await decide(ctx, before, { status: 'rejected', decided_by: by.id, rejection: reason });
  return recordDecision(ctx, before, 'api_key_request.rejected');
};

const pending = async (ctx: OrganisationChange, id: string): Promise<KeyRequest> => {
  const request = await findRequest(ctx.db, ctx.organisation_id, id, ctx.now);
  if (request === undefined) throw new Refusal('not_found', `There is no request ${id} for an API key.`);
  const { status, expires_at } = request;
  if (status === 'pending') return request;
  const why =
    status === 'expired'
      ? `It ran out on ${expires_at.slice(0, 10)}; the agent can ask again`
      : `It was ${status} already`;
  throw new Refusal('wrong_state', `The request ${id} cannot be decided. ${why}.`);
};

const decide = async (
  ctx: OrganisationChange,
  { id }: KeyRequest,
  decision: Parameters<typeof decideRequest>[2],
): Promise<void> => {
  if (await decideRequest(ctx.db, id, decision, ctx.now)) return;
  throw new Refusal('wrong_state', `The request ${id} cannot be decided. Somebody else decided it just now.`);
};

/** What asked must still stand, or a revoked key would live on in the one it asked for. */
const requireStillOwn = async (
  { db, organisation_id, now }: OrganisationChange,
  { id, requested_by, entity_id, key_expires_at }: KeyRequest,
): Promise<void> => {
  const refuse = (why: string): Refusal =>
    new Refusal('wrong_state', `The request ${id} cannot be approved. ${why}; reject it.`);
  const key = await findKey(db, requested_by, now);
  if (key?.status !== 'active') throw refuse(`The key that asked is ${key?.status ?? 'gone'}`);
  if (new Date(key_expires_at) <= now) throw refuse('The key would have ended by now');
  if (entity_id === null) return;
  const entity = await findEntity(db, organisation_id, entity_id);
  if (entity?.active !== true) throw refuse('The company is not active any more');
};

const recordDecision = async (
  ctx: OrganisationChange,
  before: KeyRequest,
  event: 'api_key_request.approved' | 'api_key_request.rejected',
): Promise<KeyRequest> => {
  const after = await findRequest(ctx.db, ctx.organisation_id, before.id, ctx.now);
  if (after === undefined) throw new Error(`the request ${before.id} is gone`);
  ctx.record({ event, record_type: 'api_key_request', record_id: before.id, before, after });
  return after;
};
