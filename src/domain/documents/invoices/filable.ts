// An invoice as filing sees it.
import { once } from '../../../base/once.ts';
import { toolError, type ToolError } from '../../../base/errors.ts';
import type { Entity } from '../../../base/entity.ts';
import { amount, saidAmount } from '../../../base/money/amount.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Cancelled, Filable, FilableKind, Progress } from '../shared/filable.ts';
import { documentParts } from '../shared/document-parts.ts';
import { type StoredFiling, asShown } from '../shared/filing.ts';
import { formatInvoiceFolio } from '../shared/document.ts';
import { close, credit, openFlag } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { post } from '../../money/ledger/post.ts';
import { invoicePaymentItems } from '../payments/items.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { releaseAllocations } from '../payments/release.ts';
import { reindexRecord, removeFromIndex } from '../../ground/search-index/index-record.ts';
import { describeInTurns } from './describe.ts';
import { toDocument } from './document.ts';
import { claimReplaced, replacedBy } from './take-place.ts';
import { buildInvoice, chooseSeries, findObstacle, withDates } from './issue.ts';
import {
  type FilingChange,
  invoiceFiled,
  invoiceReversed,
  lockInvoice,
  tellFiled,
  writeFiling,
} from './write-filing.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { deleteDraft } from './store/invoices.ts';
import { loadInvoice } from './store/whole.ts';
import { asDay } from '../../../base/time/day.ts';
import { wireNumber } from '../../../base/money/decimal.ts';
import { type DocumentPreview, previewDocument } from '../shared/preview.ts';

