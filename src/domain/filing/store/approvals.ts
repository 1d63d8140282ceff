// Reads and writes approval requests of one entity.
import type { Insertable, Selectable } from 'kysely';
import type { ApprovalStatus, InvoiceFiling } from '../../../../generated/types.ts';
import type { ApprovalRequestId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { instantToIso, parseInstant, toInstant } from '../../../db/instant.ts';
import type { ApprovalTable } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';
import type { StoredFiling } from '../../invoices/filing.ts';
import type { WriteScope } from '../../change/scope.ts';

export type ApprovalRow = Selectable<ApprovalTable>;

export const findApproval = (ctx: Tenant<Reader>, id: string): Promise<ApprovalRow | undefined> =>
  scoped(ctx, 'approval').select().selectAll().where('id', '=', id).executeTakeFirst();

/** The pending request of an invoice. */
export const pendingApproval = (ctx: Tenant<Reader>, invoiceId: string): Promise<ApprovalRow | undefined> =>
  scoped(ctx, 'approval').select().selectAll().where('pending_invoice_id', '=', invoiceId).executeTakeFirst();

export const insertApproval = (
  ctx: WriteScope,
  row: Omit<Insertable<ApprovalTable>, 'entity_id'>,
): Promise<unknown> => scoped(ctx, 'approval').insert(row).execute();

export interface Decision {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  readonly decided_by: string | null;
  readonly reason: string | null;
}

/** Ends a pending request; the invoice's lock is held, so nobody else decides it meanwhile. */
export const decideApproval = async (
  ctx: WriteScope,
  before: ApprovalRow,
  decision: Decision,
): Promise<ApprovalRow> => {
  const changed = { ...decision, pending_invoice_id: null, decided_at: toInstant(ctx.now) };
  const { numUpdatedRows } = await scoped(ctx, 'approval')
    .update()
    .set(changed)
    .where('id', '=', before.id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`${before.id} was decided by another`);
  return { ...before, ...changed };
};

export const isLapsed = ({ status, expires_at }: ApprovalRow, now: Date): boolean =>
  status === 'pending' && parseInstant(expires_at) <= now;

/** As the invoice keeps it. */
export const approvalOnInvoice = (row: ApprovalRow): NonNullable<StoredFiling['approval']> => ({
  ...toldApproval(row),
  expires_at: instantToIso(row.expires_at),
});

const toldApproval = (row: ApprovalRow): NonNullable<InvoiceFiling['approval']> => ({
  id: row.id as ApprovalRequestId,
  status: row.status,
  requested_at: instantToIso(row.requested_at),
  decided_at: row.decided_at === null ? null : instantToIso(row.decided_at),
  reason: row.reason,
});
