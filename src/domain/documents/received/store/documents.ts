// Statements on received documents, of one company unless they say otherwise.
import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { holds, isFree, type Lease, mayTake, nextLease, RELEASED, taken } from '../../../../db/lease.ts';
import { NEXT_VERSION, reassign, type Reassigned } from '../../../../db/reassign.ts';
import type { Row } from '../../../../db/schema.ts';
import { own, scoped, scopedAlone, type Tenant } from '../../../../db/scoped.ts';
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

/** Responses that found no document with this number are due again. */
export const readResponsesAgain = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  number: string,
): Promise<void> => {
  await scoped(ctx, 'received_document')
    .update()
    .set({ due_at: toInstant(ctx.now), attempts: 0 })
    .where('number_key', '=', number)
    .where('kind', '=', 'invoice_response')
    .where('status', '=', 'needs_review')
    .execute();
};

/** One that is to be read, of any company. */
export type Unread = Pick<Row<'received_document'>, 'entity_id' | 'id' | 'lease_fence'> &
  Pick<Row<'entity'>, 'organisation_id'>;

/** Those that are due longest and that nobody reads, but those of the organisations `without`. */
export const unreadDocuments = (
  { reader }: Database,
  now: Date,
  most: number,
  without: readonly string[] = [],
): Promise<readonly Unread[]> => {
  // oxlint-disable-next-line folio/tenant-tables -- an instance reads documents of any company
  const due = reader
    .selectFrom('received_document')
    .innerJoin('entity', 'entity.id', 'received_document.entity_id')
    .select(['entity_id', 'received_document.id', 'lease_fence', 'organisation_id'])
    .where('due_at', '<=', toInstant(now))
    .where(isFree());
  return (without.length === 0 ? due : due.where('organisation_id', 'not in', without))
    .orderBy('due_at')
    .limit(most)
    .execute();
};

/** Undefined where another process was faster, or it is read by now. */
export const claimUnread = async (
  database: Pick<Database, 'kysely'>,
  { entity_id, id, lease_fence }: Pick<Unread, 'entity_id' | 'id' | 'lease_fence'>,
  owner: string,
  ms: number,
): Promise<Lease | undefined> => {
  const lease = nextLease(owner, { lease_fence });
  const { numUpdatedRows } = await scopedAlone(database, entity_id, 'received_document')
    .update()
    .set({ ...taken(lease, ms), attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .where(mayTake(lease))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? lease : undefined;
};

/** Given back, to be read again at that moment; the attempt that the claim counted `counts`, or is taken back. */
export const putBack = async (
  database: Pick<Database, 'kysely'>,
  { entity_id, id }: Pick<Unread, 'entity_id' | 'id'>,
  lease: Lease,
  { at, counts }: { readonly at: Date; readonly counts: boolean },
): Promise<void> => {
  // Somebody may have set them to zero meanwhile.
  const uncounted = sql<number>`case when attempts > 0 then attempts - 1 else 0 end`;
  await scopedAlone(database, entity_id, 'received_document')
    .update()
    .set({ ...RELEASED, due_at: toInstant(at), ...(counts ? {} : { attempts: uncounted }) })
    .where('id', '=', id)
    .where(holds(lease))
    .execute();
};

/** Ends the lease with the outcome; whoever lost it meanwhile writes nothing. */
export const finishReading = (ctx: Tenant<Writer>, id: string, lease: Lease) =>
  scoped(ctx, 'received_document')
    .update()
    .set({ ...RELEASED, due_at: null })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .where(holds(lease))
    .executeTakeFirstOrThrow();

/** Of a counterparty that is merged into another one, by whose name lists find them then. */
export const moveReceived = async (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> => {
  await reassign(ctx, 'received_document', merge, NEXT_VERSION);
  await notePending(ctx, 'inbox', [merge.to]);
};
