// Statements on received documents, of one company unless they say otherwise.
import type { Reader, Writer } from '../../../../db/database.ts';
import { NEXT_VERSION, reassign, type Reassigned } from '../../../../db/reassign.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';
import { notePending } from '../../../ground/search-index/store/parts.ts';
import { type ListedReceived, type ReceivedRow, UNDECIDED } from '../record.ts';

/** The unique index that decides when one file comes twice at once. */
export const FILE_INDEX = 'uq_received_document_file';

const toColumns = ({ links, issues, ...columns }: ReceivedRow) => ({
  ...columns,
  links: JSON.stringify(links),
  issues: JSON.stringify(issues),
});

export const insertReceived = async (ctx: Tenant<Writer>, row: ReceivedRow): Promise<void> => {
  await scoped(ctx, 'received_document').insert(toColumns(row)).execute();
};

export const listed = (ctx: Tenant<Reader>, index?: string) =>
  scoped(ctx, 'received_document')
    .select(index === undefined ? {} : { index })
    .leftJoin('counterparty', own('counterparty', 'received_document'))
    .selectAll('received_document')
    .select('counterparty.name as counterparty_name');

export const findReceived = (ctx: Tenant<Reader>, id: string): Promise<ListedReceived | undefined> =>
  listed(ctx).where('received_document.id', '=', id).executeTakeFirst();

export const findByFile = (ctx: Tenant<Reader>, file_id: string): Promise<ListedReceived | undefined> =>
  listed(ctx, FILE_INDEX).where('received_document.file_id', '=', file_id).executeTakeFirst();

/** False when it is no longer at this version. */
export const replaceReceived = async (ctx: Tenant<Writer>, row: ReceivedRow): Promise<boolean> => {
  const { id, version, lease_owner: _o, lease_until: _u, lease_fence: _f, ...columns } = toColumns(row);
  const { numUpdatedRows } = await scoped(ctx, 'received_document')
    .update()
    .set({ ...columns, version })
    .where('id', '=', id)
    .where('version', '=', version - 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** At most `max`. */
export const countUndecided = async (ctx: Tenant<Reader>, max: number): Promise<number> =>
  (
    await scoped(ctx, 'received_document')
      .select({ index: 'ix_received_document_status' })
      .select('id')
      .where('status', 'in', UNDECIDED)
      .limit(max)
      .execute()
  ).length;

/** Those that came before or after this one and wait for a decision: the nearest. */
export const undecidedBeside = async (
  ctx: Tenant<Reader>,
  { id, received_at }: Pick<ReceivedRow, 'id' | 'received_at'>,
  which: 'earlier' | 'later',
): Promise<string | undefined> => {
  const [sign, order] = which === 'earlier' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  // Of each state the nearest, by its place in the index: of all states together a server would sort all that wait.
  const nearest = (status: (typeof UNDECIDED)[number]) =>
    ctx.db
      .selectFrom(
        scoped(ctx, 'received_document')
          .select({ index: 'ix_received_document_status' })
          .select(['id', 'received_at'])
          .where('status', '=', status)
          .where((eb) =>
            eb.or([
              eb('received_at', sign, received_at),
              eb.and([eb('received_at', '=', received_at), eb('id', sign, id)]),
            ]),
          )
          .orderBy('received_at', order)
          .orderBy('id', order)
          .limit(1)
          .as('nearest'),
      )
      .select(['id', 'received_at']);
  const [first, ...others] = UNDECIDED;
  const row = await others
    .reduce((all, other) => all.unionAll(nearest(other)), nearest(first))
    .orderBy('received_at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

type Alike = Pick<ReceivedRow, 'id' | 'kind' | 'number_key' | 'uuid' | 'counterparty_id' | 'supplier_tax_id'>;

/** Those of the kind and sender with the same number, and those with the same UUID, but this one and rejected ones. */
export const likeReceived = async (
  ctx: Tenant<Reader>,
  { id, kind, number_key, uuid, counterparty_id, supplier_tax_id }: Alike,
): Promise<readonly ListedReceived[]> => {
  const others = (index: string) =>
    listed(ctx, index)
      .where('received_document.kind', '=', kind)
      .where('received_document.id', '<>', id)
      .where('received_document.status', '<>', 'rejected')
      .limit(20);
  const stamped =
    uuid === null
      ? []
      : await others('ix_received_document_uuid').where('received_document.uuid', '=', uuid).execute();
  const isNamed = number_key !== null && (counterparty_id !== null || supplier_tax_id !== null);
  const named = !isNamed
    ? []
    : await others('ix_received_document_number')
        .where('received_document.number_key', '=', number_key)
        .where((eb) =>
          eb.or([
            ...(counterparty_id === null
              ? []
              : [eb('received_document.counterparty_id', '=', counterparty_id)]),
            ...(supplier_tax_id === null
              ? []
              : [eb('received_document.supplier_tax_id', '=', supplier_tax_id)]),
          ]),
        )
        .execute();
  return [...stamped, ...named];
};

/** Those of which the same record was made. */
export const receivedBeside = (
  ctx: Tenant<Reader>,
  column: 'bill_id' | 'bill_credit_note_id',
  record_id: string,
): Promise<readonly ListedReceived[]> =>
  listed(ctx, column === 'bill_id' ? 'ix_received_document_bill' : 'ix_received_document_note')
    .where(`received_document.${column}`, '=', record_id)
    .orderBy('received_document.id')
    .limit(20)
    .execute();

export const receivedByUuid = (ctx: Tenant<Reader>, uuid: string): Promise<readonly ListedReceived[]> =>
  listed(ctx).where('received_document.uuid', '=', uuid).limit(20).execute();

export const receivedByIds = (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<readonly ListedReceived[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : listed(ctx).where('received_document.id', 'in', ids).orderBy('received_document.id').execute();

/** Of a counterparty that is merged into another one, by whose name lists find them then. */
export const moveReceived = async (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> => {
  await reassign(ctx, 'received_document', merge, NEXT_VERSION);
  await notePending(ctx, 'inbox', [merge.to]);
};
