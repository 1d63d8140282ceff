// What became of a submission, written down in one transaction: filed with all that follows from it, back to the draft
// with the reason, or not known yet.
import { SERVICE } from '../../../generated/service.ts';
import type { Evidence, FilingFault, Outcome } from '../../einvoicing/filing.ts';
import { parseInstant } from '../../db/instant.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import { openFlag } from '../documents/settle.ts';
import { filingError, type StoredFiling, storedFiling } from '../invoices/filing.ts';
import { invoiceFiled } from '../invoices/movements.ts';
import type { InvoiceHeader } from '../invoices/record.ts';
import { indexedInvoice, invoiceState } from '../invoices/state.ts';
import { lockInvoice, writeFiling } from '../invoices/write-filing.ts';
import { post } from '../ledger/post.ts';
import type { WriteScope } from '../change/scope.ts';
import { reindexRecord } from '../search-index/index-record.ts';
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
      delivery: { status: 'pending', recipient: null, sent_at: null, reason: null },
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

/** What is not known, and what is done about it. */
export interface Unclear {
  readonly reason: string;
  /** Whether an attempt with these bytes may have filed something. */
  readonly maybeSent: boolean;
  /** Asking again will not settle it. */
  readonly forPerson: boolean;
}

/** Whether it was filed has to be asked again; nothing else may happen to it until then. */
export const recordUnclear = async (ctx: WriteScope, job: Job, unclear: Unclear): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  await changeJob(ctx.db, job, ctx.now, {
    attempts: job.attempts + 1,
    maybe_sent: unclear.maybeSent ? 1 : 0,
    last_reason: unclear.reason.slice(0, MAX_REASON),
  });
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

/** Whether an authority would take the document no longer, whatever it did with it before. */
export const hasGrownOld = ({ entity, now }: Pick<WriteScope, 'entity' | 'now'>, job: Job): boolean =>
  regimeOf(entity.country_code).model === 'clearance' &&
  job.built_at !== null &&
  now.getTime() - parseInstant(job.built_at).getTime() > STAMP_WINDOW_MS;

/**
 * Another generation of the document, under the same approval: new bytes and a new key. Only for bytes of which no
 * attempt can have filed anything; of all others a refusal may only mean that they are too old by now.
 */
export const rebuild = (ctx: WriteScope, job: Job): Promise<void> => {
  if (job.maybe_sent !== 0) throw new Error(`${job.id} may have been filed and is not built anew`);
  return changeJob(ctx.db, job, ctx.now, { state: 'approved', generation: job.generation + 1, attempts: 0 });
};

/** Before the bytes leave: from now on they may have been filed. */
export const markSent = (ctx: WriteScope, job: Job): Promise<void> =>
  changeJob(ctx.db, job, ctx.now, { maybe_sent: 1 });

/** What the network says of a document that it took: it stays filed. */
export const recordEvidence = async (
  ctx: WriteScope,
  job: Job,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  const reason = found.kind === 'failed' ? errorOf(found.faults).message : found.kind;
  await finishJob(ctx.db, job, ctx.now, reason.slice(0, MAX_REASON));
  if (record === undefined) return;
  const before = record.header;
  const header = await writeFiling(ctx, before, { filing: evidenceOf(before, found) });
  if (found.kind !== 'failed') return;
  ctx.record({
    event: 'invoice.not_delivered',
    record_type: 'invoice',
    record_id: before.id,
    before: invoiceState(before),
    after: { ...invoiceState(header), errors: found.faults.slice(0, 20) },
  });
};

const evidenceOf = (
  header: InvoiceHeader,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Partial<StoredFiling> =>
  found.kind === 'failed'
    ? { last_error: { ...errorOf(found.faults), source: 'network' } }
    : { evidence: { ...storedFiling(header).evidence, ...found.evidence } };
