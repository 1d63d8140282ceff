// The requests of tools that wait for a person, whatever they are about: what became of one, and what its tool would answer
// now. Only reads: nothing here decides.
import type { AskingTool } from '../../../../generated/dispatch.ts';
import { ID_PREFIXES, type InvoiceCreditNoteId } from '../../../../generated/ids.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { RequestStatus } from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Reader } from '../../../db/database.ts';
import { findOwnerId } from '../../../db/owner.ts';
import { approvedRequest, describeRequest, isLapsed } from '../../filing/approval/describe.ts';
import { describeCancellation } from '../../filing/cancellation/request.ts';
import { kindOf, loadFilable } from '../../filing/filable.ts';
import { type Approval, findApproval } from '../../filing/store/approvals.ts';
import { findCancellation } from '../../filing/store/cancellations.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import { activeEntityIds, findEntity } from '../../ground/entities/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Identity } from '../../parties/access/identity.ts';
import { describeKeyRequest } from '../../parties/key-requests/describe.ts';
import { findRequest } from '../../parties/key-requests/store.ts';
import { findAnswer, findAsk } from '../asks/store.ts';

export interface PersonRequest {
  readonly id: string;
  readonly tool: AskingTool;
  /** Undefined for one about the organisation. */
  readonly entity: Entity | undefined;
  /** `filing`: approved, and not filed yet; `failed`: approved, and nothing was filed. */
  readonly status: 'pending' | 'filing' | 'approved' | 'failed' | 'rejected' | 'expired' | 'cancelled';
  readonly requested_at: string;
  readonly changed_at: string;
  readonly expires_at: string;
  /** Why it ended as it did. */
  readonly reason: string | null;
  /** Where a person decides; null without pages. */
  readonly review_url: string | null;
  /** What the tool answers in the end; before, of use to nobody. */
  readonly answer: object;
}

interface Asking {
  readonly db: Reader;
  readonly now: Date;
  readonly identity: Identity;
  readonly pageUrl: (path: string) => string | null;
}

type Finding = (ctx: Asking, id: string) => Promise<PersonRequest | undefined>;

/** Each kind of request by the start of its ids, for who may see it. */
const KINDS = {
  [ID_PREFIXES.ApprovalRequestId]: (ctx, id) => ofCompany(ctx, id, 'approval', ofApproval),
  [ID_PREFIXES.CancellationRequestId]: (ctx, id) =>
    ofCompany(ctx, id, 'cancellation_request', ofCancellation),
  [ID_PREFIXES.ApiKeyRequestId]: (ctx, id) => ofKey(ctx, id),
  [ID_PREFIXES.ChangeRequestId]: (ctx, id) => ofChange(ctx, id),
} satisfies Readonly<Record<string, Finding>>;

/** The request with this id, if the key sees its company; a stranger's is as one that never was. */
export const findPersonRequest: Finding = async (ctx, id) => {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(KINDS, prefix) ? KINDS[prefix as keyof typeof KINDS](ctx, id) : undefined;
};

/** The companies that the key sees. */
const seenBy = async ({ db, identity: { organisation_id, entity_id } }: Asking): Promise<readonly string[]> =>
  entity_id === null ? activeEntityIds(db, organisation_id) : [entity_id];

const ofCompany = async (
  ctx: Asking,
  id: string,
  table: 'approval' | 'cancellation_request',
  find: (ctx: Asking, scope: ReadScope, id: string) => Promise<PersonRequest | undefined>,
): Promise<PersonRequest | undefined> => {
  const { db, now, identity } = ctx;
  const companies = await seenBy(ctx);
  const owner = companies.length === 0 ? undefined : await findOwnerId(db, companies, table, id);
  const entity = owner === undefined ? undefined : await findEntity(db, identity.organisation_id, owner);
  if (entity === undefined) return undefined;
  return find(ctx, { db, now, entity, today: dayIn(entity.time_zone, now) }, id);
};

/** One about the organisation is for keys of the whole of it, as the tools are that make it. */
const ofChange: Finding = async (ctx, id) => {
  const { db, now, pageUrl, identity } = ctx;
  const { organisation_id } = identity;
  const ask = await findAsk(db, organisation_id, id, now);
  if (ask?.id !== id) return undefined;
  const { tool, subject, entity_id } = ask;
  const isSeen = entity_id === null ? identity.entity_id === null : (await seenBy(ctx)).includes(entity_id);
  const entity = entity_id === null ? undefined : await findEntity(db, organisation_id, entity_id);
  if (!isSeen || (entity_id !== null && entity === undefined)) return undefined;
  const kept = ask.status === 'approved' ? await findAnswer(db, organisation_id, id) : {};
  // Approved before answers were kept.
  if (kept === undefined) return undefined;
  const review_url = pageUrl(`/changes/${ask.id}`);
  const answer =
    tool === 'update_webhook' ? { ...kept, review_url: pageUrl(`/settings/webhooks/${subject}`) } : kept;
  return { ...standing(ask), id, tool, entity, review_url, answer };
};

