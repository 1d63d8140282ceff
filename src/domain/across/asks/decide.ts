// A person's decision on what a key asked for: approved, it is done as if the person had done it.
import { toolError } from '../../../base/errors.ts';
import { endKey } from '../../parties/access/keys.ts';
import { requireSeparateApprover } from '../../parties/access/separate-approver.ts';
import { findKey } from '../../parties/access/store.ts';
import type { OrganisationChange, Unlimited } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { correctDraft } from '../../filing/correct.ts';
import { discardDraft, editBy } from '../../filing/edit.ts';
import type { Member } from '../../ground/organisations/store.ts';
import { takeBackRecorded } from '../../documents/payments/for-admin.ts';
import { undoMatch } from '../../bank/reconciliation/undo.ts';
import { deleteWebhook, updateWebhook } from '../webhooks/endpoints.ts';
import type { WebhookParts } from '../webhooks/parts.ts';
import type { AskScope } from './ask.ts';
import { type Decision, decideRow } from '../../parties/key-requests/store.ts';
import { type Ask, findAsk } from './store.ts';

type By = Pick<Member, 'id' | 'email'>;

/** What concerns the organisation's own records: webhooks and keys. */
export const approveForOrganisation = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  ask: Ask,
  by: By,
): Promise<Ask> => {
  const decided = await approve(ctx, ask, by);
  const { tool, subject } = ask;
  if (tool === 'delete_webhook') await deleteWebhook(ctx, subject);
  else if (tool === 'update_webhook') await updateWebhook(ctx, parts, subject, ask.arguments);
  else if (tool === 'revoke_api_key') await endAskedKey(ctx, subject);
  else throw new Error(`${ask.id} is about a company`);
  return decided;
};

/** What concerns the books of a company. */
export const approveForCompany = async (ctx: Unlimited, ask: Ask, by: By): Promise<Ask> => {
  const decided = await approve(ctx, ask, by);
  const { tool, subject } = ask;
  if (tool === 'discard_invoice') await discardDraft(ctx, subject);
  else if (tool === 'update_invoice') await correctDraft(ctx, subject, editBy(ctx.entity, ask.arguments));
  else if (tool === 'undo_bank_match') await undoMatch(ctx, subject);
  else if (tool === 'reverse_invoice_payment' || tool === 'reverse_bill_payment')
    await takeBackRecorded(ctx, subject, String(ask.arguments['reason']));
  else throw new Error(`${ask.id} is about the organisation`);
  return decided;
};

export const rejectAsk = (ctx: AskScope, ask: Ask, by: By, rejection: string): Promise<Ask> =>
  decide(ctx, ask, { status: 'rejected', decided_by: by.id, rejection });

const endAskedKey = async (ctx: OrganisationChange, id: string): Promise<void> => {
  const key = await findKey(ctx.db, id, ctx.now);
  if (key === undefined) throw toolError('no_key', { key_id: id });
  await endKey(ctx, key);
};

const approve = async (ctx: AskScope | WriteScope, ask: Ask, by: By): Promise<Ask> => {
  const { organisation_id, requested_by } = ask;
  const asked = {
    organisation_id,
    requested_by: { type: 'key', id: requested_by } as const,
  };
  await requireSeparateApprover(ctx.db, asked, by, ctx.now);
  return decide(ctx, ask, { status: 'approved', decided_by: by.id, rejection: null });
};

const decide = async (ctx: AskScope, before: Ask, decision: Decision): Promise<Ask> => {
  const { id, status, expires_at } = before;
  if (status === 'expired')
    throw toolError('request_expired', { request_id: id, expired_on: expires_at.slice(0, 10) });
  if (status !== 'pending') throw toolError('request_decided', { request_id: id, status });
  if (!(await decideRow(ctx.db, 'change_request', id, { ...decision, open_key: null }, ctx.now)))
    throw toolError('request_decided_just_now', { request_id: id });
  const after = await findAsk(ctx.db, before.organisation_id, id, ctx.now);
  if (after === undefined) throw new Error(`the request ${id} is gone`);
  ctx.record({
    event: `change_request.${decision.status}`,
    record_type: 'change_request',
    record_id: id,
    before,
    after,
  });
  return after;
};
