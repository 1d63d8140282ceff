// Builds the file of an approved document: fixes its dates, rate and number, seals it, and stores the bytes and
// their key. Every attempt sends exactly these bytes.
import { pause } from '../../../base/load/turns.ts';
import type { Transport, FilingFault, Signer, Submission } from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Issue } from '../../../einvoicing/regime.ts';
import { ToolError } from '../../../base/errors.ts';
import { changedPaths, takeSnapshot } from '../approval/snapshot.ts';
import { type Approval, findApproval } from '../store/approvals.ts';
import { askAnew } from '../complements/offer.ts';
import { PREVIEW_FORM } from '../../documents/shared/preview.ts';
import type { EntityChange } from '../../ground/change/change.ts';
import type { Filable, FilableKind } from '../../documents/shared/filable.ts';
import { lockFilable } from '../filable.ts';
import { reserveNumber } from '../numbers.ts';
import type { JobOf } from '../job.ts';
import { finishJob, keepBuilt } from '../store/outbox.ts';
import { toDo } from '../../../base/text/to-do.ts';

export type Prepared =
  | { readonly kind: 'ready'; readonly job: JobOf<'file'>; readonly submission: Submission }
  /** Permanent faults; the caller returns the document to draft. */
  | { readonly kind: 'refused'; readonly faults: readonly FilingFault[] }
  /** The document is no longer being filed. */
  | { readonly kind: 'obsolete' };

interface PrepareFacts {
  readonly transport: Pick<Transport, 'name' | 'sandbox'>;
  /** Null if the format has no seal. */
  readonly signer: Signer | null;
}

export type PrepareScope = EntityChange<'exchange_rate_unavailable', 'exchange_rate_date'>;

export const prepareFiling = async (
  ctx: PrepareScope,
  job: JobOf<'file'>,
  facts: PrepareFacts,
): Promise<Prepared> => {
  const found = await lockFilable(ctx, job.document_id);
  if (found === undefined || !isBeingFiled(found)) {
    const noun = found?.kind.noun ?? 'document';
    await finishJob(ctx.db, job, ctx.now, `the ${noun} is not being filed`);
    return { kind: 'obsolete' };
  }
  const approval = await findApproval(ctx, job.approval_id ?? '');
  if (approval?.status === 'approved' && approval.form !== PREVIEW_FORM) {
    await finishJob(ctx.db, job, ctx.now, 'asked anew after an upgrade');
    await askAnew(ctx, found, approval);
    return { kind: 'obsolete' };
  }
  await found.prepare();
  const fault =
    wentElsewhere(job, found) ?? changedSinceApproval(approval, found) ?? (await findObstacle(ctx, found));
  if (fault !== null) return { kind: 'refused', faults: [fault] };
  const dated = await withDates(ctx, found);
  if (!('build' in dated)) return { kind: 'refused', faults: [dated] };
  await dated.prepare();
  const faults = findErrors(dated).map(toFault);
  if (faults.length > 0) return { kind: 'refused', faults };
  return { kind: 'ready', ...(await build(ctx, job, facts, dated)) };
};

const isBeingFiled = ({ status, filing_status }: Filable): boolean =>
  status === 'draft' && (filing_status === 'pending' || filing_status === 'unclear');

/** A look-up, or a change of the customer, since the approval. */
const wentElsewhere = (job: JobOf<'file'>, document: Filable): FilingFault | null => {
  const delivery = document.delivery();
  if (delivery === null || (delivery.channel === 'email') === job.by_mail) return null;
  const { noun } = document.kind;
  return {
    code: 'delivery_changed',
    message: job.by_mail
      ? `The ${noun} was approved to go by e-mail, and goes over the network now: ${delivery.reason}`
      : `The ${noun} was approved to go over the network, and goes by e-mail now: ${delivery.reason}`,
    path: 'delivery',
    fix: `Submit the ${noun} again, so that it is approved as it goes now.`,
    source: 'service',
  };
};

/** If a counterparty changes after the approval, the filed document would differ from what the person approved. */
const changedSinceApproval = (approval: Approval | undefined, document: Filable): FilingFault | null => {
  const now = takeSnapshot(document);
  if (approval?.status === 'approved' && approval.snapshot_hash === now.hash) return null;
  const paths = approval === undefined ? [] : changedPaths(approval.document, now.snapshot);
  return {
    code: 'changed_after_approval',
    message: `Not what was approved any more; changed: ${paths.slice(0, 5).join(', ') || 'the approval itself'}.`,
    path: paths[0] ?? null,
    fix: `Submit the ${document.kind.noun} again, so that it is approved as it is now.`,
    source: 'service',
  };
};

const findObstacle = async (ctx: PrepareScope, document: Filable): Promise<FilingFault | null> => {
  const found = await document.obstacle(ctx);
  return found === null ? null : { ...found, source: 'service' };
};

const withDates = async (ctx: PrepareScope, document: Filable): Promise<Filable | FilingFault> => {
  try {
    return await document.dated(ctx);
  } catch (error) {
    if (error instanceof ToolError) return asFault(document.kind, error);
    throw error;
  }
};

const asFault = ({ noun }: FilableKind, { code, message }: ToolError): FilingFault => ({
  code,
  message,
  path: 'currency',
  fix: toDo('rate', { noun }),
  source: 'service',
});

const findErrors = (document: Filable): readonly Issue[] =>
  document.issues().filter(({ severity }) => severity === 'error');

const toFault = ({ rule, path, message, fix }: Issue): FilingFault => ({
  code: rule,
  path,
  message,
  fix,
  source: 'service',
});

const build = async (
  ctx: PrepareScope,
  job: JobOf<'file'>,
  { transport, signer }: PrepareFacts,
  document: Filable,
): Promise<{ job: JobOf<'file'>; submission: Submission }> => {
  const regime = regimeOf(ctx.entity.country_code);
  const { numbering: series } = document;
  const number = document.number ?? (await reserveNumber(ctx, series));
  const plain = await document.build(ctx, { series, number });
  await pause();
  const built = regime.seal === undefined || signer === null ? plain : regime.seal(plain, signer);
  const submission: Submission = {
    // Entry ids are unique, so the keys are too.
    key: `${job.id}.${job.generation}`,
    document: built,
    route: document.route(),
  };
  await document.reserve(ctx, { series, number });
  const kept = { submission, provider: transport.name, sandbox: transport.sandbox, at: ctx.now };
  await keepBuilt(ctx.db, job, ctx.now, kept);
  return { job: { ...job, state: 'ready', built: kept, maybe_sent: true }, submission };
};
