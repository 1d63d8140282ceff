// Reads of what the log says of the records that it covers after the fact, and since when it does.
import type { Database, Reader } from '../../../../db/database.ts';
import { parseInstant } from '../../../../db/instant.ts';
import { scoped } from '../../../../db/scoped.ts';
import type { StateRecords } from '../../../../db/stated-trail.ts';
import { sql } from 'kysely';

const PAGE = 500;

/** Those of an owner, in the order in which they were written. */
export const readCoveredStates = async function* (db: Reader, owner: string): AsyncGenerator<StateRecords> {
  let after = '';
  for (;;) {
    const rows = await scoped({ db, entity: { id: owner } }, 'trail_state')
      .select()
      .select(['id', 'records'])
      .where('kind', '=', 'covered')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { records } of rows) if (records !== null) yield records;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
};

/** Instances of the version before are replaced within this time. */
const REPLACED_MS = 3_600_000;

const known = new WeakMap<Database, Map<string, Date | null>>();

/**
 * Until when an instance of the version before may write, which names none of these records in the log; null for an
 * organisation that is not older than they are. Both moments stand in the log, so that nobody opens this time anew.
 */
export const olderWriteUntil = async (database: Database, organisation_id: string): Promise<Date | null> => {
  const all = known.get(database) ?? new Map<string, Date | null>();
  known.set(database, all);
  const found = all.get(organisation_id);
  if (found !== undefined) return found;
  const { reader: db } = database;
  const first = async (table: 'audit' | 'trail_state'): Promise<number | undefined> => {
    const row = await scoped({ db, entity: { id: organisation_id } }, table as 'audit')
      .select()
      .select('occurred_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && parseInstant(row.occurred_at).getTime();
  };
  const named = await first('trail_state');
  if (named === undefined) return null;
  const oldest = (await first('audit')) ?? named;
  const until = named - oldest > REPLACED_MS ? new Date(named + REPLACED_MS) : null;
  all.set(organisation_id, until);
  return until;
};

/** More are not told one by one. */
const MOST = 1_000;

/** Events that do not say what the entry of their change says. */
export const differingEvents = (db: Reader, owner: string): Promise<{ id: string }[]> =>
  scoped({ db, entity: { id: owner } }, 'event')
    .select()
    .select('event.id')
    .where(
      sql<boolean>`not exists (select 1 from audit where audit.entity_id = ${owner}
        and audit.record_id = event.record_id and audit.occurred_at = event.occurred_at
        and audit.record_type = event.record_type and audit.\`after\` = event.data)`,
    )
    .limit(MOST)
    .execute();

export const alteredFiles = (db: Reader, owner: string): Promise<{ document_id: string; kind: string }[]> =>
  scoped({ db, entity: { id: owner } }, 'filed_document')
    .select()
    .select(['document_id', 'kind'])
    .where(sql<boolean>`sha2(bytes, 256) <> sha256`)
    .limit(MOST)
    .execute();

/** Whether a copy of the last closed day, which every booking obeys, is not what the company says. */
export const isClosedOtherwise = async (db: Reader, entity_id: string): Promise<boolean> => {
  const row = await scoped({ db, entity: { id: entity_id } }, 'period_slot')
    .select()
    .select('slot')
    .where(
      sql<boolean>`not (period_slot.closed_through <=> (select entity.closed_through from entity
        where entity.id = ${entity_id}))`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
