// What the sandbox PAC has stamped, in the database: shared by all instances and kept over restarts.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/errno.ts';
import { parseInstant, toInstant } from '../../db/instant.ts';
import type { SandboxStampTable } from '../../db/schema.ts';

export interface Stamped {
  readonly uuid: string;
  readonly issuer: string;
  readonly receiver: string;
  readonly total: string;
  /** The TFD element. */
  readonly stamp: string;
  readonly document: string;
  readonly stampedAt: Date;
  readonly needsAcceptance: boolean;
  readonly cancellation: SandboxStampTable['cancellation'];
}

export interface NewStamp extends Omit<Stamped, 'cancellation'> {
  readonly seal: string;
  readonly customId: string | null;
}

export interface StampStore {
  /** Stores a stamp; false when the seal or the sender's key has one already. */
  keep(stamp: NewStamp): Promise<boolean>;
  bySeal(seal: string): Promise<Stamped | undefined>;
  /** Only within the 72 hours for which SW remembers a sender's key. */
  byCustomId(customId: string, now: Date): Promise<Stamped | undefined>;
  byUuid(uuid: string): Promise<Stamped | undefined>;
  cancel(uuid: string, to: NonNullable<Stamped['cancellation']>, now: Date): Promise<void>;
}

const CUSTOM_ID_MS = 72 * 3_600_000;

const hashSeal = (seal: string): string => createHash('sha256').update(seal).digest('hex');

export const stampStore = ({ kysely, reader }: Database): StampStore => {
  const find = async (
    column: 'seal_hash' | 'uuid' | 'custom_id',
    value: string,
  ): Promise<Stamped | undefined> => {
    const row = await reader
      .selectFrom('sandbox_stamp')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row === undefined ? undefined : toStamped(row);
  };
  const releaseCustomId = (customId: string, before: Date) =>
    kysely
      .updateTable('sandbox_stamp')
      .set({ custom_id: null })
      .where('custom_id', '=', customId)
      .where('stamped_at', '<', toInstant(before))
      .execute();
  return {
    keep: async (stamp) => {
      if (stamp.customId !== null)
        await releaseCustomId(stamp.customId, new Date(stamp.stampedAt.getTime() - CUSTOM_ID_MS));
      try {
        await kysely.insertInto('sandbox_stamp').values(toRow(stamp)).execute();
        return true;
      } catch (error) {
        // The unique keys decide between concurrent requests with the same seal or key.
        if (isDuplicate(error, 'PRIMARY') || isDuplicate(error, 'uq_sandbox_stamp_custom_id')) return false;
        throw error;
      }
    },
    bySeal: (seal) => find('seal_hash', hashSeal(seal)),
    byCustomId: async (customId, now) => {
      const found = await find('custom_id', customId);
      const counts = found !== undefined && now.getTime() - found.stampedAt.getTime() <= CUSTOM_ID_MS;
      return counts ? found : undefined;
    },
    byUuid: (uuid) => find('uuid', uuid.toLowerCase()),
    cancel: async (uuid, to, now) => {
      await kysely
        .updateTable('sandbox_stamp')
        .set({ cancellation: to, cancelled_at: to === 'cancelled' ? toInstant(now) : null })
        .where('uuid', '=', uuid.toLowerCase())
        .execute();
    },
  };
};

const toRow = (stamp: NewStamp) => ({
  seal_hash: hashSeal(stamp.seal),
  uuid: stamp.uuid,
  custom_id: stamp.customId,
  issuer: stamp.issuer,
  receiver: stamp.receiver,
  total: stamp.total,
  stamp: stamp.stamp,
  document: stamp.document,
  stamped_at: toInstant(stamp.stampedAt),
  needs_acceptance: stamp.needsAcceptance,
  cancellation: null,
  cancelled_at: null,
});

const toStamped = (row: Selectable<SandboxStampTable>): Stamped => ({
  uuid: row.uuid,
  issuer: row.issuer,
  receiver: row.receiver,
  total: row.total,
  stamp: row.stamp,
  document: row.document,
  stampedAt: parseInstant(row.stamped_at),
  needsAcceptance: row.needs_acceptance,
  cancellation: row.cancellation,
});
