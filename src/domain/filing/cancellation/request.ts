// An agent asks that a filed invoice be cancelled; nothing is sent to the authority before a person says so.
import { DAY_MS } from '../../../base/time/day.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { InvoiceId } from '../../../../generated/ids.ts';
import type { CancellationReason, CancellationRequest, RequestStatus } from '../../../../generated/types.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { companiesOf, requireRoom } from '../../parties/access/open-limit.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { loadFilable, requireFilable } from '../filable.ts';
import {
  type CancellationRequestRow,
  countCancellations,
  insertCancellation,
} from '../store/cancellations.ts';
import { checkVoid, isUnderWay, type VoidRefusal } from '../void.ts';
import { cancellationState, waitingRequest } from './end.ts';
import { type Filed, storedFiling } from '../../documents/shared/filing.ts';

export interface CancellationWish {
  readonly invoice_id: InvoiceId;
  /** c_MotivoCancelacion of the SAT. */
  readonly reason: CancellationReason;
  /** With reason 01 alone. */
  readonly replacement_invoice_id?: InvoiceId | null | undefined;
  readonly note?: string | null | undefined;
}

type Asking = WriteScope &
  Raises<
    | VoidRefusal
    | 'invoice_not_found'
    | 'too_many_open'
    | 'cancellation_asked_otherwise'
    | 'cancellation_under_way'
  > &
  Warns<'cancellation_already_asked'>;

export interface AskedCancellation {
  readonly request: CancellationRequestRow;
  readonly invoice: Filable;
}

/** The request that waits: a new one, or the earlier one if it wishes the same. */
export const requestCancellation = async (
  ctx: Asking,
  { invoice_id, reason, replacement_invoice_id = null, note = null }: CancellationWish,
): Promise<AskedCancellation> => {
  const invoice = await requireFilable(ctx, invoice_id);
  const earlier = await waitingRequest(ctx, invoice_id);
  if (earlier !== undefined) {
    if (earlier.reason !== reason || earlier.replacement_invoice_id !== replacement_invoice_id)
      throw ctx.error('cancellation_asked_otherwise', {
        path: 'invoice_id',
        invoice: invoice.folio ?? invoice_id,
        reason: earlier.reason,
        cancellation_request_id: earlier.id,
      });
    ctx.unchanged();
    ctx.warn('cancellation_already_asked', { path: 'invoice_id', request_id: earlier.id });
    return { request: earlier, invoice };
  }
  if (invoice.status === 'filed' && isUnderWay(invoice))
    throw ctx.error('cancellation_under_way', {
      path: 'invoice_id',
      invoice: invoice.folio ?? invoice_id,
    });
  if (replacement_invoice_id !== null && (await loadFilable(ctx, replacement_invoice_id)) === undefined)
    throw ctx.error('invoice_not_found', {
      path: 'replacement_invoice_id',
      received: replacement_invoice_id,
    });
  await checkVoid(ctx, invoice, { reason, replacement: replacement_invoice_id });
  const { db, entity, now, actor } = ctx;
  if (actor.type === 'key')
    await requireRoom(ctx, actor.id, 'cancellations', 'invoice_id', async (bound) =>
      countCancellations(db, await companiesOf(db, entity.organisation_id, bound), actor.id, now),
    );
  const request = await insertCancellation(ctx, {
    invoice_id,
    reason,
    replacement_invoice_id,
    note,
    requested_by: ctx.actor,
    requested_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + SERVICE.windows.approval_expiry_days * DAY_MS),
  });
  ctx.record({
    event: 'cancellation_request.created',
    record_type: 'cancellation_request',
    record_id: request.id,
    before: null,
    after: cancellationState(request),
  });
  return { request, invoice };
};

const NEXT: Readonly<Record<RequestStatus, string>> = {
  pending:
    'A person decides outside these tools; the invoice counts until then. Call get_cancellation_request later.',
  approved:
    'The authority is asked. Call get_invoice: filing.cancellation says requested, awaiting_buyer, rejected or cancelled.',
  rejected: 'A person refused; the invoice counts as before. Read rejection before you ask again.',
  withdrawn: 'Whoever asked took the request back; the invoice counts as before.',
  expired: 'Nobody decided in time; the invoice counts as before. Ask again if it is still to be cancelled.',
};

/** Who asked and who decided is for people; an agent is told what and why. */
export const describeCancellation = (
  row: CancellationRequestRow,
  invoice: Filed | undefined,
): Omit<CancellationRequest, 'review_url'> => {
  const { id, invoice_id, status, reason, replacement_invoice_id, note, rejection } = row;
  return {
    object: 'cancellation_request',
    id,
    status,
    invoice_id,
    reason,
    replacement_invoice_id,
    note,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    rejection,
    cancellation: invoice === undefined ? null : (storedFiling(invoice).cancellation ?? null),
    next: NEXT[status],
  };
};
