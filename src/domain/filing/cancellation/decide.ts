// A person's decision on a request to cancel an invoice. Any administrator may decide; a key never can.
import { dayIn } from '../../../base/time/day.ts';
import { requireSeparateApprover } from '../../parties/access/separate-approver.ts';
import type { EntityChange } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Member } from '../../ground/organisations/store.ts';
import { lockFilable } from '../filable.ts';
import { type CancellationRequestRow, findCancellation } from '../store/cancellations.ts';
import { requestVoid } from '../void.ts';
import { endRequest } from './end.ts';

/** Queues the cancellation as if the person had asked for it, which ends the request; the authority may still refuse. */
export const approveCancellation = async (
  ctx: EntityChange,
  id: string,
  by: Member,
): Promise<CancellationRequestRow> => {
  const before = await pending(ctx, id);
  const { organisation_id } = ctx.entity;
  const asked = { organisation_id, requested_by: before.requested_by };
  await requireSeparateApprover(ctx.db, asked, by, ctx.now);
  const { invoice_id, reason, replacement_invoice_id: replacement } = before;
  await requestVoid(ctx, invoice_id, { reason, replacement, by: by.id });
  const after = await findCancellation(ctx, id);
  if (after?.status !== 'approved') throw new Error(`the cancellation of ${invoice_id} did not end ${id}`);
  return after;
};

export const rejectCancellation = async (
  ctx: EntityChange,
  id: string,
  by: Member,
  rejection: string,
): Promise<CancellationRequestRow> =>
  endRequest(ctx, await pending(ctx, id), { status: 'rejected', decided_by: by.id, rejection });

/** Whoever asked takes it back, which only a request can be that no person has approved: nothing of it is at the authority. */
export const withdrawCancellation = async (ctx: WriteScope, id: string): Promise<void> => {
  const seen = await findCancellation(ctx, id);
  if (seen === undefined) return;
  await lockFilable(ctx, seen.invoice_id);
  const request = await findCancellation(ctx, id);
  const { type, id: asker } = seen.requested_by;
  if (request?.status !== 'pending' || type !== ctx.actor.type || asker !== ctx.actor.id) return;
  await endRequest(ctx, request, { status: 'withdrawn', decided_by: null, rejection: null });
};

/** The request with its invoice locked, under which alone it is decided. */
const pending = async (ctx: EntityChange, id: string): Promise<CancellationRequestRow> => {
  const seen = await findCancellation(ctx, id);
  if (seen === undefined) throw ctx.error('no_cancellation_request', { request_id: id });
  await lockFilable(ctx, seen.invoice_id);
  const request = (await findCancellation(ctx, id)) ?? seen;
  if (request.status === 'pending') return request;
  const { status, expires_at } = request;
  throw status === 'expired'
    ? ctx.error('request_expired', { request_id: id, expired_on: dayIn('UTC', expires_at) })
    : ctx.error('request_decided', { request_id: id, status });
};
