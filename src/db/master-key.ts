// Every instance on a database seals with one master key. Its id is recorded here once; whoever has another key, or none,
// neither starts nor seals: it would fail the filings of companies whose certificates it cannot open.
import {
  type MasterKey,
  type MasterKeySettings,
  findMasterKey,
  loadMasterKey,
} from '../base/secrets/master-key.ts';
import { keyIdOf, type Sealed } from '../base/secrets/secrets.ts';
import { StartError } from '../base/start-error.ts';
import type { Database } from './database.ts';
import { toInstant } from './instant.ts';

/** The name of its row. */
export const SEALS = 'seals';

const recorded = async ({ reader }: Database): Promise<string | undefined> => {
  const row = await reader
    .selectFrom('master_key')
    .select('key_id')
    .where('name', '=', SEALS)
    .executeTakeFirst();
  return row?.key_id;
};

/** Of two instances that record at once, the second reads what the first has recorded. */
const record = async (database: Database, key_id: string, now: Date): Promise<string> => {
  const row = { name: SEALS, key_id, recorded_at: toInstant(now) };
  await database.kysely.insertInto('master_key').ignore().values(row).execute();
  return (await recorded(database)) ?? key_id;
};

const missing = (id: string, { data_dir }: MasterKeySettings): StartError =>
  new StartError(
    `The secrets of this database are sealed with the master key ${id}, which is not here: set MASTER_KEY, or put the master.key of before into ${data_dir}. No new one is made, since it would open none of them.`,
  );

const foreign = (id: string, key: MasterKey): StartError =>
  new StartError(
    `The secrets of this database are sealed with the master key ${id}, and the one here is ${key.id} (${key.source}). Give every instance the MASTER_KEY, or the master.key in DATA_DIR, with which they were stored.`,
  );

/** The id of the key that seals this database. `sealed` is asked where nothing is recorded yet. */
export const findSealingKey = async (
  database: Database,
  sealed: () => Promise<readonly Sealed[]>,
): Promise<string | undefined> =>
  (await recorded(database)) ?? (await sealed()).map(({ text }) => keyIdOf(text))[0];

/**
 * Throws a `StartError` unless the key of these settings is the one that seals this database. A new key is made only for
 * a database in which nothing is sealed.
 */
export const requireMasterKey = async (
  database: Database,
  settings: MasterKeySettings,
  sealed: () => Promise<readonly Sealed[]>,
  now: Date,
): Promise<MasterKey> => {
  const key = findMasterKey(settings);
  const known = await findSealingKey(database, sealed);
  if (known === undefined) {
    const made = key ?? loadMasterKey(settings);
    const agreed = await record(database, made.id, now);
    if (agreed !== made.id) throw foreign(agreed, made);
    return made;
  }
  if (key === undefined) throw missing(known, settings);
  if (key.id !== known) throw foreign(known, key);
  await record(database, known, now);
  return key;
};
