// Requests a person's approval for filing a draft: nothing is filed without one.
import { SERVICE } from '../../../../generated/service.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import { enqueue } from '../store/outbox.ts';
import { checkCompliance } from '../../invoices/compliance.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { invoiceState } from '../../invoices/state.ts';
import { lockInvoice, writeFiling } from '../../invoices/write-filing.ts';
import { minorText } from '../../../base/money/amount.ts';
import type { WriteScope } from '../../change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { storeTask } from '../../tasks/create.ts';
import { NEVER } from '../../tasks/due.ts';
import { cancelStale, expireIfLapsed } from './end.ts';
import { changedPaths, type Snapshotted, takeSnapshot } from './snapshot.ts';
import { type Approval, insertApproval, pendingApproval } from '../store/approvals.ts';
import { approvalOnInvoice } from './describe.ts';

type RequestScope = WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_draft' | 'filing_in_progress' | 'compliance_not_ready'> &
  Warns<'already_awaiting_approval'>;

const MS_PER_DAY = 86_400_000;

/** The maximum number of issues in an error. */
const MAX_ISSUES = 50;

/** The pending request: a new one, or the earlier one if the draft has not changed since. */
export const requestApproval = async (ctx: RequestScope, invoiceId: string): Promise<Approval> => {
  const found = await lockInvoice(ctx, invoiceId);
  if (found === undefined) {
    throw ctx.error('invoice_not_found', { path: 'invoice_id', received: invoiceId });
  }
  const { status } = found.header;
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path: 'invoice_id', status });
  const snapshotted = takeSnapshot(ctx.entity, found);
  const { pending, record } = await earlierRequest(ctx, found, snapshotted);
  if (pending !== undefined) {
    ctx.unchanged();
    ctx.warn('already_awaiting_approval', { path: 'invoice_id', approval_request_id: pending.id });
    return pending;
  }
  const { filing_status } = record.header;
  if (filing_status !== 'not_submitted' && filing_status !== 'failed') {
    throw ctx.error('filing_in_progress', { path: 'invoice_id', filing_status });
  }
  return makeRequest(ctx, record, snapshotted, listWarnings(ctx, record));
};

/** Ends a request that has expired or whose draft has changed. */
const earlierRequest = async (
  ctx: RequestScope,
  record: InvoiceRecord,
  now: Snapshotted,
): Promise<{ readonly pending?: Approval; readonly record: InvoiceRecord }> => {
  const pending = await pendingApproval(ctx, record.header.id);
  if (pending === undefined) return { record };
  const read = await expireIfLapsed(ctx, record, pending);
  if (read.approval.status !== 'pending') return { record: read.record };
  if (pending.snapshot_hash === now.hash) return { pending, record };
  const changed = changedPaths(pending.document, now.snapshot);
  return { record: (await cancelStale(ctx, record, pending, changed)).record };
};

/** Refuses a draft with errors; warnings are passed on to the person who decides. */
const listWarnings = (ctx: RequestScope, record: InvoiceRecord): readonly string[] => {
  const { ready, issues } = checkCompliance(ctx.entity, record, ctx.now);
  if (ready) return issues.map(({ rule, message }) => `${rule}: ${message}`);
  const errors = issues.filter(({ severity }) => severity === 'error');
  throw ctx.error('compliance_not_ready', {
    path: 'invoice_id',
    issue_count: errors.length,
    issues: errors.slice(0, MAX_ISSUES),
  });
};

const makeRequest = async (
  ctx: RequestScope,
  record: InvoiceRecord,
  { snapshot, hash }: Snapshotted,
  warnings: readonly string[],
): Promise<Approval> => {
  const { header } = record;
  const days = SERVICE.windows.approval_expiry_days;
  const task = await openTask(ctx, record);
  const approval = await insertApproval(ctx, {
    invoice_id: header.id,
    document: snapshot,
    snapshot_hash: hash,
    warnings,
    requested_by: ctx.actor,
    requested_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + days * MS_PER_DAY),
    task_id: task.id,
  });
  const after = await writeFiling(ctx, header, {
    filing_status: 'awaiting_approval',
    internal_status: 'awaiting_approval',
    filing: { approval: approvalOnInvoice(approval) },
  });
  await enqueue(ctx, {
    kind: 'expire',
    invoice_id: header.id,
    approval_id: approval.id,
    inMs: days * MS_PER_DAY,
  });
  ctx.record({
    event: 'invoice.submitted',
    record_type: 'invoice',
    record_id: header.id,
    before: invoiceState(header),
    after: {
      ...invoiceState(after),
      approval_request_id: approval.id,
      expires_at: approval.expires_at.toISOString(),
      snapshot_hash: hash,
    },
  });
  return approval;
};

/** For any administrator: the task is not assigned. */
const openTask = (ctx: RequestScope, { header, customer }: InvoiceRecord) => {
  const total = minorText(header.total_minor, header.currency);
  const what = header.title === null ? 'an invoice' : `the invoice “${header.title}”`;
  return storeTask(ctx, {
    title: `Approve filing of ${what} to ${customer.name}`.slice(0, LIMITS.Task.title),
    description: `${total} ${header.currency}. An administrator decides on the admin command line: "approval list", then "approval approve" or "approval reject".`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee_id: null,
    taskable_type: 'Invoice',
    taskable_id: header.id,
  });
};
