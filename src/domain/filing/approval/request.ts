// Requests a person's approval for filing a draft: nothing is filed without one.
import { pause } from '../../../base/load/turns.ts';
import { DAY_MS } from '../../../base/time/day.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { groupIssues } from '../../../einvoicing/grouped.ts';
import { enqueue } from '../store/outbox.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { requireFilable } from '../filable.ts';
import { minorText } from '../../../base/money/amount.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { dueOn, NEVER } from '../../documents/tasks/due.ts';
import { PREVIEW_FORM } from '../../documents/shared/preview.ts';
import { cancelStale, expireIfLapsed } from './end.ts';
import { renew, warningsOf } from './renew.ts';
import { changedPaths, type Snapshotted, takeSnapshot } from './snapshot.ts';
import { companiesOf, requireRoom } from '../../parties/access/open-limit.ts';
import { type Approval, countApprovals, insertApproval, pendingApproval } from '../store/approvals.ts';
import { findRisks } from '../risks/risks.ts';
import { approvalOnDocument } from './describe.ts';

type RequestScope = WriteScope &
  Raises<'invoice_not_draft' | 'filing_in_progress' | 'compliance_not_ready' | 'too_many_open'> &
  Warns<'already_awaiting_approval'>;

/** The maximum number of issues in an error. */
const MAX_ISSUES = 50;

/** The pending request: a new one, or the earlier one if the draft has not changed since. */
export const requestApproval = async (
  ctx: RequestScope & Raises<'invoice_not_found'>,
  documentId: string,
): Promise<Approval> => askApproval(ctx, await requireFilable(ctx, documentId), 'invoice_id');

/** The same for a document that is locked; `path` names its id in errors. */
export const askApproval = async (ctx: RequestScope, found: Filable, path: string): Promise<Approval> => {
  const { status } = found;
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path, status });
  await found.prepare();
  const snapshotted = takeSnapshot(found);
  await pause();
  const { pending, document } = await earlierRequest(ctx, found, snapshotted);
  if (pending !== undefined) {
    ctx.unchanged();
    ctx.warn('already_awaiting_approval', { path, approval_request_id: pending.id });
    return pending;
  }
  const { filing_status } = document;
  if (filing_status !== 'not_submitted' && filing_status !== 'failed') {
    throw ctx.error('filing_in_progress', { path, filing_status });
  }
  const warnings = listWarnings(ctx, document, path);
  const { db, entity, now, actor } = ctx;
  if (actor.type === 'key')
    await requireRoom(ctx, actor.id, 'approvals', path, async (bound) =>
      countApprovals(db, await companiesOf(db, entity.organisation_id, bound), actor.id, now),
    );
  return makeRequest(ctx, document, { ...snapshotted, warnings });
};

/** For a draft that is known to have no request and no errors. */
export const openRequest = (
  ctx: WriteScope,
  document: Filable,
  warnings: readonly string[],
): Promise<Approval> => makeRequest(ctx, document, { ...takeSnapshot(document), warnings });

/** Of what an earlier release had approved without showing all of it: it waits for another look. */
export const reopenRequest = (ctx: WriteScope, document: Filable, approved: Approval): Promise<Approval> =>
  makeRequest(ctx, document, {
    ...takeSnapshot(document),
    warnings: warningsOf(document),
    requested_by: approved.requested_by,
    renewed_at: ctx.now,
  });

/** Ends a request that has expired or whose draft has changed. */
const earlierRequest = async (
  ctx: RequestScope,
  document: Filable,
  now: Snapshotted,
): Promise<{ readonly pending?: Approval; readonly document: Filable }> => {
  const pending = await pendingApproval(ctx, document.id);
  if (pending === undefined) return { document };
  const read = await expireIfLapsed(ctx, document, pending);
  if (read.approval.status !== 'pending') return { document: read.document };
  if (pending.form !== PREVIEW_FORM) return { pending: await renew(ctx, document, pending), document };
  if (pending.snapshot_hash === now.hash) return { pending, document };
  const changed = changedPaths(pending.document, now.snapshot);
  return { document: (await cancelStale(ctx, document, pending, changed)).document };
};

/** Refuses a draft with errors; warnings are passed on to the person who decides. */
const listWarnings = (ctx: RequestScope, document: Filable, path: string): readonly string[] => {
  const errors = groupIssues(document.issues()).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return warningsOf(document);
  throw ctx.error('compliance_not_ready', {
    path,
    issue_count: errors.length,
    issues: errors.slice(0, MAX_ISSUES),
  });
};

interface Request extends Snapshotted {
  readonly warnings: readonly string[];
  readonly requested_by?: Approval['requested_by'];
  readonly renewed_at?: Date | null;
}

const makeRequest = async (
  ctx: WriteScope,
  document: Filable,
  { snapshot, hash, warnings, requested_by = ctx.actor, renewed_at = null }: Request,
): Promise<Approval> => {
  const days = SERVICE.windows.approval_expiry_days;
  const risk_flags = await findRisks(ctx, document);
  const task_id = await openTask(ctx, document);
  const approval = await insertApproval(ctx, {
    document_id: document.id,
    document: snapshot,
    snapshot_hash: hash,
    warnings,
    risk_flags,
    requested_by,
    requested_at: ctx.now,
    renewed_at,
    expires_at: new Date(ctx.now.getTime() + days * DAY_MS),
    task_id,
  });
  const after = await document.write(ctx, {
    filing_status: 'awaiting_approval',
    filing: { approval: approvalOnDocument(approval) },
  });
  await enqueue(ctx, {
    kind: 'expire',
    document_id: document.id,
    approval_id: approval.id,
    inMs: days * DAY_MS,
  });
  ctx.record({
    event: document.kind.event('submitted'),
    record_type: document.kind.record_type,
    record_id: document.id,
    before: document.state(),
    after: {
      ...after.state(),
      approval_request_id: approval.id,
      expires_at: approval.expires_at.toISOString(),
      snapshot_hash: hash,
      risk_flags: risk_flags.map(({ code }) => code).join(', ') || null,
    },
  });
  return approval;
};

/** For any administrator: the task is not assigned. */
const openTask = (ctx: WriteScope, { kind, id, title, customer, currency, total_minor, duty }: Filable) => {
  const total = minorText(total_minor, currency);
  const what = title === null ? kind.a_noun : `the ${kind.noun} “${title}”`;
  return storeTask(ctx, {
    title: `Approve filing of ${what} to ${customer.name}`.slice(0, LIMITS.ListedTask.title),
    description: `${total} ${currency}. An administrator approves or rejects the filing.`,
    priority: 'high',
    due: duty === undefined ? { due_at: null, due_sort: NEVER } : dueOn(ctx, duty.due_on),
    assignee: null,
    taskable_type: kind.taskable_type,
    taskable_id: duty?.taskable_id ?? id,
  });
};
