// The filing of an invoice or credit note: as stored with it, and as answers show it.
import { LIMITS } from '../../../../generated/limits.ts';
import type {
  FilingError,
  FilingStatus,
  InvoiceFiling,
  InvoiceInternalStatus,
} from '../../../../generated/types.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Delivery } from '../../../einvoicing/peppol-ubl/delivery.ts';
import type { Entity } from '../../../base/entity.ts';
import { hasAlternatives } from '../../../base/text/fit.ts';
import type { Row } from '../../../db/schema.ts';
import type { StoredResponse } from './responses.ts';
import { inFieldOrder } from './field-order.ts';

/** Whom a document was filed to, kept when the counterparty became part of another one. */
export type FiledCustomer = Pick<
  Row<'counterparty'>,
  'name' | 'country_code' | 'tax_id' | 'postal_code' | 'email' | 'details'
>;

type Approval = NonNullable<InvoiceFiling['approval']>;

/** The JSON in the column `filing`. The status has its own column, because lists filter by it. */
export type StoredFiling = Omit<InvoiceFiling, 'model' | 'status' | 'approval'> & {
  /** With its time of expiry, so that a reader sees an expired approval before the worker has recorded it. */
  readonly approval: (Approval & { readonly expires_at?: string }) | null;
  /** The answer of the authority or the network; stored but not shown. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
  /** Whether the acknowledgement of the last cancellation request is kept. */
  readonly acknowledged?: boolean;
  /** The invoice that was the last to be filed in its place, or tried to. */
  readonly replaced_by?: string | null;
  /** Absent while it is the counterparty as it stands. */
  readonly customer?: FiledCustomer;
  /** The customer as it was approved, for PDF and mail; absent in documents of earlier releases. */
  readonly sent_to?: FiledCustomer;
  /** How it was sent; absent where an authority certified it, and in documents of earlier releases. */
  readonly way?: Pick<Delivery, 'channel' | 'format'>;
  /** What was answered to it, the latest first. */
  readonly responses?: readonly StoredResponse[];
  /** The task to answer the one that stands. */
  readonly response_task_id?: string | null;
};

const NOT_DELIVERED: InvoiceFiling['delivery'] = {
  status: 'not_due',
  recipient: null,
  sent_at: null,
  reason: null,
};

/** What every filed document has in its row. */
export interface Filed {
  readonly filing_status: FilingStatus;
  readonly filing: Readonly<Record<string, unknown>>;
}

/** Only this service writes it; readers fill in fields that an earlier version did not have. */
export const storedFiling = ({ filing }: Pick<Filed, 'filing'>): Partial<StoredFiling> => filing;

/** The document as its PDF and its mail show it: to whom it was approved. */
export const asApproved = <T extends { readonly buyer: object }>(
  document: T,
  filed: Pick<Filed, 'filing'>,
): T => {
  const { sent_to } = storedFiling(filed);
  return sent_to === undefined ? document : { ...document, buyer: { ...document.buyer, ...sent_to } };
};

/** As a person is shown it: a draft as it is now, since that is compared; what is filed as it was approved. */
export const asShown = <T extends { readonly buyer: object }>(
  document: T,
  filed: Pick<Filed, 'filing'> & { readonly status: string },
): T => (filed.status === 'draft' ? document : asApproved(document, filed));

/** Of a new document that follows an earlier one: it goes to whom that was filed to. */
export const filingAfter = (earlier: Pick<Filed, 'filing'>): Pick<StoredFiling, 'customer'> => {
  const { customer } = storedFiling(earlier);
  return customer === undefined ? {} : { customer };
};

/** The authority's UUID or the network's document id. */
export const getUuid = ({ filing }: Pick<Filed, 'filing'>): string | null =>
  typeof filing['uuid'] === 'string' ? filing['uuid'] : null;

/** Whether the invoice waits for an approval that has expired and that the worker has not closed yet. */
export const hasLapsed = (header: Filed, now: Date): boolean => {
  if (header.filing_status !== 'awaiting_approval') return false;
  const { approval } = storedFiling(header);
  return approval?.expires_at !== undefined && Date.parse(approval.expires_at) <= now.getTime();
};

/** The status at this moment. */
export const filingStatusAt = (header: Filed, now: Date): FilingStatus =>
  hasLapsed(header, now) ? 'not_submitted' : header.filing_status;

/** Only this service writes it, always as one of the values in the spec. */
export const internalStatusAt = (
  header: Filed & { readonly internal_status: string },
  now: Date,
): InvoiceInternalStatus =>
  hasLapsed(header, now) ? 'compliance_draft' : (header.internal_status as InvoiceInternalStatus);

/** A draft for which nobody is asked and nothing is under way. */
export const isIdleDraft = (header: Filed & { readonly status: string }, now: Date): boolean =>
  header.status === 'draft' && ['not_submitted', 'failed'].includes(filingStatusAt(header, now));

export const describeFiling = (entity: Entity, header: Filed, now: Date): InvoiceFiling => {
  const stored = storedFiling(header);
  return {
    model: regimeOf(entity.country_code).model,
    status: filingStatusAt(header, now),
    uuid: getUuid(header),
    filed_at: stored.filed_at ?? null,
    sandbox: stored.sandbox ?? null,
    approval: describeApproval(header, now),
    last_error: inFieldOrder(stored.last_error ?? null),
    cancellation: inFieldOrder(stored.cancellation ?? null),
    delivery: { ...NOT_DELIVERED, ...stored.delivery },
  };
};

const describeApproval = (header: Filed, now: Date): Approval | null => {
  const { approval } = storedFiling(header);
  if (approval === undefined || approval === null) return null;
  const { id, status, requested_at, decided_at, reason } = approval;
  return { id, status: hasLapsed(header, now) ? 'expired' : status, requested_at, decided_at, reason };
};

const { code: MAX_CODE, message: MAX_MESSAGE, path: MAX_PATH, fix: MAX_FIX } = LIMITS.FilingError;

const cut = (text: string, length: number): string =>
  [...text].length <= length ? text : `${[...text].slice(0, length - 1).join('')}…`;

/** What the spec says is short for each reader, and cut it would lose an alternative. */
const cutFix = (fix: string): string => (hasAlternatives(fix) ? fix : cut(fix, MAX_FIX));

/** Cut to what an answer takes: a provider's words may be longer. */
export const filingError = (error: FilingError): FilingError => ({
  ...error,
  code: cut(error.code, MAX_CODE),
  message: cut(error.message, MAX_MESSAGE),
  path: error.path === null ? null : cut(error.path, MAX_PATH),
  fix: error.fix === null ? null : cutFix(error.fix),
});
