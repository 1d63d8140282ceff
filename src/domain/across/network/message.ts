// The row of a message: what became of what came through the network. A message is known by its id and its digest: what has both
// came before, however registrations have changed since, and what has the id alone is another document.
import type { Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { NoReceiver } from './receiver.ts';
import { deleteMessageChunks, insertMessage, lockMessage, type MessageRow, updateMessage } from './store.ts';

/** Why a message was not delivered. */
export type Undelivered =
  | NoReceiver
  /** It begins with no header of the network that says its id. */
  | 'no_envelope'
  /** A message with its id and other bytes was delivered. */
  | 'message_id_reused'
  | 'too_large'
  /** The access point has no longer what it told of. */
  | 'gone';

/** What is known of a message when it comes. */
export interface Arriving {
  readonly message_id: string;
  readonly access_point: string;
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly account: string | null;
}

type Fate = Pick<
  MessageRow,
  'status' | 'reason' | 'sha256' | 'bytes' | 'company_id' | 'received_document_id'
>;

/** A message with this id lies with a company: nothing of the transaction that finds it is to stay. */
export class DeliveredBefore extends Error {
  readonly row: MessageRow;
  constructor(row: MessageRow) {
    super(`the message ${row.message_id} was delivered before`);
    this.row = row;
  }
}

const MOST_ID = 80;
const MESSAGE_ID = /^[!-~]{1,255}$/u;

export const isMessageId = (text: string | null): text is string => text !== null && MESSAGE_ID.test(text);

/** As much of a participant id as is kept: one of the network has no more than 65 characters. */
export const shortId = (id: string | null): string | null => id?.slice(0, MOST_ID) ?? null;

/** Throws DeliveredBefore where the message was delivered, with these bytes or others. */
export const settleMessage = async (
  db: Writer,
  { message_id, sender, receiver, ...about }: Arriving,
  fate: Fate,
  now: Date,
): Promise<void> => {
  const moment = toInstant(now);
  const columns = {
    ...about,
    sender: shortId(sender),
    receiver: shortId(receiver),
    ...fate,
    updated_at: moment,
  };
  const before = await lockMessage(db, message_id);
  if (
    before === undefined &&
    (await insertMessage(db, { message_id, ...columns, attempts: 1, created_at: moment }))
  )
    return;
  // Whoever came first has committed by now: its lock was waited for.
  const earlier = before ?? (await lockMessage(db, message_id));
  if (earlier?.status === 'delivered') throw new DeliveredBefore(earlier);
  await updateMessage(db, message_id, { ...columns, attempts: (earlier?.attempts ?? 0) + 1 });
  if (fate.status !== 'held') await deleteMessageChunks(db, message_id);
};
