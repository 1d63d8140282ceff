// Records the outcome of a submission in one transaction: filed with all that follows, back to draft with the reason,
// or still unknown.
import { SERVICE } from '../../../../generated/service.ts';
import type { FilingFault, Outcome } from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { openFlag } from '../../documents/settle.ts';
import { filingError, storedFiling } from '../../invoices/filing.ts';
import { invoiceFiled } from '../../invoices/movements.ts';
import { indexedInvoice, invoiceState } from '../../invoices/state.ts';
import { lockInvoice, writeFiling } from '../../invoices/write-filing.ts';
import { post } from '../../ledger/post.ts';
import { toOpenDay } from '../../periods/period.ts';
import type { WriteScope } from '../../change/scope.ts';
import { reindexRecord } from '../../search-index/index-record.ts';
import { keepDocument } from '../store/documents.ts';
import type { Built, Job, JobOf } from '../job.ts';
import { enqueue, finishJob, noteAttempt } from '../store/outbox.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** After acceptance the network forwards the document; the first status check comes early. */
const FIRST_EVIDENCE_MS = 2_000;

export const recordAccepted = async (
  ctx: WriteScope,
  job: JobOf<'file'>,
  { id, at, document, evidence }: Accepted,
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  const { built } = job;
  if (record === undefined || built === null) throw new Error(`${job.invoice_id} was filed and is not there`);
  const before = record.header;
  const header = await writeFiling(ctx, before, {
    filing_status: 'filed',
    internal_status: 'filed',
    columns: { status: 'filed', open: openFlag('invoice', 'filed', before.balance_minor) },
    filing: {
      uuid: id,
      filed_at: at.toISOString(),
      sandbox: built.sandbox,
      last_error: null,
      delivery: { status: 'pending', recipient: null, sent_at: null, reason: null },
      evidence,
    },
  });
  await keepDocument(ctx, before.id, {
    kind: 'xml',
    media_type: built.submission.document.mediaType,
    bytes: document,
  });
  // Its month may have been closed while the authority had it.
  const date = await toOpenDay(ctx, header.issue_date);
  await post(ctx, [{ ...invoiceFiled(header), date }]);
  const { customer } = record;
  await reindexRecord(
    ctx,
    indexedInvoice({ header: before, customer }),
    indexedInvoice({ header, customer }),
  );
  await enqueue(ctx, { kind: 'deliver', invoice_id: before.id });
  if (regimeOf(ctx.entity.country_code).model === 'network') await followUp(ctx, job.invoice_id, id, built);
  await finishJob(ctx.db, job, ctx.now);
  ctx.record({
    event: 'invoice.filed',
    record_type: 'invoice',
    record_id: before.id,
    before: invoiceState(before),
    after: { ...invoiceState(header), uuid: id, sandbox: built.sandbox },
  });
};

const followUp = async (
  ctx: WriteScope,
  invoice_id: string,
  document_id: string,
  { submission: { key, document, route }, provider, sandbox }: Built,
): Promise<void> => {
  const { sha256, profile } = document;
  const order = { document_id, submission_key: key, route, provider, sandbox, sha256, profile };
  await enqueue(ctx, { kind: 'evidence', invoice_id, inMs: FIRST_EVIDENCE_MS, order });
};

/** Returns the invoice to draft with the reason; the draft keeps its number. */
export const recordRejected = async (
  ctx: WriteScope,
  job: Job,
  faults: readonly FilingFault[],
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await finishJob(ctx.db, job, ctx.now, faults.map(({ code }) => code).join(', '));
  if (record === undefined) return;
  const before = record.header;
  const last_error = toFilingError(faults);
  const header = await writeFiling(ctx, before, {
    filing_status: 'failed',
    internal_status: 'compliance_draft',
    filing: { last_error },
  });
  ctx.record({
    event: 'invoice.filing_failed',
    record_type: 'invoice',
    record_id: before.id,
    before: invoiceState(before),
    after: { ...invoiceState(header), error: last_error, errors: faults.slice(0, 20) },
  });
};

/** The first fault, with the codes of the others. */
export const toFilingError = ([first, ...others]: readonly FilingFault[]) => {
  const fault = first ?? NO_REASON;
  const more = others.map(({ code, message }) => `${code} ${message}`).join('; ');
  return filingError({ ...fault, message: more === '' ? fault.message : `${fault.message} Also: ${more}` });
};

const NO_REASON: FilingFault = {
  code: 'refused',
  message: 'The provider refused the document without a reason.',
  path: null,
  fix: 'Submit the invoice again; if it is refused again, an administrator asks the provider.',
  source: 'provider',
};

/** An unknown outcome, and how it will be resolved. */
export interface Unclear {
  readonly reason: string;
  /** Whether an attempt with these bytes may have filed something. */
  readonly maybeSent: boolean;
  /** Polling will not resolve it. */
  readonly forPerson: boolean;
}

/** The outcome must be queried again; the invoice is blocked until then. */
export const recordUnclear = async (ctx: WriteScope, job: Job, unclear: Unclear): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await noteAttempt(ctx.db, job, ctx.now, unclear);
  if (record === undefined) return;
  const last_error = filingError(unclearError(unclear));
  const { header } = record;
  if (header.filing_status === 'unclear' && storedFiling(header).last_error?.message === last_error.message)
    return;
  await writeFiling(ctx, header, { filing_status: 'unclear', filing: { last_error } });
};

const unclearError = ({ reason, maybeSent, forPerson }: Unclear): FilingFault => ({
  code: 'outcome_unknown',
  message: maybeSent
    ? `Whether the invoice was filed is not known yet: ${reason}.`
    : `The invoice is not filed yet: ${reason}.`,
  path: null,
  fix: forPerson
    ? 'An administrator looks the invoice up at the provider. If it is not there, "invoice not-filed" makes it a draft again. Do not make another invoice for it.'
    : 'The service goes on by itself; call get_invoice later. Do not make another invoice for it.',
  source: 'provider',
});

const STAMP_WINDOW_MS = SERVICE.windows.stamp_hours * 3_600_000;

/** Whether an authority would refuse the document for its age, whatever it did with it before. */
export const hasGrownOld = ({ entity, now }: Pick<WriteScope, 'entity' | 'now'>, job: Job): boolean =>
  regimeOf(entity.country_code).model === 'clearance' &&
  job.built !== null &&
  now.getTime() - job.built.at.getTime() > STAMP_WINDOW_MS;
