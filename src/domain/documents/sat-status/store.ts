// Statements on what the SAT says of received CFDI. Which are due is asked across all companies.
import type { Row } from '../../../db/schema.ts';
import { isDuplicate } from '../../../db/errno.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

export type StatusRow = Omit<Row<'sat_status'>, 'entity_id'>;
export type DueStatus = Row<'sat_status'>;

export const findStatus = (ctx: Tenant<Reader>, uuid: string): Promise<StatusRow | undefined> =>
  scoped(ctx, 'sat_status').select().selectAll().where('uuid', '=', uuid).executeTakeFirst();

/** False where the same document came in another file at this moment, and is watched already. */
export const insertStatus = async (ctx: Tenant<Writer>, row: StatusRow): Promise<boolean> => {
  try {
    await scoped(ctx, 'sat_status').insert(row).execute();
    return true;
  } catch (error) {
    if (!isDuplicate(error, 'PRIMARY')) throw error;
    return false;
  }
};

/** Those of the documents that the SAT, or what stands in for it, was asked about. */
export const knownStatuses = (ctx: Tenant<Reader>, uuids: readonly string[]) =>
  scoped(ctx, 'sat_status')
    .select()
    .select(['uuid', 'state', 'asked_at'])
    .where('uuid', 'in', uuids)
    .where('state', 'is not', null)
    .execute();

/** Asked sooner than planned; nothing is asked again whose answer is final. */
export const hastenStatuses = async (
  ctx: Tenant<Writer>,
  uuids: readonly string[],
  next_at: string,
): Promise<void> => {
  await scoped(ctx, 'sat_status')
    .update()
    .set({ next_at })
    .where('uuid', 'in', uuids)
    .where('next_at', '>', next_at)
    .execute();
};

/** Those that have waited longest. */
export const dueStatuses = (
  { reader }: Pick<Database, 'reader'>,
  now: string,
  most: number,
): Promise<readonly DueStatus[]> =>
  // oxlint-disable-next-line folio/tenant-tables -- an instance asks about documents of any company
  reader
    .selectFrom('sat_status')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('entity_id')
    .orderBy('uuid')
    .limit(most)
    .execute();

/** Takes one for a while: of several instances one asks, and after a crash another does once the while is over. */
export const takeStatus = async (
  ctx: Tenant<Writer>,
  { uuid, next_at }: DueStatus,
  until: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'sat_status')
    .update()
    .set({ next_at: until })
    .where('uuid', '=', uuid)
    .where('next_at', '=', next_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** The outcome; false when another instance took the row meanwhile. */
export const keepStatus = async (
  ctx: Tenant<Writer>,
  uuid: string,
  taken: string,
  changes: Partial<StatusRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'sat_status')
    .update()
    .set(changes)
    .where('uuid', '=', uuid)
    .where('next_at', '=', taken)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};
