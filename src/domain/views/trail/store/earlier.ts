// What there was before the log: audit rows without a place in it, and records of which no state was kept.
import { sql } from 'kysely';
import type { AuditId } from '../../../../../generated/ids.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { WatchedKind } from '../../../../db/stated-trail.ts';
import type { Watched } from '../../../../db/trail/kinds.ts';

/** The organisation itself and its companies. */
export const listOwners = async (db: Reader, organisation_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('organisation_id', '=', organisation_id as never)
    .orderBy('id')
    .execute();
  return [organisation_id, ...rows.map(({ id }) => id)];
};

const PAGE = 500;

/** Audit rows that neither stand in the log nor wait for it, the oldest first. */
export const readEarlier = async function* (
  db: Reader,
  organisation_id: string,
  owner: string,
): AsyncGenerator<AuditId[]> {
  let after: { occurred_at: string; id: AuditId } | undefined;
  for (;;) {
    let query = scoped({ db, entity: { id: owner } }, 'audit')
      .select({ index: 'ix_audit_time' })
      .select(['audit.id', 'audit.occurred_at', isInLog(organisation_id).as('known')]);
    if (after !== undefined) {
      const { occurred_at, id } = after;
      query = query
        .where('audit.occurred_at', '>=', occurred_at)
        .where((eb) => eb.or([eb('audit.occurred_at', '>', occurred_at), eb('audit.id', '>', id)]));
    }
    const rows = await query.orderBy('audit.occurred_at').orderBy('audit.id').limit(PAGE).execute();
    after = rows.at(-1);
    const fresh = rows.filter(({ known }) => known === 0).map(({ id }) => id);
    if (fresh.length > 0) yield fresh;
    if (rows.length < PAGE) return;
  }
};

const isInLog = (organisation_id: string) => sql<number>`(
  exists (select 1 from trail_leaf where trail_leaf.organisation_id = ${organisation_id}
    and trail_leaf.entity_id = audit.entity_id and trail_leaf.id = audit.id)
  or exists (select 1 from trail_pending where trail_pending.entity_id = audit.entity_id
    and trail_pending.id = audit.id))`;

const RECORDS = 200;

/** Ids of all records of a kind. */
export const readRecordIds = async function* (
  db: Reader,
  owner: string,
  kind: WatchedKind,
): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    // The statement names only what all the tables share.
    const table = kind as 'invoice';
    const rows = await scoped({ db, entity: { id: owner } }, table)
      .select()
      .select(`${table}.id`)
      .where(`${table}.id`, '>', after as never)
      .orderBy(`${table}.id`)
      .limit(RECORDS)
      .execute();
    const ids = rows.map(({ id }): string => id);
    if (ids.length > 0) yield ids;
    if (ids.length < RECORDS) return;
    after = ids.at(-1) ?? '';
  }
};

/** Ids of records of which the trail has no state. */
export const readUnstated = async function* (
  db: Reader,
  owner: string,
  kind: WatchedKind,
): AsyncGenerator<string[]> {
  for await (const ids of readRecordIds(db, owner, kind)) {
    const stated = await scoped({ db, entity: { id: owner } }, 'trail_state')
      .select()
      .select('record_id')
      .distinct()
      .where('record_id', 'in', ids)
      .execute();
    const known = new Set(stated.map(({ record_id }) => record_id));
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length > 0) yield fresh;
  }
};

const MOST_ORPHANS = 1_000;

/** Ids of records that are not there though rows which belong to them are. */
export const readOrphaned = async (db: Reader, owner: string, { kind, part }: Watched): Promise<string[]> => {
  if (part === undefined) return [];
  // The statement names only what all the tables share.
  const table = part.table as 'invoice_line';
  const rows = await scoped({ db, entity: { id: owner } }, table)
    .select()
    .select(sql<string>`${sql.ref(`${table}.${part.owner}`)}`.as('record'))
    .distinct()
    .where(
      sql<boolean>`not exists (select 1 from ${sql.table(kind)} whole where whole.entity_id = ${owner}
        and whole.id = ${sql.ref(`${table}.${part.owner}`)})`,
    )
    .limit(MOST_ORPHANS)
    .execute();
  return rows.map(({ record }) => record);
};
