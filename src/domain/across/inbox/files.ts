// The files of a received document beside what was made of it.
import { fileType, plainFileName } from '../../../base/file-type.ts';
import { newId } from '../../../db/ids.ts';
import type { Reading, ReadingIssue } from '../../../receiving/reading.ts';
import { putAttachment } from '../../documents/attachments/attach.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { keepBytes } from '../../ground/files/keep.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { addReferences } from '../../parties/references/write.ts';

export const attachOriginal = (
  ctx: Unlimited,
  record_type: string,
  record_id: string,
  { file_id, sha256, bytes, file_name, mime_type }: ListedReceived,
) =>
  putAttachment(ctx, record_type, {
    record_id,
    file: { id: file_id, sha256, bytes },
    file_name,
    mime_type,
    role: 'original',
    description: null,
  });

const TICKET = {
  type: 'bill_tickets',
  id: 'BillTicketId',
  noun: 'bill_ticket',
  identifiers: () => [],
} as const;

/** A picture, or a paper without data: somebody has to look at it. */
export const makeTicket = async (
  ctx: Unlimited,
  before: ListedReceived,
  issues: readonly ReadingIssue[],
): Promise<Pick<ReceivedRow, 'status' | 'bill_ticket_id' | 'issues'>> => {
  const id = newId('BillTicketId');
  const fields = { name: before.file_name, status: 'pending', received_document: before.id };
  const facts = {
    label: before.file_name,
    sublabel: null,
    status: 'pending',
    amount: null,
    currency: null,
    date: null,
    counterparty_id: null,
    fields,
  };
  await addReferences(ctx, TICKET, [{ id, external_id: null, facts }]);
  await attachOriginal(ctx, 'bill_ticket', id, before);
  return { status: 'ticket', bill_ticket_id: id, issues: [...issues] };
};

/** Files within the file stand beside it, with digests of their own. */
export const keepEmbedded = async (ctx: Unlimited, record_id: string, { files }: Reading): Promise<void> => {
  for (const { name, mimeType, description, role, bytes } of files) {
    const known = fileType(bytes);
    await putAttachment(ctx, 'received_document', {
      record_id,
      file: await keepBytes(ctx, bytes),
      file_name: plainFileName(name),
      mime_type: known === UNKNOWN_TYPE ? (mimeType ?? UNKNOWN_TYPE).slice(0, 120) : known,
      role,
      description: description === null ? null : [...description].slice(0, 300).join(''),
    });
  }
};

const UNKNOWN_TYPE = 'application/octet-stream';
