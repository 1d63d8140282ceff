// Claims due entries from the queue. A claim is one conditional UPDATE: of all instances that try, one gets the entry,
// and the lease of an instance that died expires by the database server's clock.
import { type Selectable, sql } from 'kysely';
import type { Country } from '../../../../generated/countries.ts';
import type { Database, Reader } from '../../../db/database.ts';
import { RELEASED, holds, isFree, mayTake, nextLease, renewLease, taken } from '../../../db/lease.ts';
import type { DB, OutboxKind } from '../../../db/schema.ts';
import { scoped, scopedAlone } from '../../../db/scoped.ts';
import { serverNow, serverNowPlus } from '../../../db/instant.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { type Channel, type Excluded, chooseChannel, excludedBy } from '../channels.ts';
import { BY_MAIL, type Job } from '../job.ts';
import { toJob } from './job-row.ts';
import { MAX_REASON, ofJob } from './outbox.ts';

/** How many candidates are read at once: other instances may claim the first ones. */
const CANDIDATES = 8;

/**
 * Due, without a lease, and for a channel with a free lane. The one statement of the queue that names no company: where
 * companies are spread over shards, it asks each.
 */
const dueEntries = ({ reader }: Database, { kinds, filingIn, byMail }: Excluded) => {
  let query = reader
    .selectFrom('outbox')
    .select(['entity_id', 'id', 'kind', 'provider', 'lease_fence', 'country_code'])
    .where('open', '=', true)
    .where('next_attempt_at', '<=', serverNow())
    .where(isFree());
  if (kinds.length > 0) query = query.where('kind', 'not in', kinds);
  if (filingIn.length > 0)
    query = query.where((is) =>
      is.or([
        is('kind', '!=', 'file'),
        is('country_code', 'is', null),
        is('country_code', 'not in', filingIn),
        is('provider', '=', BY_MAIL),
      ]),
    );
  if (byMail)
    query = query.where((is) =>
      is.or([is('kind', '!=', 'file'), is('provider', 'is', null), is('provider', '!=', BY_MAIL)]),
    );
  return query.orderBy('next_attempt_at').orderBy('id').limit(CANDIDATES).execute();
};

export interface Claimed {
  readonly job: Job;
  readonly channel: Channel;
}

/** Claims the next due entry for this owner; undefined if there is none. */
export const claim = async (
  database: Database,
  owner: string,
  leaseMs: number,
  full: ReadonlySet<Channel> = new Set(),
): Promise<Claimed | undefined> => {
  for (const entry of await dueEntries(database, excludedBy(full))) {
    const channel = chooseChannel(entry.kind, await countryOf(database, entry), entry.provider);
    if (full.has(channel)) continue;
    const lease = nextLease(owner, entry);
    const { numUpdatedRows } = await scopedAlone(database, entry.entity_id, 'outbox')
      .update()
      .set(taken(lease, leaseMs))
      .where('id', '=', entry.id)
      .where('open', '=', true)
      .where('next_attempt_at', '<=', serverNow())
      .where(mayTake(lease))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) continue;
    const row = await scoped(ofJob(database.reader, entry), 'outbox')
      .select()
      .selectAll()
      .where('id', '=', entry.id)
      .where(holds(lease))
      .executeTakeFirst();
    return row === undefined ? undefined : { job: toJob(row, lease), channel };
  }
  return undefined;
};

/** Entries of an earlier release do not say it. */
const countryOf = async (
  { reader }: Database,
  { country_code, entity_id }: Pick<Selectable<DB['outbox']>, 'country_code' | 'entity_id'>,
): Promise<Country> => country_code ?? (await getEntity(reader, entity_id)).country_code;

const held = (database: Database, job: Job) =>
  scopedAlone(database, job.entity_id, 'outbox')
    .update()
    .where('id', '=', job.id)
    .where(holds(job.lease))
    .where('open', '=', true);

/** Renews the lease; false if it was lost or the entry is done. */
export const renew = (database: Database, job: Job, leaseMs: number): Promise<boolean> =>
  renewLease(held(database, job), leaseMs);

/** Releases the entry, due again after this time; a finished one stays finished. */
export const release = async (database: Database, job: Job, inMs: number): Promise<void> => {
  await held(database, job)
    .set({ ...RELEASED, next_attempt_at: serverNowPlus(inMs) })
    .execute();
};

/** Counts an attempt that failed on an internal fault. */
export const noteFailure = async (database: Database, job: Job, reason: string): Promise<void> => {
  await held(database, job)
    .set((row) => ({ attempts: row('attempts', '+', 1), last_reason: reason.slice(0, MAX_REASON) }))
    .execute();
};

export interface Backlog {
  readonly entries: number;
  readonly oldest_s: number;
}

const NONE: Backlog = { entries: 0, oldest_s: 0 };

/** Open entries of all entities, by kind. */
export const readBacklog = async (db: Reader): Promise<Readonly<Record<OutboxKind, Backlog>>> => {
  // `created_at` is by the instance's clock, which may be ahead of the server's.
  const age = sql<number>`greatest(0, timestampdiff(second, min(created_at), ${serverNow()}))`;
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('entries'), age.as('oldest_s')])
    .where('open', '=', true)
    .groupBy('kind')
    .execute();
  const all: Record<OutboxKind, Backlog> = {
    file: NONE,
    cancel: NONE,
    deliver: NONE,
    evidence: NONE,
    expire: NONE,
    lookup: NONE,
    acuse: NONE,
  };
  for (const { kind, ...backlog } of rows) all[kind] = backlog;
  return all;
};
