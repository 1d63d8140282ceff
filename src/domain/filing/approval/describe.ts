// Describes an approval request for the agent who made it and for the person who decides.
import type { ApprovalRequestId, InvoiceId } from '../../../../generated/ids.ts';
import type {
  ApprovalStatus,
  FiledRecordType,
  InvoiceFiling,
  RiskFlag,
} from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, toFixed } from '../../../base/money/decimal.ts';
import type { StoredFiling } from '../../documents/shared/filing.ts';
import type { Approval } from '../store/approvals.ts';
import { kindOf } from '../filable.ts';
import { type Fields, readFields, readOptional, readText } from '../store/job-row.ts';
import { isOutdated } from './renew.ts';
import { isPreview } from './snapshot.ts';

export interface ApprovalRequest {
  readonly object: 'approval_request';
  readonly approval_request_id: ApprovalRequestId;
  readonly approval_status: ApprovalStatus;
  readonly invoice_id: InvoiceId;
  readonly submitted_at: string;
  readonly expires_at: string;
  readonly snapshot_hash: string;
  readonly risk_flags: RiskFlag[];
  readonly message: string;
  readonly next: string;
}

/** `follow` is the tool that shows what came of it. */
export const describeRequest = (row: Approval, follow = 'get_invoice'): ApprovalRequest => ({
  object: 'approval_request',
  approval_request_id: row.id,
  approval_status: row.status,
  invoice_id: row.document_id as InvoiceId,
  submitted_at: row.requested_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  snapshot_hash: row.snapshot_hash,
  risk_flags: [...row.risk_flags],
  message: 'An administrator of the organization is asked to approve the filing; nothing is filed yet.',
  next: `A person decides outside these tools. Call ${follow} later: filing.status says filed, or failed with last_error; awaiting_approval, pending and unclear mean that it is still open.`,
});

/** Of a request whose document is filed. */
export const approvedRequest = (row: Approval, follow?: string): ApprovalRequest => ({
  ...describeRequest(row, follow),
  message: 'A person approved the filing, and the document is filed.',
  next: `Nothing is left to do; ${follow ?? 'get_invoice'} shows the document as it was filed.`,
});

/** Of a request that is not made. */
export const NOT_ASKED = {
  message: 'A dry run: nobody was asked, and nothing is filed.',
  next: 'The same call without dry_run asks an administrator of the organization to approve the filing.',
} as const;

/** The information an administrator needs to decide. */
export interface ApprovalRecord {
  readonly object: 'approval_request';
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly organisation_id: string;
  readonly entity: { readonly id: string; readonly name: string; readonly time_zone: string };
  readonly record_type: FiledRecordType;
  readonly document_id: string;
  /** Null for another kind of document. */
  readonly invoice_id: string | null;
  readonly title: string | null;
  readonly buyer: { readonly id: string; readonly name: string; readonly tax_id: string | null };
  readonly line_count: number;
  readonly currency: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  /** Warnings of the rules, which do not prevent the filing. */
  readonly warnings: readonly string[];
  /** What was out of the ordinary when it was asked for. */
  readonly risk_flags: readonly RiskFlag[];
  readonly requested_by: string;
  readonly requested_at: string;
  readonly expires_at: string;
  /** When an upgrade renewed it: more of it is shown than when it was asked for, so it is to be looked at again. */
  readonly renewed_at: string | null;
  readonly decided_by: string | null;
  /** How it is known that it was they; `claimed` on the command line. */
  readonly decided_method: Approval['decided_method'];
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly snapshot_hash: string;
  readonly snapshot: unknown;
}

export const isLapsed = ({ status, expires_at }: Approval, now: Date): boolean =>
  status === 'pending' && expires_at <= now;

type Summary = Pick<
  ApprovalRecord,
  'title' | 'buyer' | 'line_count' | 'currency' | 'subtotal' | 'tax' | 'total'
>;

/** Of what was submitted; earlier releases kept it in another form. */
const summaryOf = (stored: unknown): Summary => {
  if (!isPreview(stored)) return summaryBefore(readFields(stored));
  const { buyer, lines, payment, title, totals } = stored;
  const text = (value: number): string => amountText(value, totals.currency);
  return {
    title,
    buyer: { id: buyer.id, name: buyer.name, tax_id: buyer.tax_id },
    line_count: payment === null ? lines.length : payment.documents.length,
    currency: totals.currency,
    subtotal: text(totals.subtotal),
    tax: text(totals.tax_total),
    total: text(totals.total),
  };
};

const summaryBefore = (document: Fields): Summary => {
  const buyer = readFields(document['buyer']);
  return {
    title: readOptional(document, 'title'),
    buyer: {
      id: readText(buyer, 'id'),
      name: readText(buyer, 'name'),
      tax_id: readOptional(buyer, 'tax_id'),
    },
    line_count: Array.isArray(document['lines']) ? document['lines'].length : 0,
    currency: readText(document, 'currency'),
    subtotal: readText(document, 'subtotal'),
    tax: readText(document, 'tax'),
    total: readText(document, 'total'),
  };
};

const amountText = (value: number, currency: string): string =>
  toFixed(decimal(String(value)), currencyDigits(currency));

export const describeApprovalForAdmin = (entity: Entity, row: Approval, now: Date): ApprovalRecord => {
  const { title, buyer, ...sums } = summaryOf(row.document);
  const kind = kindOf(row.document_id);
  return {
    object: 'approval_request',
    id: row.id,
    status: isLapsed(row, now) ? 'expired' : row.status,
    organisation_id: entity.organisation_id,
    entity: { id: entity.id, name: entity.name, time_zone: entity.time_zone },
    record_type: kind?.record_type ?? 'invoice',
    document_id: row.document_id,
    invoice_id: kind?.record_type === 'invoice' ? row.document_id : null,
    title,
    buyer,
    ...sums,
    warnings: row.warnings,
    risk_flags: row.risk_flags,
    requested_by: row.requested_by.id,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    renewed_at: (isOutdated(row) ? now : row.renewed_at)?.toISOString() ?? null,
    decided_by: row.decided_by,
    decided_method: row.decided_method,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    snapshot_hash: row.snapshot_hash,
    snapshot: row.document,
  };
};

/** As the document keeps it. */
export const approvalOnDocument = (row: Approval): NonNullable<StoredFiling['approval']> => ({
  ...describeOnDocument(row),
  expires_at: row.expires_at.toISOString(),
});

const describeOnDocument = (row: Approval): NonNullable<InvoiceFiling['approval']> => ({
  id: row.id,
  status: row.status,
  requested_at: row.requested_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
});
