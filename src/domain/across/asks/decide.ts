// A person's decision on what a key asked for: approved, it is done as if the person had done it.
import { toolError } from '../../../base/errors.ts';
import { describeApiKey, endKey } from '../../parties/access/keys.ts';
import { requireSeparateApprover } from '../../parties/access/separate-approver.ts';
import { findKey, type KeyRecord } from '../../parties/access/store.ts';
import type { OrganisationChange, Unlimited } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { correctDraft } from '../../filing/correct.ts';
import { discardDraft, editBy } from '../../filing/edit.ts';
import type { Member } from '../../ground/organisations/store.ts';
import { describeInTurns, describeInvoice } from '../../documents/invoices/describe.ts';
import { getInvoice } from '../../documents/invoices/search.ts';
import { takeBackRecorded } from '../../documents/payments/for-admin.ts';
import { describeTransaction } from '../../bank/reconciliation/describe.ts';
import { undoMatch } from '../../bank/reconciliation/undo.ts';
import { describeChanged } from '../webhooks/describe.ts';
import { deleteWebhook, requireWebhook, updateWebhook } from '../webhooks/endpoints.ts';
import type { WebhookParts } from '../webhooks/parts.ts';
import type { AskScope } from './ask.ts';
import { type Decision, decideRow } from '../../parties/key-requests/store.ts';
import { type Ask, findAsk, keepAnswer } from './store.ts';

type By = Pick<Member, 'id' | 'email'>;

/** What concerns the organisation's own records: webhooks and keys. */
export const approveForOrganisation = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  ask: Ask,
  by: By,
): Promise<Ask> => {
  const decided = await approve(ctx, ask, by);
  await keepAnswer(ctx.db, ask, await doForOrganisation(ctx, parts, ask));
  return decided;
};

/** What the tool answers, as it would have done at once. Where a person may read of it differs between instances. */
const doForOrganisation = async (
  ctx: OrganisationChange,
  parts: WebhookParts,
  { id, tool, subject, requested_by: key_id, ...ask }: Ask,
): Promise<object> => {
  if (tool === 'delete_webhook') {
    await deleteWebhook(ctx, subject);
    return { object: 'webhook', id: subject, webhook_id: subject, deleted: true };
  }
  if (tool === 'update_webhook') {
    const before = await requireWebhook(ctx, subject);
    const after = await updateWebhook(ctx, parts, subject, ask.arguments);
    return describeChanged(before, after, { key: { key_id }, pageUrl: () => null });
  }
  if (tool === 'revoke_api_key') return describeApiKey(await endAskedKey(ctx, subject), { key_id });
  throw new Error(`${id} is about a company`);
};

/** What concerns the books of a company. */
export const approveForCompany = async (ctx: Unlimited, ask: Ask, by: By): Promise<Ask> => {
  const decided = await approve(ctx, ask, by);
  await keepAnswer(ctx.db, ask, await doForCompany(ctx, ask));
  return decided;
};

const doForCompany = async (ctx: Unlimited, { id, tool, subject, ...ask }: Ask): Promise<object> => {
  const { entity } = ctx;
  if (tool === 'discard_invoice') {
    const described = describeInvoice(entity, await getInvoice(ctx, subject, 'invoice_id'), ctx);
    await discardDraft(ctx, subject);
    return described;
  }
  if (tool === 'update_invoice') {
    const { draft, changed } = await correctDraft(ctx, subject, editBy(entity, ask.arguments));
    return { ...(await describeInTurns(entity, draft, ctx)), changed };
  }
  if (tool === 'undo_bank_match') {
    await undoMatch(ctx, subject);
    return describeTransaction(ctx, subject);
  }
  if (tool === 'reverse_invoice_payment' || tool === 'reverse_bill_payment')
    return takeBackRecorded(ctx, subject, String(ask.arguments['reason']));
  throw new Error(`${id} is about the organisation`);
};

export const rejectAsk = (ctx: AskScope, ask: Ask, by: By, rejection: string): Promise<Ask> =>
  decide(ctx, ask, { status: 'rejected', decided_by: by.id, rejection });

/** Whoever asked takes it back; what is decided meanwhile stays. */
export const withdrawAsk = async (ctx: AskScope, organisation_id: string, id: string): Promise<void> => {
  const ask = await findAsk(ctx.db, organisation_id, id, ctx.now);
  if (ask?.status !== 'pending' || ctx.actor.type !== 'key' || ask.requested_by !== ctx.actor.id) return;
  await decide(ctx, ask, { status: 'withdrawn', decided_by: null, rejection: null });
};

const endAskedKey = async (ctx: OrganisationChange, id: string): Promise<KeyRecord> => {
  const key = await findKey(ctx.db, id, ctx.now);
  if (key === undefined) throw toolError('no_key', { key_id: id });
  return endKey(ctx, key);
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
