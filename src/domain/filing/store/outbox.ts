// The worker's queue: entries are inserted in the transaction of the decision. Every update is conditional on the lease
// of the worker, so that of two that believe they hold it, one is stopped.
import type { Updateable } from 'kysely';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { serverNow, serverNowPlus, toInstant } from '../../../db/instant.ts';
import { RELEASED, holds, isFree, newOwner, nextLease, requireHeld, taken } from '../../../db/lease.ts';
import type { DB } from '../../../db/schema.ts';
import { type Tenant, scoped, scopedAlone } from '../../../db/scoped.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { BY_MAIL, type Built, type CancelOrder, type FollowOrder, type Job } from '../job.ts';
import { toJob, writeOrder } from './job-row.ts';

type NewJob = {
  readonly document_id: string;
  /** When it is first due; defaults to now. */
  readonly inMs?: number;
} & (
  | { readonly kind: 'file'; readonly approval_id: string; readonly by_mail: boolean }
  | { readonly kind: 'expire'; readonly approval_id: string }
  | { readonly kind: 'deliver' | 'lookup' | 'acuse' }
  | { readonly kind: 'cancel'; readonly order: CancelOrder }
  | { readonly kind: 'evidence'; readonly order: FollowOrder }
);

/** Queues work in the transaction that decides it. */
export const enqueue = async (ctx: WriteScope, job: NewJob): Promise<void> => {
  const now = toInstant(ctx.now);
  const approval_id = 'approval_id' in job ? job.approval_id : null;
  const insert = scoped(ctx, 'outbox').insert({
    id: newId('OutboxId'),
    country_code: ctx.entity.country_code,
    document_id: job.document_id,
    approval_id,
    kind: job.kind,
    state: job.kind === 'file' ? 'approved' : 'ready',
    open: true,
    open_key: job.kind === 'expire' ? job.approval_id : job.document_id,
    generation: 1,
    payload: null,
    print: null,
    media_type: null,
    profile: null,
    sha256: null,
    seal: null,
    submission_key: null,
    provider: job.kind === 'file' && job.by_mail ? BY_MAIL : null,
    sandbox: null,
    route: null,
    request: writeOrder('order' in job ? job.order : null),
    built_at: null,
    maybe_sent: false,
    attempts: 0,
    lease_owner: null,
    lease_until: null,
    last_reason: null,
    created_at: now,
    updated_at: now,
    next_attempt_at: job.inMs === undefined ? serverNow() : serverNowPlus(job.inMs),
  });
  // Another change may have asked for the same.
  await (job.kind === 'lookup' || job.kind === 'acuse' ? insert.ignore() : insert).execute();
};

/** Whether an entry of this kind is open. */
export const isQueued = async (ctx: Tenant<Reader>, kind: Job['kind'], openKey: string): Promise<boolean> => {
  const row = await scoped(ctx, 'outbox')
    .select()
    .select('id')
    .where('kind', '=', kind)
    .where('open_key', '=', openKey)
    .executeTakeFirst();
  return row !== undefined;
};

/** The JSON of the column. */
export const MAX_REASON = 1000;

type Columns = Updateable<DB['outbox']>;

/** Entries are reached by their company, also where their id is enough: it says on which shard they are. */
export const ofJob = <D extends Reader>(db: D, { entity_id }: Pick<Job, 'entity_id'>): Tenant<D> => ({
  db,
  entity: { id: entity_id },
});

const change = async (db: Writer, job: Job, now: Date, columns: Columns): Promise<void> => {
  const updated = await scoped(ofJob(db, job), 'outbox')
    .update()
    .set({ ...columns, updated_at: toInstant(now) })
    .where('id', '=', job.id)
    .where('open', '=', true)
    .where(holds(job.lease))
    .where('generation', '=', job.generation)
    .executeTakeFirstOrThrow();
  requireHeld(updated, job.id);
};

