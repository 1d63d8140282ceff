// Requests the cancellation of a filed invoice; the worker then sends it to the authority.
import type { InvoiceFiling } from '../../../generated/types.ts';
import { minorText } from '../../base/money/amount.ts';
import type { Raises } from '../../base/raises.ts';
import { Refusal } from '../../base/refusal.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import { storedFiling, getUuid } from '../invoices/filing.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import type { InvoiceHeader } from '../invoices/record.ts';
import { invoiceState } from '../invoices/state.ts';
import { loadInvoice } from '../invoices/store.ts';
import { lockInvoice, writeFiling } from '../invoices/write-filing.ts';
import type { CancelReason } from './job.ts';
import { enqueue } from './store/outbox.ts';

export interface VoidWish {
  readonly reason: CancelReason;
  /** The replacement invoice; required for reason 01 and allowed for no other. */
  readonly replacement: string | null;
  readonly by: string;
}

/** A cancellation may be pending for days; this state needs no action. */
export const AWAITS_BUYER = 'the buyer has to accept';

export type Cancellation = NonNullable<InvoiceFiling['cancellation']>;

const isUnderWay = ({ filing }: InvoiceHeader): boolean =>
  ['requested', 'awaiting_buyer'].includes(storedFiling({ filing }).cancellation?.status ?? '');

/** Queues the cancellation; one in progress stays as it is. */
export const requestVoid = async (
  ctx: WriteScope & Raises<'invoice_not_found'>,
  id: string,
  wish: VoidWish,
): Promise<void> => {
  const record = await lockInvoice(ctx, id);
  if (record === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const { header } = record;
  if (isUnderWay(header) && header.status === 'filed') return;
  requireCancellable(ctx, header);
  const replacement = await replacementUuid(ctx, id, wish);
  const cancellation: Cancellation = {
    status: 'requested',
    reason: wish.reason,
    requested_at: ctx.now.toISOString(),
    cancelled_at: null,
  };
  const after = await writeFiling(ctx, header, { filing: { cancellation, last_error: null } });
  await enqueue(ctx, {
    kind: 'cancel',
    invoice_id: id,
    order: { reason: wish.reason, replacement, by: wish.by },
  });
  ctx.record({
    event: 'invoice.void_requested',
    record_type: 'invoice',
    record_id: id,
    before: invoiceState(header),
    after: { ...invoiceState(after), reason: wish.reason, replacement },
  });
};

const requireCancellable = ({ entity }: ReadScope, header: InvoiceHeader): void => {
  const { id, status } = header;
  const name = formatInvoiceFolio(header) ?? id;
  const refuse = (sentence: string): never => {
    throw new Refusal('wrong_state', sentence);
  };
  if (status === 'draft') refuse(`The invoice ${id} is a draft; "invoice discard" removes it.`);
  if (status !== 'filed') refuse(`The invoice ${name} is ${status} already.`);
  if (regimeOf(entity.country_code).model !== 'clearance') {
    refuse(
      `An invoice of ${entity.country_code} is not cancelled once the network has taken it; credit it with "invoice credit ${id}".`,
    );
  }
  if (getUuid(header) === null)
    refuse(`The invoice ${name} has no UUID here, by which it could be cancelled.`);
  if (header.credited_minor > 0)
    refuse(`The invoice ${name} is credited in part, so it is not voided; credit the rest.`);
  if (header.paid_minor > 0) {
    const paid = minorText(header.paid_minor, header.currency);
    refuse(
      `${paid} ${header.currency} is paid on the invoice ${name}; it is not voided while payments exist. Take back what was matched with "bank match undo", or credit the invoice with "invoice credit ${id}".`,
    );
  }
};

const replacementUuid = async (
  ctx: WriteScope,
  id: string,
  { reason, replacement }: VoidWish,
): Promise<string | null> => {
  if ((reason === '01') !== (replacement !== null)) {
    throw new Refusal(
      'usage',
      reason === '01'
        ? 'Reason 01 says that another invoice takes its place; name it with --replacement.'
        : 'Only reason 01 names a --replacement.',
    );
  }
  if (replacement === null) return null;
  const other = replacement === id ? undefined : await loadInvoice(ctx, replacement);
  const uuid = other?.header.status === 'filed' ? getUuid(other.header) : null;
  if (uuid !== null) return uuid;
  throw new Refusal('invalid_value', `${replacement} is not another filed invoice of the same company.`);
};
