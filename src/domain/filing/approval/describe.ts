// An approval request as the agent who asked is told, and as the person who decides reads it.
import type { ApprovalRequestId, InvoiceId } from '../../../../generated/ids.ts';
import type { ApprovalStatus } from '../../../../generated/types.ts';
import { instantToIso } from '../../../db/instant.ts';
import type { Entity } from '../../../base/entity.ts';
import { type ApprovalRow, isLapsed } from './store.ts';

export interface ApprovalRequest {
  readonly object: 'approval_request';
  readonly approval_request_id: ApprovalRequestId;
  readonly approval_status: ApprovalStatus;
  readonly invoice_id: InvoiceId;
  readonly submitted_at: string;
  readonly expires_at: string;
  readonly snapshot_hash: string;
  readonly message: string;
  readonly next: string;
}

export const describeRequest = (row: ApprovalRow): ApprovalRequest => ({
  object: 'approval_request',
  approval_request_id: row.id as ApprovalRequestId,
  approval_status: row.status,
  invoice_id: row.invoice_id as InvoiceId,
  submitted_at: instantToIso(row.requested_at),
  expires_at: instantToIso(row.expires_at),
  snapshot_hash: row.snapshot_hash,
  message: 'An administrator of the organization is asked to approve the filing; nothing is filed yet.',
  next: 'A person decides outside these tools. Call get_invoice later: filing.status says filed, or failed with last_error; awaiting_approval, pending and unclear mean that it is still open.',
});

/** What an administrator reads before deciding. */
export interface ApprovalRecord {
  readonly object: 'approval_request';
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly organisation_id: string;
  readonly entity: { readonly id: string; readonly name: string };
  readonly invoice_id: string;
  readonly title: string | null;
  readonly buyer: { readonly id: string; readonly name: string; readonly tax_id: string | null };
  readonly line_count: number;
  readonly currency: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  /** What the rules say of the invoice without refusing it. */
  readonly warnings: readonly string[];
  readonly requested_by: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly snapshot_hash: string;
  /** All of it. */
  readonly snapshot: unknown;
}

/** The parts of a stored snapshot that are named here; written by this service only. */
interface Stored {
  readonly document: {
    readonly title: string | null;
    readonly buyer: ApprovalRecord['buyer'];
    readonly lines: readonly unknown[];
    readonly currency: string;
    readonly subtotal: string;
    readonly tax: string;
    readonly total: string;
  };
  readonly warnings: readonly string[];
}

export const describeApprovalForAdmin = (entity: Entity, row: ApprovalRow, now: Date): ApprovalRecord => {
  const { document, warnings } = row.snapshot as Stored;
  const { id, name, tax_id } = document.buyer;
  return {
    object: 'approval_request',
    id: row.id,
    status: isLapsed(row, now) ? 'expired' : row.status,
    organisation_id: entity.organisation_id,
    entity: { id: entity.id, name: entity.name },
    invoice_id: row.invoice_id,
    title: document.title,
    buyer: { id, name, tax_id },
    line_count: document.lines.length,
    currency: document.currency,
    subtotal: document.subtotal,
    tax: document.tax,
    total: document.total,
    warnings,
    requested_by: row.requested_by,
    requested_at: instantToIso(row.requested_at),
    expires_at: instantToIso(row.expires_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at === null ? null : instantToIso(row.decided_at),
    reason: row.reason,
    snapshot_hash: row.snapshot_hash,
    snapshot: document,
  };
};
