// Messages that found no company and whose access point does not keep them: the operator has them, and no company sees them.
import type { Entity } from '../../../base/entity.ts';
import { toolError } from '../../../base/errors.ts';
import type { Database, Reader } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Act } from '../../ground/change/change.ts';
import { draftOf } from '../../ground/files/keep.ts';
import { type Delivery, deliverDraft, type NetworkParts } from './arrive.ts';
import { type Arriving, DeliveredBefore, settleMessage, type Undelivered } from './message.ts';
import { findReceiver } from './receiver.ts';
import {
  deleteMessageChunks,
  findMessage,
  insertMessageChunk,
  type MessageRow,
  readMessageChunk,
  updateMessage,
} from './store.ts';
import { saidOfStored } from './words.ts';

const CHUNK = 1_048_576;

/** Null bytes: there were none to keep. Nothing is done where the message was delivered meanwhile. */
export const holdMessage = async (
  database: Database,
  arriving: Arriving,
  {
    reason,
    bytes,
    sha256,
  }: { readonly reason: Undelivered; readonly bytes: Buffer | null; readonly sha256: string | null },
  now: Date,
): Promise<void> => {
  const size = bytes?.length ?? 0;
  const fate = {
    status: 'held',
    reason,
    sha256,
    bytes: size,
    company_id: null,
    received_document_id: null,
  } as const;
  try {
    await inTransaction(database, async (db) => {
      await settleMessage(db, arriving, fate, now);
      await deleteMessageChunks(db, arriving.message_id);
      for (let at = 0, position = 0; at < size; at += CHUNK, position += 1)
        await insertMessageChunk(
          db,
          arriving.message_id,
          position,
          Buffer.from(bytes?.subarray(at, at + CHUNK) ?? []),
        );
    });
  } catch (error) {
    if (!(error instanceof DeliveredBefore)) throw error;
  }
};

async function* bytesOf(db: Reader, message_id: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const chunk = await readMessageChunk(db, message_id, position);
    if (chunk === undefined) return;
    yield chunk;
  }
}

const getHeld = async (db: Reader, message_id: string): Promise<MessageRow> => {
  const row = await findMessage(db, message_id);
  if (row === undefined) throw toolError('network_message_unknown', { message_id });
  const { status } = row;
  if (status === 'held') return row;
  throw toolError(`network_message_${status}`, { message_id });
};

/** Looks for its company again, or gives it to the one that the operator names. */
export const retryHeld = async (
  parts: NetworkParts,
  message_id: string,
  { chosen, actFor }: { readonly chosen: Entity | null; readonly actFor: (entity: Entity) => Promise<Act> },
): Promise<Delivery> => {
  const { database } = parts.books;
  const row = await getHeld(database.reader, message_id);
  if (row.bytes === 0) throw toolError('network_message_empty', { message_id, ...saidOfStored(row.reason) });
  const addressed = { receiver: row.receiver, account: row.account, company_id: null };
  const entity = chosen ?? (await findReceiver(database.reader, addressed));
  if (typeof entity === 'string') return { outcome: 'refused', reason: entity };
  const draft = await draftOf({ database, entity, now: parts.now }, bytesOf(database.reader, message_id));
  if (draft.sha256 !== row.sha256) {
    await draft.drop();
    throw toolError('network_message_damaged', { message_id });
  }
  return deliverDraft(parts, entity, draft, row, {
    addressed: chosen === null ? addressed : null,
    act: await actFor(entity),
  });
};

/** Its bytes go, the row stays. */
export const discardHeld = async (database: Database, message_id: string, now: Date): Promise<void> => {
  await getHeld(database.reader, message_id);
  await inTransaction(database, async (db) => {
    await updateMessage(db, message_id, { status: 'discarded', updated_at: toInstant(now) });
    await deleteMessageChunks(db, message_id);
  });
};
