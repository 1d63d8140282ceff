// A person's decision on a request. Any administrator of the organisation may decide; a key never can.
import { pause } from '../../../base/load/turns.ts';
import { enqueue } from '../store/outbox.ts';
import { getAdministrator } from '../../ground/organisations/members.ts';
import { requireSeparateApprover } from '../../parties/access/separate-approver.ts';
import type { Member } from '../../ground/organisations/store.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import type { FiledCustomer } from '../../documents/shared/filing.ts';
import { toolError, type ToolError } from '../../../base/errors.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import { lockFilable } from '../filable.ts';
import { cancelStale, expireIfLapsed, rejectRequest } from './end.ts';
import { isOutdated, renew } from './renew.ts';
import { changedPaths, takeSnapshot } from './snapshot.ts';
import { type Approval, decideApproval, findApproval } from '../store/approvals.ts';
import { approvalOnDocument } from './describe.ts';

/** The member; refuses anybody but an administrator. */
export const administrator = (db: Reader, entity: Entity, email: string): Promise<Member> =>
  getAdministrator(db, entity.organisation_id, email);

/**
 * The outcome of a decision. A refusal is not an exception, because its cause (an expired or outdated request) must be
 * stored; the caller reports it after the commit.
 */
export type Decided =
  | { readonly approval: Approval; readonly refusal: null }
  | { readonly approval: Approval; readonly refusal: ToolError };

/** So many of what has changed are named. */
const SHOWN = 5;

/** Approves the filing, if it is still what was shown. Idempotent: an approved request is filed once. */
export const approveRequest = async (
  ctx: WriteScope,
  id: string,
  by: Member,
  shownHash?: string,
): Promise<Decided> => {
  const { document, approval } = await current(ctx, id);
  if (approval.status === 'approved') return { approval, refusal: null };
  if (approval.status !== 'pending' || document === undefined) return refused(approval);
  const { organisation_id } = ctx.entity;
  const asked = { organisation_id, requested_by: approval.requested_by };
  await requireSeparateApprover(ctx.db, asked, by, ctx.now);
  await pause();
  const { snapshot, hash } = takeSnapshot(document);
  await pause();
  if (isOutdated(approval)) {
    const renewed = await renew(ctx, document, approval);
    // Who was shown the whole of it after the upgrade has looked at it already.
    return shownHash === hash
      ? { approval: await grantRequest(ctx, document, renewed, by.id), refusal: null }
      : { approval: renewed, refusal: toolError('approval_renewed', { request_id: id }) };
  }
  if (hash !== approval.snapshot_hash) {
    const changed = changedPaths(approval.document, snapshot);
    const stale = await cancelStale(ctx, document, approval, changed);
    return {
      approval: stale.approval,
      refusal: toolError('approval_outdated', { request_id: id, changed: changed.slice(0, SHOWN) }),
    };
  }
  if (shownHash !== undefined && shownHash !== hash)
    throw toolError(approval.renewed_at === null ? 'approval_not_as_shown' : 'approval_renewed', {
      request_id: id,
    });
  return { approval: await grantRequest(ctx, document, approval, by.id), refusal: null };
};

/** Approves a pending request whose document is locked, in the name of this administrator. */
export const grantRequest = async (
  ctx: WriteScope,
  document: Filable,
  pending: Approval,
  by: string,
): Promise<Approval> => {
  const decision = { status: 'approved', decided_by: by, reason: null } as const;
  const approval = await decideApproval(ctx, pending, decision, ctx.now);
  const after = await document.write(ctx, {
    filing_status: 'pending',
    filing: { approval: approvalOnDocument(approval), last_error: null, sent_to: customerOf(document) },
  });
  const by_mail = document.delivery()?.channel === 'email';
  await enqueue(ctx, { kind: 'file', document_id: document.id, approval_id: approval.id, by_mail });
  await closeTask(ctx, approval.task_id, 'completed');
  ctx.record({
    event: document.kind.event('approved'),
    record_type: document.kind.record_type,
    record_id: document.id,
    before: document.state(),
    after: { ...after.state(), approval_request_id: approval.id },
  });
  return approval;
};

/** To whom PDF and mail go from now on, whatever the counterparty says later. */
const customerOf = (document: Filable): FiledCustomer => {
  const { name, country_code, tax_id, postal_code, email = null, details } = document.document().buyer;
  return { name, country_code, tax_id, postal_code, email, details };
};

/** Refuses the filing: the draft becomes editable again and carries the reason. */
export const refuseRequest = async (
  ctx: WriteScope,
  id: string,
  by: Member,
  reason: string,
): Promise<Decided> => {
  const { document, approval } = await current(ctx, id);
  if (approval.status !== 'pending' || document === undefined) return refused(approval);
  const ended = await rejectRequest(ctx, document, approval, { by: by.id, reason });
  return { approval: ended.approval, refusal: null };
};

/** Loads the request with its document locked, ending it first if it has expired. */
const current = async (
  ctx: WriteScope,
  id: string,
): Promise<{ readonly document: Filable | undefined; readonly approval: Approval }> => {
  const seen = await findApproval(ctx, id);
  if (seen === undefined) throw toolError('no_approval_request', { request_id: id });
  const document = await lockFilable(ctx, seen.document_id);
  const approval = (await findApproval(ctx, id)) ?? seen;
  return document === undefined ? { document, approval } : expireIfLapsed(ctx, document, approval);
};

const refused = (approval: Approval): Decided => {
  const { id: request_id, status, expires_at, reason } = approval;
  const about = { request_id };
  const refusals: Readonly<Record<Approval['status'], () => ToolError>> = {
    pending: () => toolError('approval_document_discarded', about),
    approved: () => toolError('approval_given', about),
    rejected: () => toolError('approval_rejected_for', { ...about, reason: reason ?? '–' }),
    expired: () =>
      toolError('approval_expired', { ...about, expired_on: expires_at.toISOString().slice(0, 10) }),
    cancelled: () => toolError('approval_cancelled', about),
  };
  return { approval, refusal: refusals[status]() };
};
