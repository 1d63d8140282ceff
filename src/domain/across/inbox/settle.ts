// The outcome of a reading, in one transaction: what the document says, what is wrong with it, and what it became.
import type { Reading } from '../../../receiving/reading.ts';
import type { ReceivedFacts, ReceivedRule } from '../../../../generated/received.ts';
import { fileType, plainFileName } from '../../../base/file-type.ts';
import { type Lease, requireHeld } from '../../../db/lease.ts';
import { toInstant } from '../../../db/instant.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import { putAttachment } from '../../documents/attachments/attach.ts';
import { receivedState } from '../../documents/received/describe.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { findReceived, finishReading, replaceReceived } from '../../documents/received/store.ts';
import { watchStatus } from '../../documents/sat-status/status.ts';
import { keepBytes } from '../../ground/files/keep.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { columnsOf } from './columns.ts';

/** Takes the document out of what is to be read; whoever lost the lease meanwhile writes nothing. */
const begin = async (ctx: WriteScope, id: string, lease: Lease): Promise<ListedReceived> => {
  requireHeld(await finishReading(ctx, id, lease), id);
  const before = await findReceived(ctx, id);
  if (before === undefined) throw new Error(`the received document ${id} is gone`);
  return before;
};

const end = async (
  ctx: WriteScope,
  { counterparty_name: _name, ...before }: ListedReceived,
  changes: Partial<ReceivedRow>,
): Promise<void> => {
  const now = toInstant(ctx.now);
  const after = {
    ...before,
    ...changes,
    due_at: null,
    read_at: now,
    updated_at: now,
    version: before.version + 1,
  };
  // Nobody decides about a document that is being read, so that the version is that of this transaction.
  if (!(await replaceReceived(ctx, after)))
    throw new Error(`the received document ${before.id} was changed meanwhile`);
  ctx.record({
    event: 'document.read',
    record_type: 'received_document',
    record_id: before.id,
    before: receivedState(before),
    after: receivedState(after),
  });
};

/** It stays, unread. */
export const giveUp = async <R extends ReceivedRule>(
  ctx: WriteScope,
  id: string,
  lease: Lease,
  rule: R,
  facts: ReceivedFacts[R],
): Promise<void> => {
  const before = await begin(ctx, id, lease);
  const found = (issue as (rule: R, facts: object) => StoredIssue)(rule, facts);
  await end(ctx, before, { status: 'unreadable', issues: [found] });
};

export const settleReading = async (
  ctx: WriteScope,
  id: string,
  lease: Lease,
  reading: Reading,
): Promise<void> => {
  const before = await begin(ctx, id, lease);
  await keepEmbedded(ctx, id, reading);
  const question = reading.seals?.question ?? null;
  if (question !== null) await watchStatus(ctx, question);
  const isUnreadable =
    reading.kind === 'unknown' && reading.issues.some(({ severity }) => severity === 'error');
  await end(ctx, before, {
    ...columnsOf(reading),
    status: isUnreadable ? 'unreadable' : 'needs_review',
    issues: [...reading.issues],
  });
};

/** Files within the file stand beside it, with digests of their own. */
const keepEmbedded = async (ctx: WriteScope, record_id: string, { files }: Reading): Promise<void> => {
  for (const { name, mimeType, description, role, bytes } of files)
    await putAttachment(ctx, 'received_document', {
      record_id,
      file: await keepBytes(ctx, bytes),
      file_name: plainFileName(name),
      mime_type:
        fileType(bytes) === 'application/octet-stream'
          ? (mimeType ?? 'application/octet-stream').slice(0, 120)
          : fileType(bytes),
      role,
      description: description === null ? null : [...description].slice(0, 300).join(''),
    });
};
