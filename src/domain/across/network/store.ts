// Statements on what comes through the network. None of these tables is a company's.
import { isDuplicate } from '../../../db/errno.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import {
  holds,
  isFree,
  type Lease,
  mayTake,
  nextLease,
  RELEASED,
  renewLease,
  taken,
} from '../../../db/lease.ts';
import type { Row } from '../../../db/schema.ts';

const PRIMARY = 'PRIMARY';
/** The unique index that lets a company be registered once. */
const COMPANY_INDEX = 'uq_network_receiver_company';

export type ReceiverRow = Readonly<Row<'network_receiver'>>;
export type MessageRow = Readonly<Row<'network_message'>>;

export const receiverByKey = (db: Reader, key: string): Promise<ReceiverRow | undefined> =>
  db.selectFrom('network_receiver').selectAll().where('participant_key', '=', key).executeTakeFirst();

export const receiverOf = (db: Reader, company_id: string): Promise<ReceiverRow | undefined> =>
  db.selectFrom('network_receiver').selectAll().where('company_id', '=', company_id).executeTakeFirst();

/** At most two: one is certain. */
export const receiversByAccount = (db: Reader, account: string): Promise<readonly ReceiverRow[]> =>
  db.selectFrom('network_receiver').selectAll().where('account', '=', account).limit(2).execute();

export const allReceivers = (db: Reader): Promise<readonly ReceiverRow[]> =>
  db.selectFrom('network_receiver').selectAll().orderBy('participant_key').execute();

/** False where the participant, or the company, is registered already. */
export const insertReceiver = async (db: Writer, row: ReceiverRow): Promise<boolean> => {
  try {
    await db.insertInto('network_receiver').values(row).execute();
    return true;
  } catch (error) {
    if (isDuplicate(error, PRIMARY) || isDuplicate(error, COMPANY_INDEX)) return false;
    throw error;
  }
};

export const deleteReceiver = async (db: Writer, company_id: string): Promise<void> => {
  await db.deleteFrom('network_receiver').where('company_id', '=', company_id).execute();
};

export const findMessage = (db: Reader, message_id: string): Promise<MessageRow | undefined> =>
  db.selectFrom('network_message').selectAll().where('message_id', '=', message_id).executeTakeFirst();

/** The same, which nobody else changes until the transaction ends. */
export const lockMessage = (db: Writer, message_id: string): Promise<MessageRow | undefined> =>
  db
    .selectFrom('network_message')
    .selectAll()
    .where('message_id', '=', message_id)
    .forUpdate()
    .executeTakeFirst();

/** False where the message is known by now. */
export const insertMessage = async (db: Writer, row: MessageRow): Promise<boolean> => {
  try {
    await db.insertInto('network_message').values(row).execute();
    return true;
  } catch (error) {
    if (isDuplicate(error, PRIMARY)) return false;
    throw error;
  }
};

export const updateMessage = async (
  db: Writer,
  message_id: string,
  columns: Partial<Omit<MessageRow, 'message_id'>>,
): Promise<void> => {
  await db.updateTable('network_message').set(columns).where('message_id', '=', message_id).execute();
};

export const insertMessageChunk = async (
  db: Writer,
  message_id: string,
  position: number,
  bytes: Buffer,
): Promise<void> => {
  await db.insertInto('network_message_chunk').values({ message_id, position, bytes }).execute();
};

export const readMessageChunk = async (
  db: Reader,
  message_id: string,
  position: number,
): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('network_message_chunk')
      .select('bytes')
      .where('message_id', '=', message_id)
      .where('position', '=', position)
      .executeTakeFirst()
  )?.bytes;

export const deleteMessageChunks = async (db: Writer, message_id: string): Promise<void> => {
  await db.deleteFrom('network_message_chunk').where('message_id', '=', message_id).execute();
};

export const listMessages = (
  db: Reader,
  status: MessageRow['status'],
  most: number,
): Promise<readonly MessageRow[]> =>
  db
    .selectFrom('network_message')
    .selectAll()
    .where('status', '=', status)
    .orderBy('updated_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(most)
    .execute();

/** Of that status, since that moment. */
export const countMessages = async (
  db: Reader,
  status: MessageRow['status'],
  since?: string,
): Promise<{ readonly entries: number; readonly oldest: string | null }> => {
  const rows = db.selectFrom('network_message').where('status', '=', status);
  return (since === undefined ? rows : rows.where('updated_at', '>=', since))
    .select(({ fn }) => [fn.countAll<number>().as('entries'), fn.min('updated_at').as('oldest')])
    .executeTakeFirstOrThrow();
};

/** Nobody asks for refusals that are so old. */
export const deleteRefused = async (database: Pick<Database, 'kysely'>, before: string): Promise<void> => {
  await database.kysely
    .deleteFrom('network_message')
    .where('status', '=', 'refused')
    .where('updated_at', '<', before)
    .execute();
};

export const findQueue = (db: Reader, access_point: string): Promise<Row<'network_queue'> | undefined> =>
  db.selectFrom('network_queue').selectAll().where('access_point', '=', access_point).executeTakeFirst();

/** Undefined where another instance asks the queue. */
export const claimQueue = async (
  { kysely, reader }: Pick<Database, 'kysely' | 'reader'>,
  access_point: string,
  owner: string,
  ms: number,
): Promise<Lease | undefined> => {
  const free = () =>
    reader
      .selectFrom('network_queue')
      .select('lease_fence')
      .where('access_point', '=', access_point)
      .where(isFree())
      .executeTakeFirst();
  let seen = await free();
  if (seen === undefined && (await findQueue(reader, access_point)) === undefined) {
    await kysely.insertInto('network_queue').values({ access_point, lease_fence: 0 }).ignore().execute();
    seen = await free();
  }
  if (seen === undefined) return undefined;
  const lease = nextLease(owner, seen);
  const { numUpdatedRows } = await kysely
    .updateTable('network_queue')
    .set(taken(lease, ms))
    .where('access_point', '=', access_point)
    .where(mayTake(lease))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? lease : undefined;
};

const held = ({ kysely }: Pick<Database, 'kysely'>, access_point: string, lease: Lease) =>
  kysely.updateTable('network_queue').where('access_point', '=', access_point).where(holds(lease));

export const renewQueue = (
  database: Pick<Database, 'kysely'>,
  access_point: string,
  lease: Lease,
  ms: number,
): Promise<boolean> => renewLease(held(database, access_point, lease), ms);

/** With what came of asking: a fault keeps the moment since when there is one. */
export const releaseQueue = async (
  database: Pick<Database, 'kysely' | 'reader'>,
  access_point: string,
  lease: Lease,
  { fault, now }: { readonly fault: string | null; readonly now: Date },
): Promise<void> => {
  const since = (await findQueue(database.reader, access_point))?.failing_since ?? null;
  await held(database, access_point, lease)
    .set({
      ...RELEASED,
      fault,
      failing_since: fault === null ? null : (since ?? toInstant(now)),
      ...(fault === null ? { asked_at: toInstant(now) } : {}),
    })
    .execute();
};
