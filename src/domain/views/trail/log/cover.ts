// Records that the log covers after the fact and that it has nothing of, since they are older than that: they are named as if
// a transaction had written them. For a while after the upgrade an instance of the version before may still write, which
// names nothing; what differs from its last entry is then named once more.
import type { Database, Reader } from '../../../../db/database.ts';
import { allCovered, digestOf, kindsOf } from '../../../../db/trail/covered-units.ts';
import { touchesOf } from '../../../../db/trail/touches.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { CoveredKind } from '../../../../db/stated-trail.ts';
import { readCoveredStates } from '../store/covered.ts';
import { listOwners } from '../store/earlier.ts';
import { type HeldLog, requireLog, setCovered } from '../store/log.ts';
import type { Adopting } from './adopt.ts';

/** `first`: only those of which the log has nothing; otherwise also those that are not what it says. */
export const cover = async (
  { database, now, drain }: Adopting,
  log: HeldLog,
  first: boolean,
): Promise<void> => {
  const { reader } = database;
  for (const owner of await listOwners(reader, log.organisation_id)) {
    const known = await lastDigests(reader, owner);
    for (const covered of kindsOf(owner, log.organisation_id)) {
      const { kind } = covered;
      const there = new Set<string>();
      for await (const page of allCovered(reader, owner, covered)) {
        const differing: string[] = [];
        for (const [key, content] of page) {
          const said = known.get(`${kind} ${key}`);
          if (!first) there.add(key);
          if (said === undefined || (!first && said !== digestOf(content))) differing.push(key);
        }
        await name(database, log, owner, kind, differing);
        await drain();
      }
      const gone = [...known].flatMap(([of, digest]) => {
        const key = of.startsWith(`${kind} `) ? of.slice(kind.length + 1) : undefined;
        return !first && key !== undefined && digest !== null && !there.has(key) ? [key] : [];
      });
      await name(database, log, owner, kind, gone);
    }
  }
  await drain();
  await setCovered(database, log, now());
};

const name = async (
  database: Database,
  log: HeldLog,
  owner: string,
  kind: CoveredKind,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  await inTransaction(database, async (db) => {
    await requireLog(db, log);
    touchesOf(db).noteCovered(owner, kind, keys);
  });
};

/** By kind and key, what the log says that each record is. */
const lastDigests = async (db: Reader, owner: string): Promise<ReadonlyMap<string, string | null>> => {
  const last = new Map<string, string | null>();
  for await (const records of readCoveredStates(db, owner))
    for (const [kind, key, digest] of records) last.set(`${kind} ${String(key)}`, digest ?? null);
  return last;
};
