// The requests of tools that wait for a person, whatever they are about: what became of one, and what its tool would answer
// now. Only reads: nothing here decides.
import { ID_PREFIXES, type InvoiceCreditNoteId } from '../../../../generated/ids.ts';
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

export interface PersonRequest {
  readonly id: string;
  readonly tool: 'submit_invoice' | 'submit_credit_note' | 'request_cancellation' | 'request_api_key';
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
  /** What the tool answers, as it stands. */
  readonly answer: object;
}

interface Asking {
  readonly db: Reader;
  readonly now: Date;
  readonly identity: Identity;
  readonly pageUrl: (path: string) => string | null;
}

/** The request with this id, if the key sees its company; a stranger's is as one that never was. */
export const findPersonRequest = async (ctx: Asking, id: string): Promise<PersonRequest | undefined> => {
  const prefix = id.slice(0, id.indexOf('_'));
  if (prefix === ID_PREFIXES.ApiKeyRequestId) return ofKey(ctx, id);
  const table =
    prefix === ID_PREFIXES.ApprovalRequestId
      ? 'approval'
      : prefix === ID_PREFIXES.CancellationRequestId
        ? 'cancellation_request'
        : undefined;
  if (table === undefined) return undefined;
  const { db, now, identity } = ctx;
  const { organisation_id, entity_id } = identity;
  const companies = entity_id === null ? await activeEntityIds(db, organisation_id) : [entity_id];
  const owner = companies.length === 0 ? undefined : await findOwnerId(db, companies, table, id);
  const entity = owner === undefined ? undefined : await findEntity(db, organisation_id, owner);
  if (entity === undefined) return undefined;
  const scope = { db, now, entity, today: dayIn(entity.time_zone, now) };
  return table === 'approval' ? ofApproval(ctx, scope, id) : ofCancellation(ctx, scope, id);
};

const ofKey = async (
  { db, now, identity, pageUrl }: Asking,
  id: string,
): Promise<PersonRequest | undefined> => {
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
  status,
  requested_at,
  changed_at: status === 'expired' ? expires_at : (decided_at ?? requested_at),
  expires_at,
  reason: rejection,
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
