// The statements of every change: audit rows, events, the search for similar changes, and idempotency records.
import type { EventId } from '../../../../generated/ids.ts';
import type { Actor, Change } from './scope.ts';
import { compiledFirst } from '../../../db/compiled.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import { noteEntries } from '../../../db/trail/entries.ts';
import { countReceivers, queueDeliveries } from '../outbox/store.ts';
import {
  acrossTenants,
  pruneAcrossTenants,
  scoped,
  type ScopedWrites,
  type Tenant,
} from '../../../db/scoped.ts';

export interface TrailEntry {
  /** The entity, or the organisation for changes to the organisation itself. */
  readonly entity_id: string;
  readonly organisation_id: string;
  readonly actor: Actor;
  /** The tool or the admin command. */
  readonly action: string;
  readonly arguments_hash: string;
  readonly request_id: string;
  readonly now: Date;
  readonly no_receivers_at?: number | undefined;
}

/** A webhook may be made while a change is at work: what was seen holds no longer than keys are remembered. */
const SEEN_MS = 1_000;

const isUnheard = ({ no_receivers_at = Number.NEGATIVE_INFINITY }: TrailEntry): boolean =>
  performance.now() - no_receivers_at < SEEN_MS;

/** Rows per INSERT: well below any server's packet limit. */
const CHANGES_PER_STATEMENT = 200;

/** One audit row and one event for each change, in the transaction that makes the change. */
export const insertTrail = async (
  db: Writer,
  entry: TrailEntry,
  changes: readonly Change[],
): Promise<void> => {
  for (let start = 0; start < changes.length; start += CHANGES_PER_STATEMENT)
    await insertChunk(db, entry, changes.slice(start, start + CHANGES_PER_STATEMENT));
};

const insertChunk = async (db: Writer, entry: TrailEntry, changes: readonly Change[]): Promise<void> => {
  const occurred_at = toInstant(entry.now);
  const { organisation_id } = entry;
  const tenant = { db, entity: { id: entry.entity_id } };
  const rows = changes.map((change) => ({
    id: newId('AuditId'),
    occurred_at,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    session_id: entry.actor.session_id ?? null,
    method: entry.actor.method ?? null,
    action: entry.action,
    arguments_hash: entry.arguments_hash,
    record_type: change.record_type,
    record_id: change.record_id,
    before: JSON.stringify(change.before ?? null),
    after: JSON.stringify(change.after ?? null),
    request_id: entry.request_id,
  }));
  await scoped(tenant, 'audit').insert(rows).later().execute();
  noteEntries(
    db,
    entry.entity_id,
    rows.map(({ id }) => id),
    occurred_at,
  );
  const events = changes.map((change) => ({
    id: newId('EventId'),
    organisation_id,
    type: change.event,
    record_type: change.record_type,
    record_id: change.record_id,
    data: JSON.stringify(change.after ?? null),
    occurred_at,
  }));
  await scoped(tenant, 'event').insert(events).later().execute();
  if (!isUnheard(entry))
    await queueDeliveries(db, { organisation_id, tenant_id: entry.entity_id, now: entry.now }, events);
};

const firstLook = compiledFirst(
  (ctx, organisation_id: string, action: string, arguments_hash: string, since: string) => {
    const latest = scoped(ctx, 'audit')
      .select()
      .select(['record_id', 'occurred_at'])
      .where('action', '=', action)
      .where('arguments_hash', '=', arguments_hash)
      .where('occurred_at', '>=', since)
      .orderBy('occurred_at', 'desc')
      .limit(1);
    return ctx.db
      .selectFrom(countReceivers(ctx.db, organisation_id).as('receiving'))
      .leftJoin(latest.as('latest'), (join) => join.onTrue())
      .select(['receiving.receivers', 'latest.record_id', 'latest.occurred_at']);
  },
);

export interface FirstLook {
  /** The latest change since `since` by the same action with the same arguments. */
  readonly repeat: { readonly record_id: string; readonly created_at: string } | undefined;
  readonly has_receivers: boolean;
}

