// Statements on what is to be read: what is due, who reads it, and that it was read.
import { sql } from 'kysely';
import type { Database, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { holds, isFree, type Lease, mayTake, nextLease, RELEASED, taken } from '../../../../db/lease.ts';
import type { Row } from '../../../../db/schema.ts';
import { scoped, scopedAlone, type Tenant } from '../../../../db/scoped.ts';

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
