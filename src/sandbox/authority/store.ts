// The sandbox's sealed secrets, in the database, so that all instances of the service share them.
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/errno.ts';
import { toInstant } from '../../db/instant.ts';

export const findSecret = async ({ reader }: Database, name: string): Promise<string | undefined> => {
  const row = await reader
    .selectFrom('sandbox_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
};

export const listSecrets = (
  reader: Database['reader'],
): Promise<{ readonly name: string; readonly value: string }[]> =>
  reader.selectFrom('sandbox_secret').select(['name', 'value']).execute();

/** False when another instance has stored a secret of this name already. */
export const insertSecret = async (
  { kysely }: Database,
  name: string,
  value: string,
  now: Date,
): Promise<boolean> => {
  try {
    await kysely
      .insertInto('sandbox_secret')
      .values({ name, value, created_at: toInstant(now) })
      .execute();
    return true;
  } catch (error) {
    if (!isDuplicate(error, 'PRIMARY')) throw error;
    return false;
  }
};
