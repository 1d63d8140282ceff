// Statements on the requests of agents for cancellations.
import type { CancellationRequestId, InvoiceId } from '../../../../generated/ids.ts';
import type { RequestStatus, CancellationReason } from '../../../../generated/types.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { parseInstant, toInstant } from '../../../db/instant.ts';
import type { Row } from '../../../db/schema.ts';
import { acrossTenants, scoped, type Tenant } from '../../../db/scoped.ts';
import type { Actor } from '../../ground/change/scope.ts';

export interface CancellationRequestRow {
  readonly id: CancellationRequestId;
  readonly entity_id: string;
  readonly invoice_id: InvoiceId;
  /** Pending past its end is expired. */
  readonly status: RequestStatus;
  readonly reason: CancellationReason;
  readonly replacement_invoice_id: InvoiceId | null;
  readonly note: string | null;
  readonly requested_by: Actor;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly rejection: string | null;
}

const toRequest = (row: Row<'cancellation_request'>, now: Date): CancellationRequestRow => ({
  id: row.id as CancellationRequestId,
  entity_id: row.entity_id,
  invoice_id: row.invoice_id as InvoiceId,
  status: row.status === 'pending' && parseInstant(row.expires_at) <= now ? 'expired' : row.status,
  reason: row.reason,
  replacement_invoice_id: row.replacement_invoice_id as InvoiceId | null,
  note: row.note,
  requested_by: { type: row.requested_by_type, id: row.requested_by },
  requested_at: parseInstant(row.requested_at),
  expires_at: parseInstant(row.expires_at),
  decided_by: row.decided_by,
  decided_at: row.decided_at === null ? null : parseInstant(row.decided_at),
  rejection: row.rejection,
});

type Asking = Tenant<Reader> & { readonly now: Date };

export const findCancellation = async (
  ctx: Asking,
  id: string,
): Promise<CancellationRequestRow | undefined> => {
  const row = await scoped(ctx, 'cancellation_request')
    .select()
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toRequest(row, ctx.now);
};

/** The newest of an invoice. */
export const lastCancellation = async (
  ctx: Asking,
  invoiceId: string,
): Promise<CancellationRequestRow | undefined> => {
  const row = await scoped(ctx, 'cancellation_request')
    .select()
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toRequest(row, ctx.now);
};

/** The request of an invoice that is stored as pending; it may have expired. */
export const openCancellation = async (
  ctx: Asking,
  invoiceId: string,
): Promise<CancellationRequestRow | undefined> => {
  const row = await scoped(ctx, 'cancellation_request')
    .select()
    .selectAll()
    .where('pending_invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row === undefined ? undefined : toRequest(row, ctx.now);
};

/** How many requests of the key wait for a person. */
export const countCancellations = async (
  db: Reader,
  entityIds: readonly string[],
  key: string,
  now: Date,
): Promise<number> => {
  const { open } = await acrossTenants(db, entityIds, 'cancellation_request')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('status', '=', 'pending')
    .where('requested_by', '=', key)
    .where('expires_at', '>', toInstant(now))
    .executeTakeFirstOrThrow();
  return open;
};

/** More than anybody reads at once. */
const MAX_LISTED = 500;

/** Those of several companies that wait for a decision, oldest first. */
export const pendingCancellations = async (
  db: Reader,
  entityIds: readonly string[],
  now: Date,
): Promise<CancellationRequestRow[]> => {
  const rows = await acrossTenants(db, entityIds, 'cancellation_request')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '>', toInstant(now))
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => toRequest(row, now));
};

export type NewCancellation = Pick<
  CancellationRequestRow,
  'invoice_id' | 'reason' | 'replacement_invoice_id' | 'note' | 'requested_by' | 'requested_at' | 'expires_at'
>;

export const insertCancellation = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  { requested_by, requested_at, expires_at, ...wish }: NewCancellation,
): Promise<CancellationRequestRow> => {
  const row = {
    ...wish,
    id: newId('CancellationRequestId'),
    status: 'pending',
    pending_invoice_id: wish.invoice_id,
    requested_by_type: requested_by.type,
    requested_by: requested_by.id,
    requested_at: toInstant(requested_at),
    expires_at: toInstant(expires_at),
    decided_by: null,
    decided_at: null,
    rejection: null,
  } as const;
  await scoped(ctx, 'cancellation_request').insert(row).execute();
  return toRequest({ ...row, entity_id: ctx.entity.id }, ctx.now);
};

export interface CancellationDecision {
  readonly status: Exclude<RequestStatus, 'pending'>;
  readonly decided_by: string | null;
  readonly rejection: string | null;
}

/** Ends a pending request; the lock of its invoice must be held, so that nobody else decides it meanwhile. */
export const endCancellation = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  before: CancellationRequestRow,
  decision: CancellationDecision,
): Promise<CancellationRequestRow> => {
  const { numUpdatedRows } = await scoped(ctx, 'cancellation_request')
    .update()
    .set({ ...decision, pending_invoice_id: null, decided_at: toInstant(ctx.now) })
    .where('id', '=', before.id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`${before.id} was decided by another`);
  return { ...before, ...decision, decided_at: ctx.now };
};
