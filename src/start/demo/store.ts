import type { Writer } from '../../db/database.ts';

/** Makes processes that start on one new database wait for each other. */
export const lockFirstStart = async (db: Writer): Promise<void> => {
  await db.selectFrom('schema_lock').select('id').forUpdate().execute();
};
