// What the access point brings: it finds its company and is kept in its inbox before anybody is told that it was taken.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../../generated/service.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { HEAD_BYTES, readEnvelope } from '../../../receiving/envelope.ts';
import { type Act, type Books, newAct, SYSTEM } from '../../ground/change/change.ts';
import { findAnyEntity } from '../../ground/entities/store.ts';
import { type Draft, draftOf, FileTooLarge } from '../../ground/files/keep.ts';
import type { Inbox } from '../inbox/inbox.ts';
import {
  type Arriving,
  DeliveredBefore,
  isMessageId,
  settleMessage,
  shortId,
  type Undelivered,
} from './message.ts';
import { type Addressed, findReceiver } from './receiver.ts';
import { findMessage, type MessageRow } from './store.ts';

export interface NetworkParts {
  readonly books: Books;
  readonly inbox: Pick<Inbox, 'keepDraft'>;
  readonly now: () => Date;
}

export type Delivery =
  /** `country`: of the company, which the network's statistics ask for. */
  | { readonly outcome: 'delivered' | 'known'; readonly country: string }
  | { readonly outcome: 'refused'; readonly reason: Undelivered };

const refused = (reason: Undelivered): Delivery => ({ outcome: 'refused', reason });

/** The receiver changed while its message came. */
class ReceiverChanged extends Error {
  readonly reason: Undelivered;
  constructor(reason: Undelivered) {
    super(reason);
    this.reason = reason;
  }
}

/** Of a message that was delivered: to whoever it was delivered then. */
export const asBefore = async (
  db: Reader,
  { sha256, company_id }: MessageRow,
  digest: string,
): Promise<Delivery> => {
  if (sha256 !== digest) return refused('message_id_reused');
  const company = await findAnyEntity(db, company_id ?? '');
  return { outcome: 'known', country: company?.country_code ?? '' };
};

export const actOf = ({ now }: Pick<NetworkParts, 'now'>, message_id: string): Act =>
  newAct(SYSTEM, 'network receive', { message_id }, now());

/** Keeps a draft for the company that was found. It must still be the one when all has come, unless a person chose it. */
export const deliverDraft = async (
  { books: { database }, inbox, now }: NetworkParts,
  entity: Entity,
  draft: Draft,
  arriving: Arriving,
  { addressed, act }: { readonly addressed: Addressed | null; readonly act?: Act },
): Promise<Delivery> => {
  const { message_id, sender } = arriving;
  const { sha256, bytes } = draft;
  const file = {
    file_name: `${message_id}.xml`,
    channel: 'network',
    sender_id: shortId(sender),
    message_id,
  } as const;
  try {
    await inbox.keepDraft(
      entity,
      act ?? actOf({ now }, message_id),
      draft,
      file,
      async (ctx, { document, known }) => {
        const found = addressed === null ? entity : await findReceiver(ctx.db, addressed);
        if (typeof found === 'string') throw new ReceiverChanged(found);
        if (found.id !== entity.id) throw new ReceiverChanged('registration_changed');
        const kept = { company_id: entity.id, received_document_id: document.id };
        await settleMessage(
          ctx.db,
          arriving,
          { status: 'delivered', reason: null, sha256, bytes, ...kept },
          ctx.now,
        );
        if (known) ctx.unchanged();
      },
    );
    return { outcome: 'delivered', country: entity.country_code };
  } catch (error) {
    await draft.drop();
    if (error instanceof ReceiverChanged) return refused(error.reason);
    if (error instanceof DeliveredBefore) return asBefore(database.reader, error.row, sha256);
    throw error;
  }
};

const hashOf = async (source: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > SERVICE.inbox.file_bytes) throw new FileTooLarge();
    hash.update(part);
  }
  return hash.digest('hex');
};

/** The first bytes of a stream, and all of it. */
const peek = async (source: AsyncIterable<Uint8Array>) => {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  for (let held = 0; held < HEAD_BYTES;) {
    const next = await iterator.next();
    if (next.done === true) break;
    parts.push(next.value);
    held += next.value.length;
  }
  const head = Buffer.concat(parts);
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { head, whole: whole() };
};

/**
 * Takes a document that the access point sends as a stream, in its envelope; throws FileTooLarge. What finds no company is
 * refused: its bytes stay with the access point, and the refusal is noted for the operator.
 */
export const takeStream = async (
  parts: NetworkParts,
  access_point: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Delivery> => {
  const { books, now } = parts;
  const { database } = books;
  const { head, whole } = await peek(source);
  const envelope = readEnvelope(head);
  if (envelope === undefined || !isMessageId(envelope.messageId)) return refused('no_envelope');
  const { messageId: message_id, sender, receiver } = envelope;
  const before = await findMessage(database.reader, message_id);
  if (before?.status === 'delivered') return asBefore(database.reader, before, await hashOf(whole));
  const arriving = { message_id, access_point, sender, receiver, account: null };
  const addressed = { receiver, account: null, company_id: null };
  const entity = await findReceiver(database.reader, addressed);
  if (typeof entity !== 'string') {
    const draft = await draftOf({ database, entity, now }, whole, SERVICE.inbox.file_bytes);
    return deliverDraft(parts, entity, draft, arriving, { addressed });
  }
  const nothing = { sha256: null, bytes: 0, company_id: null, received_document_id: null };
  await inTransaction(database, (db) =>
    settleMessage(db, arriving, { status: 'refused', reason: entity, ...nothing }, now()),
  );
  return refused(entity);
};
