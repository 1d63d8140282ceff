// Files beside any record: added, listed and taken away. The bytes stay with the company, whoever takes a file away.
import { SERVICE } from '../../../../generated/service.ts';
import type { AttachmentId } from '../../../../generated/ids.ts';
import { ID_PREFIXES, type IdName } from '../../../../generated/ids.ts';
import type { Attachment } from '../../../../generated/types.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { KeptFile } from '../../ground/files/keep.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import {
  type AttachmentRow,
  attachmentPage,
  endAttachment,
  FILE_INDEX,
  findAttachment,
  findByFile,
  hasRecord,
  insertAttachment,
} from './store.ts';

interface Kind {
  readonly table: Parameters<typeof hasRecord>[1];
  /** As the trail calls it. */
  readonly noun: string;
}

/** The records that take files, by their kind of id. */
const KINDS = {
  InvoiceId: { table: 'invoice', noun: 'invoice' },
  InvoiceCreditNoteId: { table: 'credit_note', noun: 'invoice_credit_note' },
  InvoicePaymentId: { table: 'payment', noun: 'invoice_payment' },
  BillId: { table: 'bill', noun: 'bill' },
  BillCreditNoteId: { table: 'credit_note', noun: 'bill_credit_note' },
  BillPaymentId: { table: 'payment', noun: 'bill_payment' },
  BillTicketId: { table: 'reference_record', noun: 'bill_ticket' },
  CounterpartyId: { table: 'counterparty', noun: 'counterparty' },
  ReceivedDocumentId: { table: 'received_document', noun: 'received_document' },
  TaskId: { table: 'task', noun: 'task' },
} as const satisfies Partial<Record<IdName, Kind>>;

const kindOf = (id: string): Kind | undefined => {
  const prefix = id.split('_')[0] ?? '';
  const found = Object.entries(KINDS).find(([name]) => ID_PREFIXES[name as IdName] === prefix);
  return found?.[1];
};

type FindScope = ReadScope & Raises<'attachable_not_found'>;

/** What the trail calls the record, which must be one of the entity's. */
const requireRecord = async (ctx: FindScope, id: string): Promise<string> => {
  const kind = kindOf(id);
  if (kind !== undefined && (await hasRecord(ctx, kind.table, id))) return kind.noun;
  throw ctx.error('attachable_not_found', { path: 'record_id', received: id.slice(0, 100) });
};

export interface NewAttachment extends Pick<
  AttachmentRow,
  'record_id' | 'file_name' | 'mime_type' | 'role' | 'description'
> {
  readonly file: KeptFile;
}

const stateOf = (row: AttachmentRow) => ({
  record_id: row.record_id,
  file_name: row.file_name,
  sha256: row.sha256,
  bytes: row.bytes,
  reason: row.reason,
});

/** A record has a file once: the same one again is the attachment that is there. */
export const putAttachment = async (
  ctx: WriteScope,
  record_type: string,
  { file, ...given }: NewAttachment,
): Promise<AttachmentRow> => {
  const earlier = await findByFile(ctx, given.record_id, file.id);
  if (earlier !== undefined) {
    ctx.unchanged();
    return earlier;
  }
  const row: AttachmentRow = {
    id: newId('AttachmentId'),
    record_type,
    ...given,
    file_id: file.id,
    live_file_id: file.id,
    bytes: file.bytes,
    sha256: file.sha256,
    reason: null,
    created_at: toInstant(ctx.now),
    removed_at: null,
  };
  try {
    await insertAttachment(ctx, row);
  } catch (error) {
    const other = isDuplicate(error, FILE_INDEX)
      ? await findByFile(ctx, given.record_id, file.id)
      : undefined;
    if (other === undefined) throw error;
    ctx.unchanged();
    return other;
  }
  ctx.record({
    event: 'attachment.added',
    record_type: 'attachment',
    record_id: row.id,
    before: null,
    after: stateOf(row),
  });
  return row;
};

export const addAttachment = async (
  ctx: WriteScope & Raises<'attachable_not_found' | 'attachment_limit_reached'>,
  given: NewAttachment,
): Promise<AttachmentRow> => {
  const record_type = await requireRecord(ctx, given.record_id);
  const limit = SERVICE.inbox.attachments;
  if ((await attachmentPage(ctx, given.record_id).count(limit)) >= limit) {
    const earlier = await findByFile(ctx, given.record_id, given.file.id);
    if (earlier === undefined)
      throw ctx.error('attachment_limit_reached', { path: 'record_id', received: given.record_id, limit });
  }
  return putAttachment(ctx, record_type, given);
};

export const listAttachments = async (
  ctx: FindScope & Raises<'invalid_cursor'>,
  {
    record_id,
    limit,
    cursor,
  }: { readonly record_id: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AttachmentRow>> => {
  await requireRecord(ctx, record_id);
  return readPage(ctx, {
    tool: 'list_attachments',
    tenant: ctx.entity.id,
    filters: { record_id },
    limit,
    cursor,
    order: [{ column: 'attachment.id', direction: 'ascending', type: 'text', value: (row) => row.id }],
    ...attachmentPage(ctx, record_id),
  });
};

export const getAttachment = async (
  ctx: ReadScope & Raises<'attachment_not_found'>,
  id: string,
): Promise<AttachmentRow> => {
  const row = await findAttachment(ctx, id);
  if (row !== undefined) return row;
  throw ctx.error('attachment_not_found', { received: id.slice(0, 100) });
};

/** It no longer stands beside the record; what it was stays in the trail, and its bytes in the archive. */
export const removeAttachment = async (
  ctx: WriteScope & Raises<'attachment_not_found'>,
  id: string,
  reason: string,
): Promise<AttachmentRow> => {
  const before = await findAttachment(ctx, id);
  if (before === undefined) throw ctx.error('attachment_not_found', { received: id.slice(0, 100) });
  const after = { ...before, live_file_id: null, reason, removed_at: toInstant(ctx.now) };
  if (before.live_file_id === null || !(await endAttachment(ctx, id, after))) {
    ctx.unchanged();
    return before;
  }
  ctx.record({
    event: 'attachment.removed',
    record_type: 'attachment',
    record_id: id,
    before: stateOf(before),
    after: stateOf(after),
  });
  return after;
};

export const describeAttachment = (row: AttachmentRow): Attachment => {
  const id = row.id as AttachmentId;
  return {
    object: 'attachment',
    id,
    attachment_id: id,
    record_id: row.record_id,
    file_name: row.file_name,
    mime_type: row.mime_type,
    bytes: row.bytes,
    sha256: row.sha256,
    description: row.description,
    role: row.role,
    created_at: instantToIso(row.created_at),
  };
};
