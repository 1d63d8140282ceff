// How far the words of listed texts are indexed, company by company, and who works on it.
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import {
  type Lease,
  holds,
  isFree,
  mayTake,
  nextLease,
  renewLease,
  releaseLease,
  requireHeld,
  taken,
} from '../../../../db/lease.ts';
import { acrossTenants, scoped, scopedAlone, type Tenant } from '../../../../db/scoped.ts';
import { PART_KINDS, type PartKind } from '../parts/parts.ts';

/** The index of a company that this process writes. */
export interface HeldParts {
  readonly entity_id: string;
  readonly kind: PartKind;
  readonly lease: Lease;
  readonly begun_at: string;
  /** The last of the records that were indexed in the order of their ids. */
  readonly cursor_id: string;
  /** Null until all were. */
  readonly until_at: string | null;
}

const TABLE = 'search_part_state';

/** Undefined while another process has it. `begun` is when it is begun, if nobody did. */
export const takeParts = async (
  database: Pick<Database, 'kysely'>,
  { entity_id, kind }: { readonly entity_id: string; readonly kind: PartKind },
  begun: Date,
  owner: string,
  lease_ms: number,
): Promise<HeldParts | undefined> => {
  const rows = scopedAlone(database, entity_id, TABLE);
  const find = () =>
    rows
      .select()
      .where('kind', '=', kind)
      .select(['begun_at', 'cursor_id', 'until_at', 'lease_fence', isFree().as('free')])
      .executeTakeFirst();
  let row = await find();
  if (row === undefined) {
    await rows
      .insert({ kind, begun_at: toInstant(begun), cursor_id: '', lease_fence: 0 })
      .ignore()
      .execute();
    row = await find();
  }
  if (row === undefined || !row.free) return undefined;
  const lease = nextLease(owner, row);
  const { numUpdatedRows } = await rows
    .update()
    .set(taken(lease, lease_ms))
    .where('kind', '=', kind)
    .where(mayTake(lease))
    .executeTakeFirstOrThrow();
  const { begun_at, cursor_id, until_at } = row;
  return numUpdatedRows === 1n ? { entity_id, kind, lease, begun_at, cursor_id, until_at } : undefined;
};

const held = (database: Pick<Database, 'kysely'>, { entity_id, kind, lease }: HeldParts) =>
  scopedAlone(database, entity_id, TABLE).update().where('kind', '=', kind).where(holds(lease));

export const renewParts = (
  database: Pick<Database, 'kysely'>,
  parts: HeldParts,
  lease_ms: number,
): Promise<boolean> => renewLease(held(database, parts), lease_ms);

export const releaseParts = (database: Pick<Database, 'kysely'>, parts: HeldParts): Promise<void> =>
  releaseLease(held(database, parts));

/** Fails where another process has taken over. */
export const advanceParts = async (
  { db }: Pick<Tenant<Writer>, 'db'>,
  { entity_id, kind, lease }: HeldParts,
  to: { readonly cursor_id: string } | { readonly until_at: string } | { readonly begun_at: string },
): Promise<void> => {
  const result = await scoped({ db, entity: { id: entity_id } }, TABLE)
    .update()
    .set(to)
    .where('kind', '=', kind)
    .where(holds(lease))
    .executeTakeFirstOrThrow();
  requireHeld(result, `the words of ${entity_id}`);
};

export interface Waiting {
  readonly entity_id: string;
  readonly kind: PartKind;
}

/** What is to be done for these companies: what is pending, and how far each index goes. */
export const waitingAmong = async (
  db: Reader,
  entities: readonly string[],
): Promise<{
  readonly pending: readonly Waiting[];
  readonly states: readonly (Waiting & { readonly until_at: string | null })[];
}> => {
  const pending = await acrossTenants(db, entities, 'search_part_pending')
    .select(['entity_id', 'kind'])
    .distinct()
    .execute();
  const rows = await acrossTenants(db, entities, TABLE).select(['entity_id', 'kind', 'until_at']).execute();
  const known = new Map(rows.map((row) => [`${row.entity_id} ${row.kind}`, row.until_at]));
  return {
    pending: pending.map(({ entity_id, kind }) => ({ entity_id, kind: kind as PartKind })),
    states: entities.flatMap((entity_id) =>
      PART_KINDS.map((kind) => ({ entity_id, kind, until_at: known.get(`${entity_id} ${kind}`) ?? null })),
    ),
  };
};
