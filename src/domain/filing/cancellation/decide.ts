// A person's decision on a request to cancel an invoice. Any administrator may decide; a key never can.
import type { MemberId } from '../../../../generated/ids.ts';
import type { Raises } from '../../../base/raises.ts';
import { Refusal } from '../../../base/refusal.ts';
import { requireSeparateApprover } from '../../access/separate-approver.ts';
import type { WriteScope } from '../../change/scope.ts';
import type { Member } from '../../organisations/store.ts';
import { lockFilable } from '../filable.ts';
import { type CancellationRequestRow, endCancellation, findCancellation } from '../store/cancellations.ts';
import { requestVoid } from '../void.ts';
import { cancellationState } from './describe.ts';

type Deciding = WriteScope & Raises<'invoice_not_found'>;

/** Queues the cancellation as if the person had asked for it; the authority may still refuse. */
export const approveCancellation = async (
  ctx: Deciding,
  id: string,
  by: Member,
): Promise<CancellationRequestRow> => {
  const before = await pending(ctx, id);
  const { organisation_id } = ctx.entity;
  const asked = { organisation_id, requested_by: before.requested_by, what: 'this cancellation' };
  await requireSeparateApprover(ctx.db, asked, by, ctx.now);
  const { invoice_id, reason, replacement_invoice_id: replacement } = before;
  await requestVoid(ctx, invoice_id, { reason, replacement, by: by.id });
  return end(ctx, before, { status: 'approved', by: by.id, rejection: null });
};

export const rejectCancellation = async (
  ctx: Deciding,
  id: string,
  by: Member,
  rejection: string,
): Promise<CancellationRequestRow> =>
  end(ctx, await pending(ctx, id), { status: 'rejected', by: by.id, rejection });

/** The request with its invoice locked, under which alone it is decided. */
const pending = async (ctx: Deciding, id: string): Promise<CancellationRequestRow> => {
  const seen = await findCancellation(ctx, id);
  if (seen === undefined) throw new Refusal('not_found', `There is no request ${id} for a cancellation.`);
  await lockFilable(ctx, seen.invoice_id);
  const request = (await findCancellation(ctx, id)) ?? seen;
  if (request.status === 'pending') return request;
  const why =
    request.status === 'expired'
      ? `It ran out on ${request.expires_at.toISOString().slice(0, 10)}; the agent can ask again`
      : `It was ${request.status} already`;
  throw new Refusal('wrong_state', `The request ${id} cannot be decided. ${why}.`);
};

const end = async (
  ctx: WriteScope,
  before: CancellationRequestRow,
  {
    status,
    by,
    rejection,
  }: {
    readonly status: 'approved' | 'rejected';
    readonly by: MemberId;
    readonly rejection: string | null;
  },
): Promise<CancellationRequestRow> => {
  const after = await endCancellation(ctx, before, { status, decided_by: by, rejection });
  ctx.record({
    event: `cancellation_request.${status}`,
    record_type: 'cancellation_request',
    record_id: before.id,
    before: cancellationState(before),
    after: cancellationState(after),
  });
  return after;
};
