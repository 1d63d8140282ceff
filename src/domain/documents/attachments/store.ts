// Statements on attachments, and whether a record is there that they may stand beside.
import { chunks } from '../../../base/chunks.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import type { Row } from '../../../db/schema.ts';
import { scoped, type Tenant, type TenantTable } from '../../../db/scoped.ts';
import type { Condition } from '../../ground/lists/store.ts';

export type AttachmentRow = Readonly<Omit<Row<'attachment'>, 'entity_id'>>;

/** The unique index that decides when one file is attached twice at once. */
export const FILE_INDEX = 'uq_attachment_file';

export const insertAttachment = async (ctx: Tenant<Writer>, row: AttachmentRow): Promise<void> => {
  await scoped(ctx, 'attachment').insert(row).execute();
};

export const findAttachment = (ctx: Tenant<Reader>, id: string): Promise<AttachmentRow | undefined> =>
  scoped(ctx, 'attachment').select().selectAll('attachment').where('id', '=', id).executeTakeFirst();

export const findByFile = (
  ctx: Tenant<Reader>,
  record_id: string,
  file_id: string,
): Promise<AttachmentRow | undefined> =>
  scoped(ctx, 'attachment')
    .select({ index: FILE_INDEX })
    .selectAll('attachment')
    .where('record_id', '=', record_id)
    .where('live_file_id', '=', file_id)
    .executeTakeFirst();

const standing = (ctx: Tenant<Reader>, record_id: string) =>
  scoped(ctx, 'attachment')
    .select({ index: 'ix_attachment_record' })
    .where('record_id', '=', record_id)
    .where('live_file_id', 'is not', null);

export const attachmentPage = (ctx: Tenant<Reader>, record_id: string) => ({
  rows: (after: Condition | null, take: number): Promise<readonly AttachmentRow[]> => {
    const rows = standing(ctx, record_id).selectAll('attachment');
    return (after === null ? rows : rows.where(after)).orderBy('id').limit(take).execute();
  },
  count: async (max: number): Promise<number> =>
    (await standing(ctx, record_id).select('id').limit(max).execute()).length,
});

/** False where it was removed by now. */
export const endAttachment = async (
  ctx: Tenant<Writer>,
  id: string,
  { reason, removed_at }: Pick<AttachmentRow, 'reason' | 'removed_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'attachment')
    .update()
    .set({ reason, removed_at, live_file_id: null })
    .where('id', '=', id)
    .where('live_file_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

type RecordTable = Extract<
  TenantTable,
  | 'invoice'
  | 'bill'
  | 'credit_note'
  | 'payment'
  | 'counterparty'
  | 'reference_record'
  | 'received_document'
  | 'task'
>;

export const hasRecord = async (ctx: Tenant<Reader>, table: RecordTable, id: string): Promise<boolean> =>
  // One of the tables, so that the builder knows the column that all of them have.
  (await scoped(ctx, table as 'bill')
    .select()
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

/** All that stood beside the record, held until the transaction ends. */
export const lockAttachmentsOf = (
  ctx: Tenant<Writer>,
  record_id: string,
): Promise<readonly Pick<AttachmentRow, 'id' | 'live_file_id'>[]> =>
  scoped(ctx, 'attachment')
    .select({ index: 'ix_attachment_record' })
    .select(['id', 'live_file_id'])
    .where('record_id', '=', record_id)
    .orderBy('id')
    .forUpdate()
    .execute();

export const setRecord = async (
  ctx: Tenant<Writer>,
  ids: readonly string[],
  record_id: string,
): Promise<void> => {
  for (const some of chunks(ids))
    await scoped(ctx, 'attachment').update().set({ record_id }).where('id', 'in', some).execute();
};
