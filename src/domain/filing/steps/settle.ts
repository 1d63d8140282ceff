// Records the outcome of a submission in one transaction: filed with all that follows, back to draft with the reason,
// or still unknown.
import { SERVICE } from '../../../../generated/service.ts';
import { ANYBODY, fit } from '../../../base/text/fit.ts';
import type { FilingFault, Outcome } from '../../../einvoicing/filing.ts';
import { identifierOf } from '../../../einvoicing/peppol-ubl/participant.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Filable, FilableKind } from '../../documents/shared/filable.ts';
import { filingError, storedFiling, type StoredFiling } from '../../documents/shared/filing.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { PDF_MEDIA_TYPE } from '../delivery/pdf.ts';
import { lockFilable } from '../filable.ts';
import { cancelReplaced } from '../replace.ts';
import { keepDocument } from '../store/documents.ts';
import type { Built, Job, JobOf } from '../job.ts';
import { enqueue, findPrint, finishJob, noteAttempt } from '../store/outbox.ts';
import { toDo } from '../../../base/text/to-do.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;

/** After acceptance the network forwards the document; the first status check comes early. */
const FIRST_EVIDENCE_MS = 2_000;

export const recordAccepted = async (
  ctx: WriteScope,
  job: JobOf<'file'>,
  { id, at, document, evidence }: Accepted,
): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  const { built } = job;
  if (before === undefined || built === null)
    throw new Error(`${job.document_id} was filed and is not there`);
  const recipient = identifierOf(built.submission.route.receiver);
  const mailed = { status: 'sent', recipient, sent_at: at.toISOString(), reason: null } as const;
  const after = await before.file(ctx, {
    uuid: id,
    filed_at: at.toISOString(),
    sandbox: built.sandbox,
    last_error: null,
    ...sentWay(before),
    delivery: job.by_mail ? mailed : NOT_YET,
    evidence,
  });
  await keepDocument(ctx, before.id, {
    kind: 'xml',
    media_type: built.submission.document.mediaType,
    bytes: document,
  });
  if (job.by_mail) await keepMailed(ctx, job);
  else {
    await enqueue(ctx, { kind: 'deliver', document_id: before.id });
    if (regimeOf(ctx.entity.country_code).model === 'network')
      await followUp(ctx, job.document_id, id, built);
  }
  await cancelReplaced(ctx, after, job);
  await finishJob(ctx.db, job, ctx.now);
  ctx.record({
    event: before.kind.event('filed'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: before.state(),
    after: { ...after.state(), uuid: id, sandbox: built.sandbox },
  });
  if (!job.by_mail) return;
  ctx.record({
    event: before.kind.event('delivered'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: after.state(),
    after: { ...after.state(), recipient, sent_at: mailed.sent_at },
  });
};

const NOT_YET = { status: 'pending', recipient: null, sent_at: null, reason: null } as const;

const sentWay = (document: Filable): Pick<StoredFiling, 'way'> => {
  const delivery = document.delivery();
  return delivery === null ? {} : { way: { channel: delivery.channel, format: delivery.format } };
};

/** The PDF that the buyer has got. */
const keepMailed = async (ctx: WriteScope, job: JobOf<'file'>): Promise<void> => {
  const bytes = await findPrint(ctx.db, job);
  if (bytes !== null)
    await keepDocument(ctx, job.document_id, { kind: 'pdf', media_type: PDF_MEDIA_TYPE, bytes });
};

const followUp = async (
  ctx: WriteScope,
  filed: string,
  document_id: string,
  { submission: { key, document, route }, provider, sandbox }: Built,
): Promise<void> => {
  const { sha256, profile } = document;
  const order = { document_id, submission_key: key, route, provider, sandbox, sha256, profile };
  await enqueue(ctx, { kind: 'evidence', document_id: filed, inMs: FIRST_EVIDENCE_MS, order });
};

/** Returns the document to draft with the reason; the draft keeps its number. */
export const recordRejected = async (
  ctx: WriteScope,
  job: Job,
  faults: readonly FilingFault[],
): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  await finishJob(ctx.db, job, ctx.now, faults.map(({ code }) => code).join(', '));
  if (before === undefined) return;
  const last_error = toFilingError(before.kind, faults);
  const after = await before.write(ctx, { filing_status: 'failed', filing: { last_error } });
  ctx.record({
    event: before.kind.event('filing_failed'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: before.state(),
    after: { ...after.state(), error: forTrail(last_error), errors: faults.slice(0, 20).map(forTrail) },
  });
};

/** In words for whoever reads the trail. */
export const forTrail = <F extends { readonly fix: string | null }>(fault: F): F =>
  fault.fix === null ? fault : { ...fault, fix: fit(fault.fix, ANYBODY) };

/** The first fault, with the codes of the others. */
export const toFilingError = (kind: FilableKind, [first, ...others]: readonly FilingFault[]) => {
  const fault = first ?? noReason(kind);
  const more = others.map(({ code, message }) => `${code} ${message}`).join('; ');
  return filingError({ ...fault, message: more === '' ? fault.message : `${fault.message} Also: ${more}` });
};

const noReason = ({ noun }: FilableKind): FilingFault => ({
  code: 'refused',
  message: 'The provider refused the document without a reason.',
  path: null,
  fix: `Submit the ${noun} again; if it is refused again, an administrator asks the provider.`,
  source: 'provider',
});

/** An unknown outcome, and how it will be resolved. */
export interface Unclear {
  readonly reason: string;
  /** Whether an attempt with these bytes may have filed something. */
  readonly maybeSent: boolean;
  /** Polling will not resolve it. */
  readonly forPerson: boolean;
  /** It is certain that nothing was sent, and it is sent again. */
  readonly waiting?: boolean;
}

/** The outcome must be queried again; the document is blocked until then. */
export const recordUnclear = async (ctx: WriteScope, job: Job, unclear: Unclear): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  await noteAttempt(ctx.db, job, ctx.now, unclear);
  if (before === undefined) return;
  const last_error = filingError(unclearError(before.kind, unclear));
  const filing_status = unclear.waiting === true ? 'pending' : 'unclear';
  if (
    before.filing_status === filing_status &&
    storedFiling(before).last_error?.message === last_error.message
  )
    return;
  await before.write(ctx, { filing_status, filing: { last_error } });
};

const unclearError = (
  { noun, look }: FilableKind,
  { reason, maybeSent, forPerson }: Unclear,
): FilingFault => ({
  code: 'outcome_unknown',
  message: maybeSent
    ? `Whether the ${noun} was filed is not known yet: ${reason}.`
    : `The ${noun} is not filed yet: ${reason}.`,
  path: null,
  fix: forPerson
    ? toDo('look_up', { noun })
    : `The service goes on by itself; ${look}. Do not make another ${noun} for it.`,
  source: 'provider',
});

const STAMP_WINDOW_MS = SERVICE.windows.stamp_hours * 3_600_000;

/** Whether an authority would refuse the document for its age, whatever it did with it before. */
export const hasGrownOld = ({ entity, now }: Pick<WriteScope, 'entity' | 'now'>, job: Job): boolean =>
  regimeOf(entity.country_code).model === 'clearance' &&
  job.built !== null &&
  now.getTime() - job.built.at.getTime() > STAMP_WINDOW_MS;
