// Cancels a filed invoice with the authority. A person asks for it; the worker asks the authority, which may let the
// buyer decide first; the invoice is void once it is cancelled there, and not before.
import type { InvoiceFiling } from '../../../generated/types.ts';
import type { CancelOutcome, CancelRequest, FilingFault } from '../../einvoicing/filing.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import { routeOf } from '../../einvoicing/route.ts';
import { lockDocument } from '../documents/store/lock.ts';
import { close, credit } from '../documents/settle.ts';
import { toDocument } from '../invoices/document.ts';
import { storedFiling, uuidOf } from '../invoices/filing.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import { invoiceReversed } from '../invoices/movements.ts';
import type { InvoiceHeader, InvoiceRecord } from '../invoices/record.ts';
import { invoiceState } from '../invoices/state.ts';
import { loadInvoice } from '../invoices/store.ts';
import { lockInvoice, writeFiling } from '../invoices/write-filing.ts';
import { post } from '../ledger/post.ts';
import { minorText } from '../../base/money/amount.ts';
import { releaseAllocations } from '../payments/release.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { enqueue, finishJob, type Job } from './outbox.ts';
import { errorOf } from './outcome.ts';

export const CANCEL_REASONS = ['01', '02', '03', '04'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export interface VoidWish {
  readonly reason: CancelReason;
  /** The invoice that takes its place; asked for by reason 01 and by no other. */
  readonly replacement: string | null;
  readonly by: string;
}

/** Why a cancellation goes on for days; nothing is to be done about it. */
export const AWAITS_BUYER = 'the buyer has to accept';

type Cancellation = NonNullable<InvoiceFiling['cancellation']>;

const isUnderWay = ({ filing }: InvoiceHeader): boolean =>
  ['requested', 'awaiting_buyer'].includes(storedFiling({ filing }).cancellation?.status ?? '');

/** Puts the cancellation into the queue; one that is under way stays as it is. */
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
    request: { reason: wish.reason, replacement, by: wish.by },
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
  if (uuidOf(header) === null)
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
  const uuid = other?.header.status === 'filed' ? uuidOf(other.header) : null;
  if (uuid !== null) return uuid;
  throw new Refusal('invalid_value', `${replacement} is not another filed invoice of the same company.`);
};

/** What the provider is asked; null when the invoice is no longer one to be cancelled. */
export const cancelRequestOf = async (ctx: ReadScope, job: Job): Promise<CancelRequest | null> => {
  const record = await loadInvoice(ctx, job.invoice_id);
  const uuid = record === undefined ? null : uuidOf(record.header);
  if (record === undefined || uuid === null || record.header.status !== 'filed') return null;
  const { header } = record;
  return {
    uuid,
    taxId: ctx.entity.tax_id ?? '',
    reason: job.request['reason'] as CancelReason,
    replacement: (job.request['replacement'] as string | null | undefined) ?? null,
    at: ctx.now,
    receiverTaxId: routeOf(toDocument(ctx.entity, record)).receiver,
    awaiting: storedFiling(header).cancellation?.status === 'awaiting_buyer',
    total: minorText(header.total_minor, header.currency),
  };
};

/** What was filed in a sandbox is cancelled there, and what was filed for real is not. */
export const wrongWorld = async (
  ctx: ReadScope,
  job: Job,
  transport: { readonly sandbox: boolean },
): Promise<FilingFault | null> => {
  const record = await loadInvoice(ctx, job.invoice_id);
  const { sandbox } = storedFiling(record?.header ?? { filing: {} });
  if (typeof sandbox !== 'boolean' || sandbox === transport.sandbox) return null;
  return {
    code: 'other_provider',
    message: sandbox
      ? 'The invoice was filed in the sandbox, and the configured provider is a real one.'
      : 'The invoice was filed with a real provider, and only the sandbox is configured.',
    path: null,
    fix: 'An administrator configures the provider that filed it.',
    source: 'service',
  };
};

const withCancellation = (header: InvoiceHeader, change: Partial<Cancellation>): Cancellation => ({
  status: 'requested',
  reason: '02',
  requested_at: new Date(0).toISOString(),
  cancelled_at: null,
  ...storedFiling(header).cancellation,
  ...change,
});

export const recordCancelled = async (
  ctx: WriteScope,
  job: Job,
  { at, evidence }: Extract<CancelOutcome, { kind: 'cancelled' }>,
): Promise<void> => {
  const before = await locked(ctx, job);
  const document = await lockDocument(ctx, 'invoice', job.invoice_id);
  if (before === undefined || document === undefined) throw new Error(`${job.invoice_id} is not there`);
  // Money that came in while the authority was being asked stays, without an invoice.
  const paid = document.paid_minor - document.presettled_minor;
  const released = await releaseAllocations(ctx, document, paid);
  const freed =
    paid === 0 ? document : await credit(ctx, document, { credited: 0, unpaid: paid, unsettled: 0 });
  await close(ctx, freed, 'void', ctx.today);
  const owed = document.total_minor - document.credited_minor;
  await post(ctx, [invoiceReversed(before.header, ctx.today, owed)]);
  const closed = await loadInvoice(ctx, job.invoice_id);
  if (closed === undefined) throw new Error(`${job.invoice_id} was closed and is not there`);
  const { header } = closed;
  const after = await writeFiling(ctx, header, {
    filing_status: 'cancelled',
    filing: {
      cancellation: withCancellation(header, { status: 'cancelled', cancelled_at: at.toISOString() }),
      evidence: { ...storedFiling(header).evidence, cancellation: evidence },
    },
  });
  await finishJob(ctx.db, job, ctx.now);
  ctx.record({
    event: 'invoice.voided',
    record_type: 'invoice',
    record_id: job.invoice_id,
    before: invoiceState(before.header),
    after: { ...invoiceState(after), reason: job.request['reason'], released },
  });
};

/** The buyer has to accept; the authority is asked again. */
export const recordAwaitingBuyer = async (ctx: WriteScope, job: Job): Promise<void> => {
  const record = await locked(ctx, job);
  if (record === undefined || storedFiling(record.header).cancellation?.status === 'awaiting_buyer') return;
  const cancellation = withCancellation(record.header, { status: 'awaiting_buyer' });
  await writeFiling(ctx, record.header, { filing: { cancellation } });
};

export const recordNotCancelled = async (
  ctx: WriteScope,
  job: Job,
  faults: readonly FilingFault[],
): Promise<void> => {
  const record = await locked(ctx, job);
  await finishJob(ctx.db, job, ctx.now, faults.map(({ code }) => code).join(', '));
  if (record === undefined) return;
  const cancellation = withCancellation(record.header, { status: 'rejected' });
  const last_error = errorOf(faults);
  const after = await writeFiling(ctx, record.header, { filing: { cancellation, last_error } });
  ctx.record({
    event: 'invoice.void_refused',
    record_type: 'invoice',
    record_id: job.invoice_id,
    before: invoiceState(record.header),
    after: { ...invoiceState(after), error: last_error },
  });
};

const locked = (ctx: WriteScope, job: Job): Promise<InvoiceRecord | undefined> =>
  lockInvoice(ctx, job.invoice_id);
