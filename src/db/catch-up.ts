// Members of a cluster apply what others wrote a moment later, so that a record which is not there may only not be there
// yet. To make every read wait would cost all of them (a quarter of the calls); instead the few that miss something wait
// once, until the member has all that was committed before, and are asked again.
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/** Sets the session so that its next read waits, and back. */
const CLUSTERS = {
  galera: 'wsrep_sync_wait = 1',
  group: "group_replication_consistency = 'BEFORE'",
} as const;

type Kind = keyof typeof CLUSTERS | 'none';

/** Resolves once this member has caught up; false where there is nothing to catch up with. */
export type CatchUp = () => Promise<boolean>;

export const createCatchUp = (kysely: Kysely<DB>): CatchUp => {
  let kind: Promise<Kind> | undefined;
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const once = async (): Promise<boolean> => {
    kind ??= readKind(kysely);
    const found = await kind.catch((error: unknown) => {
      kind = undefined;
      throw error;
    });
    if (found === 'none') return false;
    await readAll(kysely, CLUSTERS[found]);
    return true;
  };

  const start = (): Promise<boolean> => {
    running = once().finally(() => (running = undefined));
    return running;
  };

  return () => {
    // One that has begun may have begun too early for whoever asks now; those who ask meanwhile share the one after it.
    if (running === undefined) return start();
    next ??= running
      .catch(() => false)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
};

const readAll = (kysely: Kysely<DB>, setting: string): Promise<void> =>
  kysely.connection().execute(async (connection) => {
    await sql`set session ${sql.raw(setting)}`.execute(connection);
    try {
      await connection.selectFrom('schema_lock').select('id').execute();
    } finally {
      await sql`set session ${sql.raw(setting.replace(/=.*/, '= default'))}`.execute(connection);
    }
  });

const readKind = async (kysely: Kysely<DB>): Promise<Kind> => {
  const value = async (query: string): Promise<string> => {
    const { rows } = await sql<{ Value: string }>`${sql.raw(query)}`.execute(kysely);
    return rows[0]?.Value ?? '';
  };
  if (Number(await value("show global status like 'wsrep_cluster_size'")) > 0) return 'galera';
  return (await value("show global variables like 'group_replication_group_name'")) === '' ? 'none' : 'group';
};
