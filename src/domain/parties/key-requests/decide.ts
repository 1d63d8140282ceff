// A person's decision on a request for a key. The secret goes to who approves, and nowhere else.
import { toolError } from '../../../base/errors.ts';
import type { Scope } from '../../../../generated/scopes.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { type CreatedKey, issueKey } from '../access/keys.ts';
import { parseToolsets } from '../access/scope-list.ts';
import { requireSeparateApprover } from '../access/separate-approver.ts';
import { findKey } from '../access/store.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { findEntity } from '../../ground/entities/store.ts';
import type { Member } from '../../ground/organisations/store.ts';
import { type Decision, decideRow, findRequest, type KeyRequest, noteKey } from './store.ts';

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
  await requireSeparateApprover(db, { organisation_id, requested_by }, by, now);
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

/** Whoever asked takes it back; what is decided meanwhile stays. */
export const withdrawKeyRequest = async (ctx: OrganisationChange, id: string): Promise<void> => {
  const { db, organisation_id, now, actor } = ctx;
  const before = await findRequest(db, organisation_id, id, now);
  if (before?.status !== 'pending' || actor.type !== 'key' || before.requested_by !== actor.id) return;
  await decide(ctx, before, { status: 'withdrawn', decided_by: null, rejection: null });
  await recordDecision(ctx, before, 'api_key_request.withdrawn');
};

const pending = async (ctx: OrganisationChange, id: string): Promise<KeyRequest> => {
  const request = await findRequest(ctx.db, ctx.organisation_id, id, ctx.now);
  if (request === undefined) throw toolError('no_key_request', { request_id: id });
  const { status, expires_at } = request;
  if (status === 'pending') return request;
  throw status === 'expired'
    ? toolError('request_expired', { request_id: id, expired_on: expires_at.slice(0, 10) })
    : toolError('request_decided', { request_id: id, status });
};

const decide = async (ctx: OrganisationChange, { id }: KeyRequest, decision: Decision): Promise<void> => {
  if (await decideRow(ctx.db, 'api_key_request', id, decision, ctx.now)) return;
  throw toolError('request_decided_just_now', { request_id: id });
};

/** What asked must still stand, or a revoked key would live on in the one it asked for. */
const requireStillOwn = async (
  { db, organisation_id, now }: OrganisationChange,
  { id, requested_by, entity_id, key_expires_at }: KeyRequest,
): Promise<void> => {
  const about = { request_id: id };
  const key = await findKey(db, requested_by, now);
  if (key?.status !== 'active') throw toolError('key_request_asker_gone', about);
  if (new Date(key_expires_at) <= now) throw toolError('key_request_too_late', about);
  if (entity_id === null) return;
  const entity = await findEntity(db, organisation_id, entity_id);
  if (entity?.active !== true) throw toolError('key_request_company_inactive', about);
};

const recordDecision = async (
  ctx: OrganisationChange,
  before: KeyRequest,
  event: `api_key_request.${Decision['status']}`,
): Promise<KeyRequest> => {
  const after = await findRequest(ctx.db, ctx.organisation_id, before.id, ctx.now);
  if (after === undefined) throw new Error(`the request ${before.id} is gone`);
  ctx.record({ event, record_type: 'api_key_request', record_id: before.id, before, after });
  return after;
};
