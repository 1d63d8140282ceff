// Statements on addresses that take a file.
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { scoped, scopedAlone, type Tenant } from '../../../../db/scoped.ts';

export type UploadRow = Readonly<Row<'received_upload'>>;

export const insertUpload = async (ctx: Tenant<Writer>, row: Omit<UploadRow, 'entity_id'>): Promise<void> => {
  await scoped(ctx, 'received_upload').insert(row).execute();
};

/** Of any company, by what only its address says. */
export const findUpload = (db: Reader, token_hash: string): Promise<UploadRow | undefined> =>
  // oxlint-disable-next-line folio/tenant-tables -- whoever sends a file has nothing but its address
  db.selectFrom('received_upload').selectAll().where('token_hash', '=', token_hash).executeTakeFirst();

export const countOpenUploads = async (db: Reader, organisation_id: string, now: string): Promise<number> => {
  // oxlint-disable-next-line folio/tenant-tables -- so many of an organisation are open, in all of its companies
  const { open } = await db
    .selectFrom('received_upload')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('organisation_id', '=', organisation_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return open;
};

/** False where somebody else has taken it since `free`, or used it. */
export const claimUpload = async (
  database: Pick<Database, 'kysely'>,
  { entity_id, id }: Pick<UploadRow, 'entity_id' | 'id'>,
  now: string,
  free: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await scopedAlone(database, entity_id, 'received_upload')
    .update()
    .set({ taken_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where((eb) => eb.or([eb('taken_at', 'is', null), eb('taken_at', '<', free)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const giveUploadBack = async (
  database: Pick<Database, 'kysely'>,
  { entity_id, id }: Pick<UploadRow, 'entity_id' | 'id'>,
): Promise<void> => {
  await scopedAlone(database, entity_id, 'received_upload')
    .update()
    .set({ taken_at: null })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
};

export const endUpload = async (
  ctx: Tenant<Writer>,
  id: string,
  columns: Pick<UploadRow, 'used_at' | 'received_document_id'>,
): Promise<void> => {
  await scoped(ctx, 'received_upload').update().set(columns).where('id', '=', id).execute();
};
