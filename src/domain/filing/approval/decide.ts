// A person's decision on a request. Any administrator of the organisation may decide; a key never can.
import { enqueue } from '../store/outbox.ts';
import { getAdministrator } from '../../ground/organisations/members.ts';
import { requireSeparateApprover } from '../../parties/access/separate-approver.ts';
import type { Member } from '../../ground/organisations/store.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import type { FiledCustomer } from '../../documents/shared/filing.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import { kindOf, lockFilable } from '../filable.ts';
import { cancelStale, expireIfLapsed, rejectRequest } from './end.ts';
import { isOutdated, renew, RENEWED } from './renew.ts';
import { changedPaths, takeSnapshot } from './snapshot.ts';
import { type Approval, decideApproval, findApproval } from '../store/approvals.ts';
import { approvalOnDocument } from './describe.ts';

/** The member; refuses anybody but an administrator. */
export const administrator = (db: Reader, entity: Entity, email: string): Promise<Member> =>
  getAdministrator(db, entity.organisation_id, email, 'decide on filings');

/**
 * The outcome of a decision. A refusal is not an exception, because its cause (an expired or outdated request) must be
 * stored; the caller reports it after the commit.
 */
export type Decided =
  | { readonly approval: Approval; readonly refusal: null }
  | { readonly approval: Approval; readonly refusal: string };

/** Approves the filing, if it is still what was shown. Idempotent: an approved request is filed once. */
export const approveRequest = async (
  ctx: WriteScope,
  id: string,
  by: Member,
  shownHash?: string,
): Promise<Decided> => {
  const { document, approval } = await current(ctx, id);
  if (approval.status === 'approved') return { approval, refusal: null };
  if (approval.status !== 'pending' || document === undefined) return refused(approval, 'approved');
  const { organisation_id } = ctx.entity;
  const asked = { organisation_id, requested_by: approval.requested_by, what: 'this filing' };
  await requireSeparateApprover(ctx.db, asked, by, ctx.now);
  const { snapshot, hash } = takeSnapshot(document);
  if (isOutdated(approval)) {
    const renewed = await renew(ctx, document, approval);
    // Who was shown the whole of it after the upgrade has looked at it already.
    return shownHash === hash
      ? { approval: await grantRequest(ctx, document, renewed, by.id), refusal: null }
      : { approval: renewed, refusal: `The request ${id} still waits. ${RENEWED}` };
  }
  if (hash !== approval.snapshot_hash) {
    const changed = changedPaths(approval.document, snapshot);
    const stale = await cancelStale(ctx, document, approval, changed);
    return {
      approval: stale.approval,
      refusal: `The request ${id} is cancelled. ${stale.approval.reason ?? ''} The ${document.kind.noun} can be submitted again.`,
    };
  }
  if (shownHash !== undefined && shownHash !== hash)
    throw new Refusal(
      'wrong_state',
      approval.renewed_at === null
        ? `The ${document.kind.noun} is not what was shown any more, so the request ${id} still waits. Look at it as it is now, then approve it.`
        : `The request ${id} still waits. ${RENEWED}`,
    );
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
  if (approval.status !== 'pending' || document === undefined) return refused(approval, 'rejected');
  const ended = await rejectRequest(ctx, document, approval, { by: by.id, reason });
  return { approval: ended.approval, refusal: null };
};

/** Loads the request with its document locked, ending it first if it has expired. */
const current = async (
  ctx: WriteScope,
  id: string,
): Promise<{ readonly document: Filable | undefined; readonly approval: Approval }> => {
  const seen = await findApproval(ctx, id);
  if (seen === undefined) throw new Refusal('not_found', `There is no approval request ${id}.`);
  const document = await lockFilable(ctx, seen.document_id);
  const approval = (await findApproval(ctx, id)) ?? seen;
  return document === undefined ? { document, approval } : expireIfLapsed(ctx, document, approval);
};

const refused = (approval: Approval, wanted: 'approved' | 'rejected'): Decided => {
  const { id, status, expires_at, reason, document_id } = approval;
  const noun = kindOf(document_id)?.noun ?? 'document';
  const why: Readonly<Record<Approval['status'], string>> = {
    pending: `Its ${noun} was discarded`,
    approved: `It was approved already`,
    rejected: `It was rejected already${reason === null ? '' : ` (${reason})`}`,
    expired: `It ran out on ${expires_at.toISOString().slice(0, 10)}; the ${noun} can be submitted again`,
    cancelled: `It was cancelled${reason === null ? '' : ` (${reason.replace(/\.$/, '')})`}; the ${noun} can be submitted again`,
  };
  return { approval, refusal: `The request ${id} cannot be ${wanted}. ${why[status]}.` };
};
