// Statements on files and their chunks, always of one company.
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import { LOCKED } from '../../../db/row-lock.ts';
import type { Row } from '../../../db/schema.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

export type FileRow = Readonly<Omit<Row<'stored_file'>, 'entity_id' | 'locks'>>;
export type DeletedRow = Readonly<Omit<Row<'deleted_file'>, 'entity_id'>>;

/** The unique index that decides when the same bytes come twice at once. */
export const DIGEST_INDEX = 'uq_stored_file_sha256';

export const insertFile = async (
  ctx: Tenant<Writer>,
  { id, sha256, bytes }: Pick<FileRow, 'id' | 'sha256' | 'bytes'>,
  now: Date,
): Promise<void> => {
  await scoped(ctx, 'stored_file')
    .insert({ id, sha256, bytes, created_at: toInstant(now) })
    .execute();
};

export const insertChunk = async (
  ctx: Tenant<Writer>,
  file_id: string,
  position: number,
  bytes: Buffer,
): Promise<void> => {
  await scoped(ctx, 'stored_file_chunk').insert({ file_id, position, bytes }).execute();
};

/** False where the file is gone by now. */
export const sealFile = async (
  ctx: Tenant<Writer>,
  { id, sha256, bytes }: Pick<FileRow, 'id' | 'sha256' | 'bytes'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'stored_file')
    .update()
    .set({ sha256, bytes })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

const COLUMNS = ['id', 'sha256', 'bytes', 'created_at'] as const;

export const findFile = (ctx: Tenant<Reader>, id: string): Promise<FileRow | undefined> =>
  scoped(ctx, 'stored_file').select().select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const findByDigest = (ctx: Tenant<Reader>, sha256: string): Promise<FileRow | undefined> =>
  scoped(ctx, 'stored_file')
    .select({ index: DIGEST_INDEX })
    .select(COLUMNS)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const readChunk = async (
  ctx: Tenant<Reader>,
  file_id: string,
  position: number,
): Promise<Buffer | undefined> => {
  const row = await scoped(ctx, 'stored_file_chunk')
    .select()
    .select('bytes')
    .where('file_id', '=', file_id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.bytes;
};

/** Until the transaction ends nobody else keeps or deletes the file; false where it is gone by now. */
export const lockFile = async (ctx: Tenant<Writer>, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'stored_file')
    .update()
    .set(LOCKED)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Without a word of what was kept: only for what never became a file, and after `insertDeleted`. */
export const deleteFile = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'stored_file_chunk').delete().where('file_id', '=', id).execute();
  await scoped(ctx, 'stored_file').delete().where('id', '=', id).execute();
};

export const insertDeleted = async (ctx: Tenant<Writer>, row: DeletedRow): Promise<void> => {
  await scoped(ctx, 'deleted_file').insert(row).execute();
};

/** Of these files, those that were deleted. */
export const findDeleted = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeletedRow>> => {
  if (ids.length === 0) return new Map();
  const rows = await scoped(ctx, 'deleted_file')
    .select()
    .selectAll('deleted_file')
    .where('file_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.file_id, row]));
};

/** The newest whole files, the latest first. */
export const newestFiles = (ctx: Tenant<Reader>, most: number): Promise<readonly FileRow[]> =>
  scoped(ctx, 'stored_file')
    .select()
    .select(COLUMNS)
    .where('sha256', 'is not', null)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Files of any company that were begun before that moment and never came to their end. */
export const brokenFiles = (
  { reader }: Database,
  before: Date,
  most: number,
): Promise<readonly Pick<Row<'stored_file'>, 'entity_id' | 'id'>[]> =>
  // oxlint-disable-next-line folio/tenant-tables -- an instance takes away what broke off in any company
  reader
    .selectFrom('stored_file')
    .select(['entity_id', 'id'])
    .where('sha256', 'is', null)
    .where('created_at', '<', toInstant(before))
    .orderBy('created_at')
    .limit(most)
    .execute();