export const INVOICES: FilableKind = {
  record_type: 'invoice',
  taskable_type: 'Invoice',
  noun: 'invoice',
  a_noun: 'an invoice',
  look: 'call get_invoice later',
  event: (name) => `invoice.${name}`,
  load: async (ctx, id) => {
    const record = await loadInvoice(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  lock: async (ctx, id) => {
    const record = await lockInvoice(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  show: async (ctx, id) => {
    const record = await loadInvoice(ctx, id);
    if (record === undefined) return undefined;
    return describeInTurns(ctx.entity, record, ctx, await invoicePaymentItems(ctx, record.header));
  },
};

const toFilable = (entity: Entity, record: InvoiceRecord): Filable => {
  const { header, customer } = record;
  const parts = documentParts(() => toDocument(entity, record));
  const write = async (ctx: WriteScope, change: FilingChange): Promise<Filable> =>
    toFilable(entity, { ...record, header: await writeFiling(ctx, header, change) });
  return {
    ...header,
    kind: INVOICES,
    numbering: chooseSeries(entity, header),
    folio: formatInvoiceFolio(header),
    replaces: replacedBy(header),
    customer,
    ...parts,
    state: () => invoiceState(header),
    wholeState: () => ({ ...invoiceState(header), lines: record.lines }),
    preview: once(() => previewInvoice(entity, record, parts.document())),
    write: (ctx, progress) => write(ctx, { ...progress, ...innerStatus(progress) }),
    dated: async (ctx) => toFilable(entity, { ...record, header: await withDates(ctx, header) }),
    obstacle: (ctx) => findObstacle(ctx, header),
    build: (ctx, numbered) => buildInvoice(ctx, record.header, parts.document(), numbered),
    reserve: async (ctx, numbered) => {
      await claimReplaced(ctx, header);
      const { issue_date, due_date, exchange_rate, exchange_rate_date, exchange_rate_source } = header;
      const dates = { issue_date, due_date, exchange_rate, exchange_rate_date, exchange_rate_source };
      return write(ctx, { columns: { ...numbered, ...dates } });
    },
    file: (ctx, filing) => file(ctx, record, filing),
    uncancellable: () => Promise.resolve(refuseCancelling(header)),
    cancel: (ctx, filing) => cancel(ctx, record, filing),
    discard: async (ctx) => {
      if (!(await deleteDraft(ctx, header.id))) return false;
      await removeFromIndex(ctx, indexedInvoice(record));
      return true;
    },
  };
};

/** The state within the service that goes with the progress of a filing. */
const innerStatus = ({ filing_status }: Progress): Pick<FilingChange, 'internal_status'> => {
  if (filing_status === 'awaiting_approval') return { internal_status: 'awaiting_approval' };
  if (filing_status === 'pending') return { internal_status: 'filing' };
  if (filing_status === 'failed' || filing_status === 'not_submitted')
    return { internal_status: 'compliance_draft' };
  return {};
};

const file = async (
  ctx: WriteScope,
  record: InvoiceRecord,
  filing: Partial<StoredFiling>,
): Promise<Filable> => {
  const { header: before, customer } = record;
  const header = await writeFiling(ctx, before, {
    filing_status: 'filed',
    internal_status: 'filed',
    columns: { status: 'filed', open: openFlag('invoice', 'filed', before.balance_minor) },
    filing,
  });
  // Its month may have been closed while the authority had it.
  const date = await toOpenDay(ctx, header.issue_date);
  await post(ctx, [{ ...invoiceFiled(header), date }]);
  await reindexRecord(
    ctx,
    indexedInvoice({ header: before, customer }),
    indexedInvoice({ header, customer }),
  );
  await tellFiled(ctx, formatInvoiceFolio(header));
  return toFilable(ctx.entity, { ...record, header });
};

const refuseCancelling = (
  header: InvoiceHeader,
): ToolError<'cancel_partly_credited' | 'cancel_paid'> | null => {
  const { id, currency } = header;
  const document = formatInvoiceFolio(header) ?? id;
  // Another invoice has taken its place.
  if (header.closed_on !== null) return null;
  if (header.credited_minor > 0) return toolError('cancel_partly_credited', { document });
  if (header.paid_minor === 0) return null;
  const paid = saidAmount(amount(header.paid_minor, currency));
  return toolError('cancel_paid', { document, document_id: id, paid });
};

/** Payments received during the cancellation are kept, unallocated. */
const cancel = async (
  ctx: WriteScope,
  { header: before }: InvoiceRecord,
  filing: Partial<StoredFiling>,
): Promise<Cancelled> => {
  const { id } = before;
  const document = await lockDocument(ctx, 'invoice', id);
  if (document === undefined) throw new Error(`${id} is not there`);
  const paid = document.paid_minor - document.presettled_minor;
  const released = await releaseAllocations(ctx, document, paid);
  const freed =
    paid === 0 ? document : await credit(ctx, document, { credited: 0, unpaid: paid, unsettled: 0 });
  const day = await toOpenDay(ctx, ctx.today);
  await close(ctx, freed, 'void', day);
  const owed = document.total_minor - document.credited_minor;
  await post(ctx, [invoiceReversed(before, day, owed)]);
  const closed = await loadInvoice(ctx, id);
  if (closed === undefined) throw new Error(`${id} was closed and is not there`);
  const header = await writeFiling(ctx, closed.header, { filing_status: 'cancelled', filing });
  return { after: toFilable(ctx.entity, { ...closed, header }), details: { released } };
};

const previewInvoice = (
  entity: Entity,
  { header, customer }: InvoiceRecord,
  document: InvoiceDocument,
): DocumentPreview => {
  const given = header.content?.given;
  return previewDocument(asShown(document, header), {
    record_type: 'invoice',
    record_id: header.id,
    credit_reason: null,
    entityId: entity.id,
    customerId: customer.id,
    dueDays: header.payment_terms_days,
    given: {
      series: given?.series ?? null,
      issue_date: given?.issue_date === undefined ? null : asDay(header.issue_date),
      exchange_rate:
        given?.exchange_rate === undefined || header.exchange_rate === null
          ? null
          : wireNumber(header.exchange_rate),
    },
    numbering: chooseSeries(entity, header),
    number: header.number,
  });
};
