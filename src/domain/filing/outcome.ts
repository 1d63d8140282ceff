// What became of a submission, written down in one transaction: filed with all that follows from it, back to the draft
// with the reason, or not known yet.
import type { Evidence, FilingFault, Outcome } from '../../einvoicing/filing.ts';
import { parseInstant } from '../../db/instant.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import { openFlag } from '../documents/settle.ts';
import { filingError, type StoredFiling, storedFiling } from '../invoices/filing.ts';
import { indexedInvoice } from '../invoices/indexed.ts';
import { invoiceFiled } from '../invoices/movements.ts';
import type { InvoiceHeader } from '../invoices/record.ts';
import { invoiceState } from '../invoices/state.ts';
import { lockInvoice, writeFiling } from '../invoices/write-filing.ts';
import { post } from '../ledger/post.ts';
import type { WriteScope } from '../scope.ts';
import { reindexRecord } from '../search/index-record.ts';
import { keepDocument } from './documents.ts';
import { changeJob, enqueue, finishJob, type Job } from './outbox.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** The network carries a document on after it was accepted; the first look comes early. */
const FIRST_EVIDENCE_MS = 2_000;

export const recordAccepted = async (
  ctx: WriteScope,
  job: Job,
  { id, at, document, evidence }: Accepted,
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  if (record === undefined) throw new Error(`${job.invoice_id} was filed and is not there`);
  const before = record.header;
  const header = await writeFiling(ctx, before, {
    filing_status: 'filed',
    internal_status: 'filed',
    columns: { status: 'filed', open: openFlag('invoice', 'filed', before.balance_minor) },
    filing: {
      uuid: id,
      filed_at: at.toISOString(),
      sandbox: job.sandbox === 1,
      last_error: null,
      delivery: { status: 'pending', recipient: null, sent_at: null },
      evidence,
    },
  });
  await keepDocument(ctx, before.id, {
    kind: 'xml',
    media_type: job.media_type ?? 'application/xml',
    bytes: document,
  });
  await post(ctx, [invoiceFiled(header)]);
  const { customer } = record;
  await reindexRecord(
    ctx,
    indexedInvoice({ header: before, customer }),
    indexedInvoice({ header, customer }),
  );
  await enqueue(ctx, { kind: 'deliver', invoice_id: before.id });
  if (regimeOf(ctx.entity.country_code).model === 'network') await followUp(ctx, job, id);
  await finishJob(ctx.db, job, ctx.now);
  ctx.record({
    event: 'invoice.filed',
    record_type: 'invoice',
    record_id: before.id,
    before: invoiceState(before),
    after: { ...invoiceState(header), uuid: id, sandbox: job.sandbox === 1 },
  });
};

const followUp = async (ctx: WriteScope, job: Job, documentId: string): Promise<void> => {
  const { submission_key, route, provider, sandbox, sha256, profile } = job;
  await enqueue(ctx, {
    kind: 'evidence',
    invoice_id: job.invoice_id,
    inMs: FIRST_EVIDENCE_MS,
    request: { document_id: documentId, submission_key, route, provider, sandbox, sha256, profile },
  });
};

/** Back to the draft, with the reason; its number stays with it. */
export const recordRejected = async (
  ctx: WriteScope,
  job: Job,
  faults: readonly FilingFault[],
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await finishJob(
    ctx.db,
    job,
    ctx.now,
    faults
      .map(({ code }) => code)
      .join(', ')
      .slice(0, MAX_REASON),
  );
  if (record === undefined) return;
  const before = record.header;
  const last_error = errorOf(faults);
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

const MAX_REASON = 1000;

/** The first fault, with the codes of the others. */
export const errorOf = ([first, ...others]: readonly FilingFault[]) => {
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

/** Whether it was filed has to be asked again; nothing else may happen to it until then. */
export const recordUnclear = async (ctx: WriteScope, job: Job, reason: string): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await changeJob(ctx.db, job, ctx.now, {
    attempts: job.attempts + 1,
    last_reason: reason.slice(0, MAX_REASON),
  });
  if (record === undefined || record.header.filing_status === 'unclear') return;
  await writeFiling(ctx, record.header, { filing_status: 'unclear' });
};

/** How long a stamping authority takes a document after its own moment of issue (RMF 2.7.2.9). */
const STAMP_WINDOW_MS = 72 * 3_600_000;

/**
 * Whether a refusal only says that the document has grown too old while nobody could be reached: it was not filed, so
 * it is built anew under the same approval.
 */
export const hasGrownOld = (ctx: WriteScope, job: Job): boolean =>
  regimeOf(ctx.entity.country_code).model === 'clearance' &&
  job.built_at !== null &&
  ctx.now.getTime() - parseInstant(job.built_at).getTime() > STAMP_WINDOW_MS;

/** Another generation of the document: new bytes and a new key, since the old ones are known not to be filed. */
export const rebuild = (ctx: WriteScope, job: Job): Promise<void> =>
  changeJob(ctx.db, job, ctx.now, { state: 'approved', generation: job.generation + 1, attempts: 0 });

/** What the network says of a document that it took: it stays filed. */
export const recordEvidence = async (
  ctx: WriteScope,
  job: Job,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await finishJob(ctx.db, job, ctx.now, found.kind);
  if (record === undefined) return;
  await writeFiling(ctx, record.header, { filing: evidenceOf(record.header, found) });
};

const evidenceOf = (
  header: InvoiceHeader,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Partial<StoredFiling> =>
  found.kind === 'failed'
    ? { last_error: { ...errorOf(found.faults), source: 'network' } }
    : { evidence: { ...storedFiling(header).evidence, ...found.evidence } };
