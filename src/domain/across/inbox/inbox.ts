// The inbox of a process: a file is kept first, then read, by this call or by whoever looks for what is unread because a
// process was killed or had no time.
import { fileType, plainFileName } from '../../../base/file-type.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Act } from '../../ground/change/change.ts';
import { type Draft, keepBytes } from '../../ground/files/keep.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import { type Arrival, type Kept, keepReceived } from '../../documents/received/keep.ts';
import { findReceived } from '../../documents/received/store/documents.ts';
import { bookReceived, type BookQuestion, type BookScope, chooseSupplier, takeAgain } from './book.ts';
import { getReceived } from '../../documents/received/find.ts';
import type { InboxParts } from './parts.ts';
import { type ReadKept, readerOf } from './read.ts';

export type { InboxParts, ReadFile } from './parts.ts';

type NewFile = Omit<Arrival, 'file' | 'mime_type'>;

/** Runs in the transaction that keeps a file. */
type Also = (ctx: WriteScope, kept: Kept) => Promise<void>;

export interface Inbox {
  /** Keeps the bytes and reads them at once. */
  receive(entity: Entity, act: Act, bytes: Uint8Array, file: NewFile): Promise<Kept>;
  /** The same of a file that came as a stream. */
  receiveDraft(entity: Entity, act: Act, draft: Draft, file: NewFile, also?: Also): Promise<Kept>;
  /** Keeps what came as a stream; it is read later, since who sent it waits only until it is kept. */
  keepDraft(entity: Entity, act: Act, draft: Draft, file: NewFile, also?: Also): Promise<Kept>;
  /** Books what was received: the bill leaves the inbox. */
  book(ctx: BookScope, asked: BookQuestion): Promise<ListedReceived>;
  /** Says whose the document is, without booking it. */
  choose(ctx: BookScope, asked: Required<BookQuestion>): Promise<ListedReceived>;
  /** Has one read again that the books refused; any other one stays as it is. */
  again(ctx: BookScope, received_document_id: string): Promise<ListedReceived>;
  readonly read: ReadKept;
}

const SOON_MS = 10_000;

export const createInbox = (parts: InboxParts): Inbox => {
  const { books, soonMs = SOON_MS } = parts;
  const read = readerOf(parts);

  /** Within a call, which does not wait for long: the document stays unread then, and the worker goes on. */
  const readSoon = ({ id, lease_fence }: ListedReceived, entity_id: string): Promise<boolean> =>
    read({ entity_id, id, lease_fence }, AbortSignal.timeout(soonMs));

  const afterwards = async (entity: Entity, kept: Kept): Promise<Kept> => {
    const { document } = kept;
    if (document.due_at === null || parts.read === undefined) return kept;
    await readSoon(document, entity.id);
    const after = await findReceived({ db: books.database.reader, entity }, document.id);
    return { ...kept, document: after ?? document };
  };

  const keepDraft: Inbox['keepDraft'] = async (entity, act, draft, { file_name, ...about }, also) => {
    const { mime_type } = draft;
    const { result } = await books.change(entity, act, async (ctx: WriteScope) => {
      const file = await draft.seal(ctx);
      const kept = await keepReceived(ctx, {
        file,
        file_name: plainFileName(file_name),
        mime_type,
        ...about,
      });
      await also?.(ctx, kept);
      return kept;
    });
    return result;
  };

  return {
    read,
    book: (ctx, asked) => bookReceived(ctx, asked, (document) => readSoon(document, ctx.entity.id)),
    choose: async (ctx, { received_document_id, counterparty_id = '' }) => {
      const found = await getReceived(ctx, received_document_id);
      const { status, bill_id, bill_credit_note_id } = found;
      // Whose it is stands in what was made of it.
      if (status !== 'needs_review' || bill_id !== null || bill_credit_note_id !== null) return found;
      return chooseSupplier(ctx, found, counterparty_id, (document) => readSoon(document, ctx.entity.id));
    },
    again: async (ctx, id) =>
      takeAgain(ctx, await getReceived(ctx, id), (document) => readSoon(document, ctx.entity.id)),
    receive: async (entity, act, bytes, { file_name, ...about }) => {
      const { result } = await books.change(entity, act, async (ctx: WriteScope) =>
        keepReceived(ctx, {
          file: await keepBytes(ctx, bytes),
          file_name: plainFileName(file_name),
          mime_type: fileType(bytes),
          ...about,
        }),
      );
      return afterwards(entity, result);
    },
    keepDraft,
    receiveDraft: async (entity, ...given) => afterwards(entity, await keepDraft(entity, ...given)),
  };
};
