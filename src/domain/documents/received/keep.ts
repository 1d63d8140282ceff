// Keeps a file that somebody sent, before anything else is done with it: nothing that arrives is lost, whatever it is.
import { isDuplicate } from '../../../db/errno.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { KeptFile } from '../../ground/files/keep.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { receivedState } from './describe.ts';
import type { ListedReceived, ReceivedRow } from './record.ts';
import { noteWords } from './parts.ts';
import { FILE_INDEX, findByFile, insertReceived } from './store/documents.ts';

export interface Arrival extends Pick<ReceivedRow, 'file_name' | 'mime_type' | 'channel'> {
  readonly file: KeptFile;
  /** Of what came through the network. */
  readonly sender_id?: string | null;
  readonly message_id?: string | null;
}

export interface Kept {
  readonly document: ListedReceived;
  /** The company had this file: nothing was kept. */
  readonly known: boolean;
}

/** The document of a file, which a company has once; it is read afterwards. */
export const keepReceived = async (ctx: WriteScope, { file, ...arrival }: Arrival): Promise<Kept> => {
  const earlier = await findByFile(ctx, file.id);
  if (earlier !== undefined) return { document: earlier, known: true };
  const now = toInstant(ctx.now);
  const row: ReceivedRow = {
    id: newId('ReceivedDocumentId'),
    status: 'needs_review',
    kind: 'unknown',
    format: null,
    profile: null,
    file_id: file.id,
    sender_id: null,
    message_id: null,
    ...arrival,
    bytes: file.bytes,
    sha256: file.sha256,
    received_at: now,
    counterparty_id: null,
    proposed: false,
    supplier_name: null,
    supplier_tax_id: null,
    number: null,
    number_key: null,
    uuid: null,
    issue_date: null,
    due_date: null,
    currency: null,
    total_minor: null,
    due_minor: null,
    lines_count: 0,
    bill_id: null,
    bill_credit_note_id: null,
    bill_ticket_id: null,
    invoice_id: null,
    links: { payments: [], candidates: [] },
    issues: [],
    reason: null,
    read_at: null,
    decided_at: null,
    decided_by: null,
    due_at: now,
    attempts: 0,
    version: 1,
    lease_owner: null,
    lease_until: null,
    lease_fence: 0,
    created_at: now,
    updated_at: now,
  };
  try {
    await insertReceived(ctx, row);
  } catch (error) {
    const other = isDuplicate(error, FILE_INDEX) ? await findByFile(ctx, file.id) : undefined;
    if (other === undefined) throw error;
    return { document: other, known: true };
  }
  await noteWords(ctx, null, row);
  ctx.record({
    event: 'document.received',
    record_type: 'received_document',
    record_id: row.id,
    before: null,
    after: receivedState(row),
  });
  return { document: { ...row, counterparty_name: null }, known: false };
};