/** What a change that repeats no other under a key looks at before all else. */
export const lookFirst = async (
  ctx: Tenant<Reader>,
  {
    organisation_id,
    action,
    arguments_hash,
  }: Pick<TrailEntry, 'organisation_id' | 'action' | 'arguments_hash'>,
  since: Date,
): Promise<FirstLook> => {
  const row = await firstLook(ctx, organisation_id, action, arguments_hash, toInstant(since));
  const { record_id, occurred_at } = row ?? { record_id: null, occurred_at: null };
  return {
    repeat:
      record_id === null || occurred_at === null
        ? undefined
        : { record_id, created_at: instantToIso(occurred_at) },
    has_receivers: row === undefined || row.receivers > 0,
  };
};

/** The latest change since `since` by the same action with the same arguments. */
export const findRepeat = async (
  ctx: Tenant<Reader>,
  act: Pick<TrailEntry, 'action' | 'arguments_hash'>,
  since: Date,
): Promise<FirstLook['repeat']> => (await lookFirst(ctx, { ...act, organisation_id: '' }, since)).repeat;

type Author = Pick<Actor, 'type' | 'id'>;

/** Who made the record, or was the last to change it; undefined where the trail has no entry of it. */
export const findAuthor = async (
  ctx: Tenant<Reader>,
  record_id: string,
  which: 'first' | 'last',
): Promise<Author | undefined> => {
  const order = which === 'first' ? 'asc' : 'desc';
  const row = await scoped(ctx, 'audit')
    .select()
    .select(['actor_type', 'actor_id'])
    .where('record_id', '=', record_id)
    .orderBy('occurred_at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
  return row && { type: row.actor_type, id: row.actor_id };
};

export interface Claim {
  readonly entity_id: string;
  readonly key: string;
  readonly tool: string;
  readonly arguments_hash: string;
}

const openClaims = (db: Writer, { entity_id }: Claim): ScopedWrites<'idempotency'> =>
  scoped({ db, entity: { id: entity_id } }, 'idempotency');

/** Claims the key in this transaction; throws the database's duplicate-key error if it is taken. */
export const insertClaim = async (db: Writer, claim: Claim, now: Date): Promise<void> => {
  await openClaims(db, claim)
    .insert({
      idempotency_key: claim.key,
      tool: claim.tool,
      arguments_hash: claim.arguments_hash,
      answer: '',
      created_at: toInstant(now),
    })
    .execute();
};

/** Stores the answer with the claim. */
export const updateAnswer = async (db: Writer, claim: Claim, answer: string): Promise<void> => {
  await openClaims(db, claim).update().set({ answer }).where('idempotency_key', '=', claim.key).execute();
};

export interface KeptAnswer {
  readonly tool: string;
  readonly arguments_hash: string;
  readonly answer: string;
  /** As stored; see `db/instant.ts`. */
  readonly created_at: string;
}

export const findAnswer = (
  { reader }: Database,
  { entity_id, key }: Claim,
): Promise<KeptAnswer | undefined> =>
  scoped({ db: reader, entity: { id: entity_id } }, 'idempotency')
    .select()
    .select(['tool', 'arguments_hash', 'answer', 'created_at'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const deleteAnswerBefore = (db: Writer, claim: Claim, oldest: string): Promise<unknown> =>
  openClaims(db, claim)
    .delete()
    .where('idempotency_key', '=', claim.key)
    .where('created_at', '<', oldest)
    .execute();

/** Rows of one deletion: a short transaction however much is left. */
export const PRUNED = 2_000;

/** Deletes answers of all tenants that no repeat can ask for any more; says how many. */
export const deleteAnswersBefore = (db: Writer, oldest: string): Promise<number> =>
  pruneAcrossTenants(db, 'idempotency', oldest, PRUNED);

/** Events of several tenants, with the state of their records after the change. */
export const readEvents = (
  db: Reader,
  tenants: readonly string[],
  ids: readonly EventId[],
): Promise<{ id: EventId; data: unknown; occurred_at: string }[]> =>
  acrossTenants(db, tenants, 'event')
    .select(['event.id', 'event.data', 'event.occurred_at'])
    .where('event.id', 'in', ids)
    .execute();