const ofKey: Finding = async ({ db, now, identity, pageUrl }, id) => {
  const found =
    identity.entity_id === null ? await findRequest(db, identity.organisation_id, id, now) : undefined;
  if (found?.id !== id) return undefined;
  const answer = describeKeyRequest(found, pageUrl);
  return {
    ...standing(found),
    id,
    tool: 'request_api_key',
    entity: undefined,
    review_url: answer.review_url,
    answer,
  };
};

interface Standing {
  readonly status: RequestStatus;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly rejection: string | null;
}

const standing = ({ status, requested_at, expires_at, decided_at, rejection }: Standing) => ({
  status: status === 'withdrawn' ? ('cancelled' as const) : status,
  requested_at,
  changed_at: status === 'expired' ? expires_at : (decided_at ?? requested_at),
  expires_at,
  reason: status === 'withdrawn' ? SERVICE.tasks.withdrawn : rejection,
});

const ofCancellation = async (
  { pageUrl }: Asking,
  scope: ReadScope,
  id: string,
): Promise<PersonRequest | undefined> => {
  const found = await findCancellation(scope, id);
  if (found?.id !== id) return undefined;
  const described = describeCancellation(found, await loadFilable(scope, found.invoice_id));
  const review_url = pageUrl(`/companies/${scope.entity.id}/invoices/${found.invoice_id}`);
  return {
    ...standing(described),
    id,
    tool: 'request_cancellation',
    entity: scope.entity,
    review_url,
    answer: { ...described, review_url },
  };
};

const ofApproval = async (
  { pageUrl }: Asking,
  scope: ReadScope,
  id: string,
): Promise<PersonRequest | undefined> => {
  const found = await findApproval(scope, id);
  const type = found?.id === id ? kindOf(found.document_id)?.record_type : undefined;
  if (found === undefined || (type !== 'invoice' && type !== 'invoice_credit_note')) return undefined;
  const { status, reason } = await stateOf(scope, found);
  const review_url = pageUrl(`/approvals/${id}`);
  const { requested_at, expires_at, decided_at } = found;
  return {
    id,
    tool: type === 'invoice' ? 'submit_invoice' : 'submit_credit_note',
    entity: scope.entity,
    status,
    requested_at: requested_at.toISOString(),
    changed_at: (status === 'expired' ? expires_at : (decided_at ?? requested_at)).toISOString(),
    expires_at: expires_at.toISOString(),
    reason,
    review_url,
    answer: { ...answerOf(found, type, status), review_url },
  };
};

const answerOf = (
  row: Approval,
  type: 'invoice' | 'invoice_credit_note',
  status: PersonRequest['status'],
): object => {
  const describe = status === 'approved' ? approvedRequest : describeRequest;
  if (type === 'invoice') return describe(row);
  const { invoice_id: _document, ...request } = describe(row, 'get_credit_note');
  return { ...request, credit_note_id: row.document_id as InvoiceCreditNoteId };
};

/** An approval is the end of the request only once its document is filed: who is told so believes that it is. */
const stateOf = async (
  scope: ReadScope,
  approval: Approval,
): Promise<Pick<PersonRequest, 'status' | 'reason'>> => {
  if (approval.status !== 'approved')
    return { status: isLapsed(approval, scope.now) ? 'expired' : approval.status, reason: approval.reason };
  const document = await loadFilable(scope, approval.document_id);
  if (document === undefined) return { status: 'failed', reason: 'the draft was discarded' };
  const { approval: last, last_error } = storedFiling(document);
  if (last?.id !== approval.id) return { status: 'failed', reason: 'it was submitted again' };
  const { filing_status } = document;
  if (filing_status === 'filed' || filing_status === 'cancelled') return { status: 'approved', reason: null };
  if (filing_status === 'failed' || filing_status === 'not_submitted')
    return { status: 'failed', reason: last_error?.message ?? 'the draft was changed' };
  return { status: 'filing', reason: null };
};