/** Stores what will be sent. The first attempt follows at once, so from now on it may have been sent. */
export const keepBuilt = (db: Writer, job: Job, now: Date, built: Built): Promise<void> => {
  const { key, document, route } = built.submission;
  return change(db, job, now, {
    state: 'ready',
    payload: document.bytes,
    media_type: document.mediaType,
    profile: document.profile,
    sha256: document.sha256,
    seal: document.seal,
    submission_key: key,
    provider: built.provider,
    sandbox: built.sandbox,
    built_at: toInstant(built.at),
    maybe_sent: true,
    route: JSON.stringify(route),
  });
};

/**
 * Starts a new generation of the document under the same approval, with new bytes and a new key. Only if no attempt can
 * have filed the old bytes; otherwise a refusal may only mean that they are too old by now.
 */
export const dropBuilt = (db: Writer, job: Job, now: Date): Promise<void> => {
  if (job.maybe_sent) throw new Error(`${job.id} may have been filed and is not built anew`);
  return change(db, job, now, {
    state: 'approved',
    generation: job.generation + 1,
    attempts: 0,
    print: null,
  });
};

/** Keeps the PDF that goes with the document, before it is first sent. */
export const keepPrint = (db: Writer, job: Job, now: Date, print: Buffer): Promise<void> =>
  change(db, job, now, { print });

/** Null until it is kept: nothing was sent before. */
export const findPrint = async (db: Reader, job: Pick<Job, 'id' | 'entity_id'>): Promise<Buffer | null> => {
  const row = await scoped(ofJob(db, job), 'outbox')
    .select()
    .select('print')
    .where('id', '=', job.id)
    .executeTakeFirst();
  return row?.print ?? null;
};

/** Must be called before the bytes are sent. */
export const markSent = (db: Writer, job: Job, now: Date): Promise<void> =>
  change(db, job, now, { maybe_sent: true });

export interface Attempt {
  readonly reason?: string;
  readonly maybeSent?: boolean;
}

/** Counts an attempt that left the outcome open. */
export const noteAttempt = (
  db: Writer,
  job: Job,
  now: Date,
  { reason, maybeSent }: Attempt = {},
): Promise<void> =>
  change(db, job, now, {
    attempts: job.attempts + 1,
    ...(maybeSent === undefined ? {} : { maybe_sent: maybeSent }),
    ...(reason === undefined ? {} : { last_reason: reason.slice(0, MAX_REASON) }),
  });

/** Ends the entry; `reason` explains an unusual end. */
export const finishJob = (db: Writer, job: Job, now: Date, reason: string | null = null): Promise<void> =>
  change(db, job, now, {
    state: 'done',
    open: false,
    open_key: null,
    last_reason: reason?.slice(0, MAX_REASON) ?? null,
  });

/** Whether nothing has been built for it yet, according to the database. */
export const isUnbuilt = async (db: Reader, job: Job): Promise<boolean> => {
  const row = await scoped(ofJob(db, job), 'outbox')
    .select()
    .select('state')
    .where('id', '=', job.id)
    .executeTakeFirst();
  return row?.state === 'approved';
};

/** Takes the lease on an invoice's open filing; undefined while a worker holds it. */
export const takeFiling = async (
  ctx: Tenant<Writer>,
  documentId: string,
  leaseMs: number,
): Promise<Job | undefined> => {
  const row = await scoped(ctx, 'outbox')
    .select()
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', '=', 'file')
    .where('open', '=', true)
    .where(isFree())
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const lease = nextLease(newOwner(), row);
  await scoped(ctx, 'outbox').update().set(taken(lease, leaseMs)).where('id', '=', row.id).execute();
  return toJob(row, lease);
};

/** Of all companies; only for books that no worker uses. */
export const listOpenFilings = (db: Reader) =>
  db
    .selectFrom('outbox')
    .select(['entity_id', 'document_id'])
    .where('kind', '=', 'file')
    .where('open', '=', true)
    .orderBy('id')
    .execute();

/** The workers that held these entries are those of another time. */
export const giveBackAll = async (database: Database): Promise<void> => {
  const held = await database.reader
    .selectFrom('outbox')
    .select('entity_id')
    .distinct()
    .where('open', '=', true)
    .where('lease_owner', 'is not', null)
    .execute();
  for (const { entity_id } of held)
    await scopedAlone(database, entity_id, 'outbox')
      .update()
      .set(RELEASED)
      .where('open', '=', true)
      .execute();
};
