// The queue of the worker: what is put in with the decision itself, and how an entry ends. Whoever works on an entry
// holds a lease on it; every change of the entry asks for that lease, so that of two who believe to have it one is
// stopped.
import { type Insertable, type Selectable, sql } from 'kysely';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { OutboxKind, OutboxTable } from '../../db/schema.ts';
import type { Reader, Writer } from '../../db/database.ts';
import { scoped } from '../../db/scoped.ts';
import { serverNow, serverNowPlus } from '../../db/server-clock.ts';
import type { WriteScope } from '../change/scope.ts';

/** An entry under the lease of the one who works on it. */
export type Job = Selectable<OutboxTable>;

interface Order {
  readonly kind: OutboxKind;
  readonly invoice_id: string;
  readonly approval_id?: string | null;
  readonly state?: 'approved' | 'ready';
  readonly request?: Readonly<Record<string, unknown>>;
  /** When it is first due; at once unless said otherwise. */
  readonly inMs?: number;
}

/** Puts work into the queue, in the transaction that decides it. */
export const enqueue = async (ctx: WriteScope, order: Order): Promise<void> => {
  const now = toInstant(ctx.now);
  const row: Omit<Insertable<OutboxTable>, 'entity_id' | 'next_attempt_at'> = {
    id: newId('OutboxId'),
    invoice_id: order.invoice_id,
    approval_id: order.approval_id ?? null,
    kind: order.kind,
    state: order.state ?? 'ready',
    open: 1,
    open_key: order.kind === 'expire' ? (order.approval_id ?? null) : order.invoice_id,
    generation: 1,
    payload: null,
    media_type: null,
    profile: null,
    sha256: null,
    seal: null,
    submission_key: null,
    provider: null,
    sandbox: null,
    route: null,
    request: JSON.stringify(order.request ?? {}),
    built_at: null,
    maybe_sent: 0,
    attempts: 0,
    lease_owner: null,
    lease_until: null,
    last_reason: null,
    created_at: now,
    updated_at: now,
  };
  const next_attempt_at = order.inMs === undefined ? serverNow() : serverNowPlus(order.inMs);
  await scoped(ctx, 'outbox')
    .insert({ ...row, next_attempt_at })
    .execute();
};

/** Somebody else works on the entry by now: what was about to be written must not be. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the lease on ${id} has run out and another took it`);
    this.name = 'LeaseLost';
  }
}

export type JobChange = Partial<
  Pick<
    Insertable<OutboxTable>,
    | 'state'
    | 'open'
    | 'open_key'
    | 'generation'
    | 'payload'
    | 'media_type'
    | 'profile'
    | 'sha256'
    | 'seal'
    | 'submission_key'
    | 'provider'
    | 'sandbox'
    | 'route'
    | 'request'
    | 'built_at'
    | 'maybe_sent'
    | 'attempts'
    | 'last_reason'
  >
>;

/** Changes the entry under its lease. */
export const changeJob = async (db: Writer, job: Job, now: Date, change: JobChange): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...change, updated_at: toInstant(now) })
    .where('id', '=', job.id)
    .where('open', '=', 1)
    .where('lease_owner', '=', job.lease_owner)
    .where('generation', '=', job.generation)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new LeaseLost(job.id);
};

const DONE = { state: 'done', open: 0, open_key: null } as const;

/** Nothing is left to do; `reason` says why where it is not plain. */
export const finishJob = (db: Writer, job: Job, now: Date, reason: string | null = null): Promise<void> =>
  changeJob(db, job, now, { ...DONE, last_reason: reason });

export interface Backlog {
  readonly entries: number;
  readonly oldest_s: number;
}

const NONE: Backlog = { entries: 0, oldest_s: 0 };

/** What is not done yet, of all entities, by kind. */
export const readBacklog = async (db: Reader): Promise<Readonly<Record<OutboxKind, Backlog>>> => {
  // An instance writes `created_at` by its own clock, which may be ahead of the server's.
  const age = sql<number>`greatest(0, timestampdiff(second, min(created_at), ${serverNow()}))`;
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('entries'), age.as('oldest_s')])
    .where('open', '=', 1)
    .groupBy('kind')
    .execute();
  const all: Record<OutboxKind, Backlog> = {
    file: NONE,
    cancel: NONE,
    deliver: NONE,
    evidence: NONE,
    expire: NONE,
  };
  for (const { kind, ...backlog } of rows) all[kind] = backlog;
  return all;
};
