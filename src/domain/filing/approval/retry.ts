// Files once more what a person approved and a provider refused: a failed filing does not use the approval up. What
// changed since has to be approved anew.
import { toolError } from '../../../base/errors.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { lockFilable } from '../filable.ts';
import { type Approval, findApproval } from '../store/approvals.ts';
import { enqueue } from '../store/outbox.ts';
import { takeSnapshot } from './snapshot.ts';

/** Whether the approval still says what would be filed, and nothing known stands against it. */
export const isRetriable = (document: Filable, approval: Approval): boolean =>
  approval.status === 'approved' &&
  document.status === 'draft' &&
  document.filing_status === 'failed' &&
  takeSnapshot(document).hash === approval.snapshot_hash &&
  document.issues().every(({ severity }) => severity !== 'error');

export const retryFiling = async (ctx: WriteScope, id: string): Promise<Approval> => {
  const seen = await findApproval(ctx, id);
  if (seen === undefined) throw toolError('no_approval_request', { request_id: id });
  const document = await lockFilable(ctx, seen.document_id);
  const approval = (await findApproval(ctx, id)) ?? seen;
  if (document === undefined) throw toolError('filing_document_gone', {});
  if (document.status !== 'draft' || document.filing_status !== 'failed')
    throw toolError('filing_not_failed', { status: document.filing_status });
  await document.prepare();
  if (!isRetriable(document, approval)) throw toolError('filing_not_as_approved', {});
  const after = await document.write(ctx, { filing_status: 'pending', filing: { last_error: null } });
  const by_mail = document.delivery()?.channel === 'email';
  await enqueue(ctx, { kind: 'file', document_id: document.id, approval_id: approval.id, by_mail });
  ctx.record({
    event: document.kind.event('approved'),
    record_type: document.kind.record_type,
    record_id: document.id,
    before: document.state(),
    after: { ...after.state(), approval_request_id: approval.id, repeated: true },
  });
  return approval;
};
