// What follows from records or from entries of the trail and differs from them: the server compares, so that no file and no
// event is read for it.
import { sql } from 'kysely';
import type { Reader } from '../../../../db/database.ts';
import { scoped } from '../../../../db/scoped.ts';

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
