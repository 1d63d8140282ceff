// The inbox of a process: a file is kept first, then read under a lease, by this call or by whoever looks for what is unread
// after a process was killed; the outcome is one transaction.
import { fileType, plainFileName } from '../../../base/file-type.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Lease, LeaseLost, newOwner } from '../../../db/lease.ts';
import { type Act, newAct, SYSTEM, type Unlimited } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { type Draft, keepBytes } from '../../ground/files/keep.ts';
import { FileDamaged, readFile } from '../../ground/files/read.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { type Kept, keepReceived } from '../../documents/received/keep.ts';
import { claimUnread, findReceived, putBack, type Unread } from '../../documents/received/store/documents.ts';
import { bookReceived, type BookQuestion, type BookScope, chooseSupplier } from './book.ts';
import { getReceived } from '../../documents/received/find.ts';
import type { InboxParts } from './parts.ts';
import { giveUp, settleReading } from './settle.ts';

export type { InboxParts, ReadFile } from './parts.ts';

interface NewFile {
  readonly file_name: string;
  readonly channel: ReceivedRow['channel'];
}

export interface Inbox {
  /** Keeps the bytes and reads them at once. */
  receive(entity: Entity, act: Act, bytes: Uint8Array, file: NewFile): Promise<Kept>;
  /** The same of a file that came as a stream; `also` runs in the transaction that keeps it. */
  receiveDraft(
    entity: Entity,
    act: Act,
    draft: Draft,
    file: NewFile,
    also?: (ctx: WriteScope, kept: Kept) => Promise<void>,
  ): Promise<Kept>;
  /** Books what was received: the bill leaves the inbox. */
  book(ctx: BookScope, asked: BookQuestion): Promise<ListedReceived>;
  /** Says whose the document is, without booking it. */
  choose(ctx: BookScope, asked: Required<BookQuestion>): Promise<ListedReceived>;
  /** Reads one that was kept; false where another process does, or nothing is to be read. */
  read(unread: Unread, signal?: AbortSignal): Promise<boolean>;
}

const LEASE_MS = 120_000;
const READ_MS = 60_000;
const AGAIN_MS = 30_000;
const MOST_ATTEMPTS = 3;

export const createInbox = (parts: InboxParts): Inbox => {
  const { books, now } = parts;
  const owner = newOwner();

  const afterwards = async (entity: Entity, kept: Kept): Promise<Kept> => {
    const { document } = kept;
    if (document.due_at === null || parts.read === undefined) return kept;
    const { id, attempts, lease_fence } = document;
    await read({ entity_id: entity.id, id, attempts, lease_fence });
    const after = await findReceived({ db: books.database.reader, entity }, id);
    return { ...kept, document: after ?? document };
  };

  const read: Inbox['read'] = async (unread, signal) => {
    if (parts.read === undefined) return false;
    const lease = await claimUnread(books.database, unread, owner, LEASE_MS);
    if (lease === undefined) return false;
    const entity = await getEntity(books.database.reader, unread.entity_id);
    try {
      await readHeld(entity, unread, lease, signal);
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      parts.log.error({ err: error, received_document_id: unread.id }, 'a received document was not read');
      await putBack(books.database, unread, lease, new Date(now().getTime() + AGAIN_MS));
    }
    return true;
  };

  const readHeld = async (
    entity: Entity,
    unread: Unread,
    lease: Lease,
    signal?: AbortSignal,
  ): Promise<void> => {
    const { reader } = books.database;
    const document = await findReceived({ db: reader, entity }, unread.id);
    if (document === undefined || document.due_at === null) return;
    const act = newAct(SYSTEM, 'inbox read', { id: document.id }, now());
    const end = async (work: (ctx: Unlimited) => Promise<void>): Promise<void> => {
      await books.change(entity, act, work);
    };
    if (document.attempts > MOST_ATTEMPTS)
      return end((ctx) =>
        giveUp(ctx, document.id, lease, 'reading_failed', { attempts: String(MOST_ATTEMPTS) }),
      );
    const bytes = await bytesOf(entity, document);
    if (bytes === undefined) return end((ctx) => giveUp(ctx, document.id, lease, 'file_damaged', {}));
    const until = AbortSignal.any([AbortSignal.timeout(READ_MS), ...(signal === undefined ? [] : [signal])]);
    const reading = await parts.read!({ bytes, name: document.file_name }, until);
    await end((ctx) => settleReading(ctx, document.id, lease, reading));
  };

  /** Undefined where they are not those that were kept. */
  const bytesOf = async (entity: Entity, { file_id }: ListedReceived): Promise<Buffer | undefined> => {
    try {
      return await readFile({ db: books.database.reader, entity }, file_id);
    } catch (error) {
      if (error instanceof FileDamaged) return undefined;
      throw error;
    }
  };

  const readAgain =
    ({ id: entity_id }: Pick<Entity, 'id'>) =>
    ({ id, attempts, lease_fence }: ListedReceived): Promise<boolean> =>
      read({ entity_id, id, attempts, lease_fence });

  return {
    read,
    book: (ctx, asked) => bookReceived(ctx, asked, readAgain(ctx.entity)),
    choose: async (ctx, { received_document_id, counterparty_id = '' }) => {
      const found = await getReceived(ctx, received_document_id);
      const { status, bill_id, bill_credit_note_id } = found;
      // Whose it is stands in what was made of it.
      if (status !== 'needs_review' || bill_id !== null || bill_credit_note_id !== null) return found;
      return chooseSupplier(ctx, found, counterparty_id, readAgain(ctx.entity));
    },
    receive: async (entity, act, bytes, { file_name, channel }) => {
      const { result } = await books.change(entity, act, async (ctx: WriteScope) =>
        keepReceived(ctx, {
          file: await keepBytes(ctx, bytes),
          file_name: plainFileName(file_name),
          mime_type: fileType(bytes),
          channel,
        }),
      );
      return afterwards(entity, result);
    },
    receiveDraft: async (entity, act, draft, { file_name, channel }, also) => {
      const { mime_type } = draft;
      const { result } = await books.change(entity, act, async (ctx: WriteScope) => {
        const file = await draft.seal(ctx);
        const kept = await keepReceived(ctx, {
          file,
          file_name: plainFileName(file_name),
          mime_type,
          channel,
        });
        await also?.(ctx, kept);
        return kept;
      });
      return afterwards(entity, result);
    },
  };
};
