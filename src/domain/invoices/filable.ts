// An invoice as filing sees it.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Entity } from '../../base/entity.ts';
import { minorText } from '../../base/money/amount.ts';
import { roundHalfUp, toText } from '../../base/money/decimal.ts';
import { addDays, dayIn } from '../../base/time/day.ts';
import { momentIn } from '../../base/time/local.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import type { WriteScope } from '../change/scope.ts';
import type {
  Cancelled,
  DateScope,
  Filable,
  FilableKind,
  FilingObstacle,
  Progress,
} from '../documents/filable.ts';
import { documentParts } from '../documents/document-parts.ts';
import type { StoredFiling } from '../documents/filing.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import { close, credit, openFlag } from '../documents/settle.ts';
import { lockDocument } from '../documents/store/lock.ts';
import { rateFor } from '../exchange-rates/rate-for.ts';
import { post } from '../ledger/post.ts';
import { invoicePaymentItems } from '../payments/items.ts';
import { toOpenDay } from '../periods/period.ts';
import { releaseAllocations } from '../payments/release.ts';
import { reindexRecord, removeFromIndex } from '../search-index/index-record.ts';
import { describeInvoice } from './describe.ts';
import { toDocument } from './document.ts';
import { invoiceFiled, invoiceReversed } from './movements.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';
import { snapshotInvoice } from './snapshot.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { deleteDraft, loadInvoice, readFiles } from './store.ts';
import { earliestIssueDate, GIVEN_RATE } from './plan-for.ts';
import { type FilingChange, lockInvoice, writeFiling } from './write-filing.ts';

export const INVOICES: FilableKind = {
  record_type: 'invoice',
  taskable_type: 'Invoice',
  noun: 'invoice',
  a_noun: 'an invoice',
  look: 'call get_invoice later',
  event: (name) => `invoice.${name}`,
  series: ({ details, country_code }) => details.invoice_series ?? COUNTRIES[country_code].invoice_series,
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
    return describeInvoice(ctx.entity, record, ctx, await invoicePaymentItems(ctx, record.header));
  },
};

/** `files` are read when it is about to be built. */
const toFilable = (entity: Entity, record: InvoiceRecord, files: readonly Buffer[] = []): Filable => {
  const { header, customer } = record;
  const parts = documentParts(() => attach(toDocument(entity, record), files));
  const write = async (ctx: WriteScope, change: FilingChange): Promise<Filable> =>
    toFilable(entity, { ...record, header: await writeFiling(ctx, header, change) });
  return {
    ...header,
    kind: INVOICES,
    series: header.series ?? header.content?.given.series ?? null,
    folio: formatInvoiceFolio(header),
    customer,
    ...parts,
    build: (facts) => parts.build({ ...facts, issuedAt: issueMoment(entity, header, facts.issuedAt) }),
    state: () => invoiceState(header),
    wholeState: () => ({ ...invoiceState(header), lines: record.lines }),
    snapshot: () => snapshotInvoice(entity, record),
    write: (ctx, progress) => write(ctx, { ...progress, ...innerStatus(progress) }),
    dated: async (ctx) => {
      const attached = (header.content?.terms.attachments.length ?? 0) > 0;
      const dated = { ...record, header: await withDates(ctx, header) };
      return toFilable(entity, dated, attached ? await readFiles(ctx, header.id) : []);
    },
    obstacle: (ctx) => Promise.resolve(findObstacle(ctx, header)),
    reserve: (ctx, numbered) => {
      const { issue_date, due_date, exchange_rate, exchange_rate_date, exchange_rate_source } = header;
      const dates = { issue_date, due_date, exchange_rate, exchange_rate_date, exchange_rate_source };
      return write(ctx, { columns: { ...numbered, ...dates } });
    },
    file: (ctx, filing) => file(ctx, record, filing),
    uncancellable: () => Promise.resolve(explainUncancellable(header)),
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

/**
 * Issue date and exchange rate are today's unless the caller has given them; the due date follows from the agreed days.
 */
const withDates = async (ctx: DateScope, header: InvoiceHeader): Promise<InvoiceHeader> => {
  const issue_date = header.content?.given.issue_date === undefined ? ctx.today : header.issue_date;
  const dated = { ...header, issue_date, due_date: addDays(issue_date, header.payment_terms_days) };
  if (header.exchange_rate_source === GIVEN_RATE) return dated;
  const rate = await rateFor(ctx, header.currency, issue_date);
  const { exchangeRateDecimals } = regimeOf(ctx.entity.country_code);
  return {
    ...dated,
    exchange_rate: rate === null ? null : toText(roundHalfUp(rate.rate, exchangeRateDecimals)),
    exchange_rate_date: rate?.date ?? null,
    exchange_rate_source: rate?.source ?? null,
  };
};

const findObstacle = (ctx: WriteScope, { issue_date, content }: InvoiceHeader): FilingObstacle | null => {
  if (content?.given.issue_date === undefined || issue_date >= earliestIssueDate(ctx)) return null;
  return {
    code: 'issue_date_outside_window',
    message: `The invoice is dated ${issue_date}, which is too long ago to be filed today.`,
    fix: 'An administrator changes the date with "invoice update"; then submit the invoice again.',
  };
};

/** Now; on an earlier day the last second, which stays in the stamping window longest. */
const issueMoment = ({ time_zone }: Entity, { issue_date }: InvoiceHeader, now: Date): Date =>
  issue_date === dayIn(time_zone, now) ? now : momentIn(time_zone, new Date(`${issue_date}T23:59:59Z`));

const attach = (document: InvoiceDocument, files: readonly Buffer[]): InvoiceDocument =>
  files.length === 0
    ? document
    : {
        ...document,
        terms: {
          ...document.terms,
          attachments: document.terms.attachments.map((file, index) => ({
            ...file,
            content: files[index] ?? null,
          })),
        },
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
  return toFilable(ctx.entity, { ...record, header });
};

const explainUncancellable = (header: InvoiceHeader): string | null => {
  const { id, currency } = header;
  const name = formatInvoiceFolio(header) ?? id;
  if (header.credited_minor > 0)
    return `The invoice ${name} is credited in part, so it is not voided; credit the rest.`;
  if (header.paid_minor === 0) return null;
  const paid = minorText(header.paid_minor, currency);
  return `${paid} ${currency} is paid on the invoice ${name}; it is not voided while payments exist. Take back what was matched with "bank match undo", or credit the invoice with "invoice credit ${id}".`;
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
