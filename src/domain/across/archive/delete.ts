// Deletes files: after their term, or before it a private one that came by mistake and was never booked. A person does it,
// and its name, digest and reason stay; a key has no tool for it. Filed documents are never deleted.
import { ID_PREFIXES } from '../../../../generated/ids.ts';
import { isRefusal, toolError } from '../../../base/errors.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import {
  deleteFile,
  type DeletedRow,
  findDeleted,
  insertDeleted,
  lockFile,
} from '../../ground/files/store.ts';
import { getAttachment, removeAttachment } from '../../documents/attachments/attach.ts';
import { getReceived } from '../../documents/received/find.ts';
import { endOfTerm } from './entries.ts';
import { attachedTo, attachedWithFile, firstInUse, receivedWithFile, subjectsOf } from './store.ts';

export interface DeletedFile {
  readonly object: 'deleted_file';
  /** Of the received document or the attachment. */
  readonly id: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly cause: DeletedRow['cause'];
  readonly reason: string;
  readonly deleted_by: string;
  readonly deleted_at: string;
  /** Files that were within it, or beside it, and went with it. */
  readonly also: readonly string[];
}

export interface Deletion {
  /** Why, as the trail keeps it. */
  readonly reason: string;
  /** A private file that came by mistake: it may go before its term. */
  readonly isPrivate: boolean;
}

export interface ArchivedFile extends Pick<DeletedRow, 'file_id' | 'sha256' | 'bytes'> {
  readonly id: string;
  readonly file_name: string;
}

type FindScope = ReadScope & Raises<'received_document_not_found' | 'attachment_not_found'>;

const isA = (kind: 'ReceivedDocumentId' | 'AttachmentId', id: string): boolean =>
  id.startsWith(`${ID_PREFIXES[kind]}_`);

/** The file of a received document or an attachment. */
export const findArchived = async (ctx: FindScope, id: string): Promise<ArchivedFile> => {
  if (isA('ReceivedDocumentId', id)) return getReceived(ctx, id);
  if (isA('AttachmentId', id)) return getAttachment(ctx, id);
  throw toolError('file_not_deletable', { record_id: id.slice(0, 100) });
};

/** Whatever has the file, with the end of its term and the records that it stands for. */
const usesOf = async (ctx: Unlimited, file_id: string) => {
  const received = await receivedWithFile(ctx, file_id);
  const attached = await attachedWithFile(ctx, file_id);
  const subjects = await subjectsOf(
    ctx,
    attached.map(({ record_id }) => record_id),
  );
  return {
    attached,
    documents: [
      ...received.map((row) => row.id),
      ...attached.flatMap(({ record_id }) => (isA('ReceivedDocumentId', record_id) ? [record_id] : [])),
    ],
    records: [
      ...received.flatMap((row) => [row.bill_id, row.bill_credit_note_id, row.invoice_id]),
      ...attached.map(({ record_id }) => record_id),
    ].filter((id) => id !== null),
    ends: [
      ...received.map((row) => endOfTerm(ctx, row.issue_date, row.received_at)),
      ...attached.map((row) => endOfTerm(ctx, subjects.get(row.record_id)?.date ?? null, row.created_at)),
    ],
  };
};

type Uses = Awaited<ReturnType<typeof usesOf>>;

/** Why the file may go now; refuses where it may not. */
const causeOf = async (
  ctx: Unlimited,
  file_name: string,
  { documents, records, ends }: Uses,
  { isPrivate }: Deletion,
): Promise<DeletedRow['cause']> => {
  const retain_until = ends.reduce<IsoDay | undefined>(
    (latest, end) => (latest === undefined || end > latest ? end : latest),
    undefined,
  );
  if (retain_until === undefined || retain_until < ctx.today) return 'term';
  const used = await firstInUse(ctx, records);
  if (used !== undefined) throw toolError('file_in_use', { file_name, record_id: used, retain_until });
  if (!isPrivate) throw toolError('file_in_term', { file_name, retain_until });
  for (const record_id of new Set(documents)) {
    const { status } = await getReceived(ctx, record_id);
    if (status === 'booked') throw toolError('file_in_use', { file_name, record_id, retain_until });
    if (status !== 'rejected') throw toolError('file_undecided', { file_name, record_id });
  }
  return 'private';
};

/** Takes the bytes away wherever the file stands; undefined where they were gone. */
const deleteOne = async (
  ctx: Unlimited,
  { file_id, file_name, sha256, bytes }: ArchivedFile,
  deletion: Deletion,
): Promise<DeletedRow | undefined> => {
  if (!(await lockFile(ctx, file_id))) return undefined;
  const uses = await usesOf(ctx, file_id);
  const row: DeletedRow = {
    file_id,
    sha256,
    bytes,
    cause: await causeOf(ctx, file_name, uses, deletion),
    reason: deletion.reason,
    deleted_by: ctx.actor.id,
    deleted_at: toInstant(ctx.now),
  };
  await insertDeleted(ctx, row);
  for (const { id, live_file_id } of uses.attached)
    if (live_file_id !== null) await removeAttachment(ctx, id, deletion.reason);
  await deleteFile(ctx, file_id);
  return row;
};

const recordDeletion = (
  ctx: Unlimited,
  { id, file_name }: ArchivedFile,
  { sha256, bytes, cause, reason }: DeletedRow,
): void => {
  const kept = { file_name, sha256, bytes };
  ctx.record({
    event: 'file.deleted',
    record_type: isA('ReceivedDocumentId', id) ? 'received_document' : 'attachment',
    record_id: id,
    before: { ...kept, file: 'kept' },
    after: { ...kept, file: 'deleted', cause, reason },
  });
};

/** What other records need, or what is kept for longer, stays. */
const leave = (error: unknown): undefined => {
  if (!isRefusal(error)) throw error;
};

/** With a received document go the files within it. Again, it answers what was deleted. */
export const deleteArchived = async (
  ctx: Unlimited,
  id: string,
  deletion: Deletion,
): Promise<DeletedFile> => {
  if (ctx.actor.type !== 'member') throw toolError('files_deleted_by_people', {});
  const named = await findArchived(ctx, id);
  const beside = isA('ReceivedDocumentId', id) ? await attachedTo(ctx, id) : [];
  const deleted = await deleteOne(ctx, named, deletion);
  if (deleted !== undefined) recordDeletion(ctx, named, deleted);
  const also: string[] = [];
  for (const one of deleted === undefined ? [] : beside) {
    if (one.file_id === named.file_id) continue;
    const gone = await deleteOne(ctx, one, deletion).catch(leave);
    if (gone === undefined) continue;
    recordDeletion(ctx, one, gone);
    also.push(one.file_name);
  }
  if (deleted === undefined) ctx.unchanged();
  const row = deleted ?? (await findDeleted(ctx, [named.file_id])).get(named.file_id);
  if (row === undefined) throw new Error(`there is no file ${named.file_id}`);
  const { cause, reason, deleted_by, deleted_at } = row;
  return {
    object: 'deleted_file',
    id,
    file_name: named.file_name,
    sha256: row.sha256,
    bytes: row.bytes,
    cause,
    reason,
    deleted_by,
    deleted_at: instantToIso(deleted_at),
    also,
  };
};
