// The whole of a trail, a page at a time: what a verification reads in one snapshot.
import { type Selectable, sql } from 'kysely';
import type { OrganisationId } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import type { DB } from '../../../../db/schema.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { EntryKey } from './log.ts';

export type LogRow = Pick<Selectable<DB['trail_log']>, 'size' | 'root' | 'frontier' | 'signed_size'>;

export const readLog = (db: Reader, organisation_id: OrganisationId): Promise<LogRow | undefined> =>
  db
    .selectFrom('trail_log')
    .select(['size', 'root', 'frontier', 'signed_size'])
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirst();

const PAGE = 500;

export interface LeafRow extends EntryKey {
  readonly position: number;
  readonly hash: string;
}

/** The leaves after this position, in their order. */
export const readLeaves = async function* (
  db: Reader,
  organisation_id: string,
  from = -1,
): AsyncGenerator<LeafRow[]> {
  let after = from;
  for (;;) {
    const rows = await db
      .selectFrom('trail_leaf')
      .select(['position', 'entity_id', 'id', 'hash'])
      .where('organisation_id', '=', organisation_id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.position ?? after;
  }
};

export interface CheckpointRow {
  readonly size: number;
  readonly note: string;
}

/** Checkpoints above `from` up to `to`, in their order. */
export const readCheckpoints = async function* (
  db: Reader,
  organisation_id: OrganisationId,
  from: number,
  to: number,
): AsyncGenerator<CheckpointRow> {
  let after = from;
  for (;;) {
    const rows = await db
      .selectFrom('trail_checkpoint')
      .select(['size', 'note'])
      .where('organisation_id', '=', organisation_id)
      .where('size', '>', after)
      .where('size', '<=', to)
      .orderBy('size')
      .limit(PAGE)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.size ?? after;
  }
};

/** Of an owner, what waits for the log. */
export const readWaiting = async function* (db: Reader, owner: string): AsyncGenerator<EntryKey[]> {
  let after = '';
  for (;;) {
    const rows = await scoped({ db, entity: { id: owner } }, 'trail_pending')
      .select()
      .select(['entity_id', 'id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
};

/** Entries of an owner that neither stand in the log nor wait for it. */
export const readStrays = async (
  db: Reader,
  organisation_id: OrganisationId,
  owner: string,
  most: number,
): Promise<EntryKey[]> => {
  const outside = (table: 'audit' | 'trail_state') => {
    const id = sql.ref(`${table}.id`);
    return sql<boolean>`not exists (select 1 from trail_leaf where trail_leaf.organisation_id = ${organisation_id}
        and trail_leaf.entity_id = ${owner} and trail_leaf.id = ${id})
      and not exists (select 1 from trail_pending where trail_pending.entity_id = ${owner}
        and trail_pending.id = ${id})`;
  };
  const ctx = { db, entity: { id: owner } };
  const audit = await scoped(ctx, 'audit')
    .select()
    .select(['audit.entity_id', 'audit.id'])
    .where(outside('audit'))
    .limit(most)
    .execute();
  const states = await scoped(ctx, 'trail_state')
    .select()
    .select(['trail_state.entity_id', 'trail_state.id'])
    .where(outside('trail_state'))
    .limit(most)
    .execute();
  return [...audit, ...states];
};
