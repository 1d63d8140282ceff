// What the sandbox access point has received, in the database: shared by all instances and kept over restarts.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { v4 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { parseInstant, toInstant } from '../../db/instant.ts';
import type { SandboxAccessPointTable } from '../../db/schema.ts';

export interface Received {
  readonly idempotency_guid: string;
  readonly legal_entity_id: number;
  readonly receiver: string;
  readonly document: Buffer;
  /** The status of the answer. */
  readonly status: number;
  readonly reply: (guid: string) => unknown;
  /** A company here receives it. */
  readonly isHere: boolean;
}

export interface Kept {
  readonly guid: string;
  readonly receiver: string;
  readonly status: number;
  readonly reply: unknown;
  readonly delivered: boolean;
  readonly created_at: Date;
}

/** A document in a receiver's inbox. */
export interface InboxItem {
  readonly guid: string;
  readonly receiver: string;
  readonly received_at: Date;
  readonly sha256: string;
  readonly document: Buffer;
}

export interface SandboxStore {
  /** The first submission with this key, and whether this one was the first. */
  keep(received: Received, now: Date): Promise<{ readonly kept: Kept; readonly first: boolean }>;
  byKey(idempotencyGuid: string): Promise<Kept | undefined>;
  byGuid(guid: string): Promise<Kept | undefined>;
  /** What was delivered, oldest first, to one receiver or to all. */
  inbox(receiver?: string): Promise<InboxItem[]>;
  /** What waits longest for a company here. */
  waiting(): Promise<string | undefined>;
  /** What was delivered. */
  document(guid: string): Promise<Omit<InboxItem, 'sha256'> | undefined>;
  /** It waits no longer; false where it did not. */
  acknowledge(guid: string): Promise<boolean>;
}

const COLUMNS = ['guid', 'receiver', 'status', 'reply', 'delivered', 'created_at'] as const;

type KeptRow = Pick<Selectable<SandboxAccessPointTable>, (typeof COLUMNS)[number]>;

const MAX_INBOX = 1_000;

export const sandboxStore = ({ kysely, reader }: Database): SandboxStore => {
  const find = async (column: 'guid' | 'idempotency_guid', value: string): Promise<Kept | undefined> => {
    const row = await reader
      .selectFrom('sandbox_access_point')
      .select(COLUMNS)
      .where(column, '=', value)
      .executeTakeFirst();
    return row === undefined ? undefined : toKept(row);
  };
  return {
    keep: async (received, now) => {
      const guid = v4();
      await kysely
        .insertInto('sandbox_access_point')
        .values(toRow(received, guid, now))
        .ignore()
        .execute();
      const kept = await find('idempotency_guid', received.idempotency_guid);
      if (kept === undefined) throw new Error('the row just inserted is missing');
      return { kept, first: kept.guid === guid };
    },
    byKey: (idempotencyGuid) => find('idempotency_guid', idempotencyGuid),
    byGuid: (guid) => find('guid', guid),
    inbox: async (receiver) => {
      const all = reader.selectFrom('sandbox_access_point').where('delivered', '=', true);
      const rows = await (receiver === undefined ? all : all.where('receiver', '=', receiver))
        .select(['guid', 'receiver', 'created_at', 'sha256', 'document'])
        .orderBy('created_at')
        .orderBy('guid')
        .limit(MAX_INBOX)
        .execute();
      return rows.map(({ created_at, ...row }) => ({ ...row, received_at: parseInstant(created_at) }));
    },
    waiting: async () => {
      const row = await reader
        .selectFrom('sandbox_access_point')
        .select('guid')
        .where('waits_since', 'is not', null)
        .orderBy('waits_since')
        .orderBy('guid')
        .limit(1)
        .executeTakeFirst();
      return row?.guid;
    },
    document: async (guid) => {
      const row = await reader
        .selectFrom('sandbox_access_point')
        .select(['guid', 'receiver', 'created_at', 'document'])
        .where('guid', '=', guid)
        .where('delivered', '=', true)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { created_at, ...found } = row;
      return { ...found, received_at: parseInstant(created_at) };
    },
    acknowledge: async (guid) => {
      const { numUpdatedRows } = await kysely
        .updateTable('sandbox_access_point')
        .set({ waits_since: null })
        .where('guid', '=', guid)
        .where('waits_since', 'is not', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  };
};

const toRow = (received: Received, guid: string, now: Date) => ({
  idempotency_guid: received.idempotency_guid,
  guid,
  legal_entity_id: received.legal_entity_id,
  receiver: received.receiver,
  status: received.status,
  reply: JSON.stringify(received.reply(guid)),
  delivered: received.status === 200,
  waits_since: received.status === 200 && received.isHere ? toInstant(now) : null,
  document: received.document,
  sha256: createHash('sha256').update(received.document).digest('hex'),
  created_at: toInstant(now),
});

const toKept = (row: KeptRow): Kept => ({
  guid: row.guid,
  receiver: row.receiver,
  status: row.status,
  reply: JSON.parse(row.reply) as unknown,
  delivered: row.delivered,
  created_at: parseInstant(row.created_at),
});
