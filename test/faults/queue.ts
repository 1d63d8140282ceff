// Persons who approve, customers who answer, and the wait for what is still on its way.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../../src/base/errors.ts';
import { type EntityChange, newAct } from '../../src/domain/ground/change/change.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { administrator, approveRequest } from '../../src/domain/filing/approval/decide.ts';
import { findApproval } from '../../src/domain/filing/store/approvals.ts';
import { ANA } from '../support/office.ts';
import type { TestService } from '../support/service.ts';

/** What may wait before no more is approved. */
const AHEAD = 30;

/** By two at once, as when a person clicks twice. A request that was withdrawn meanwhile is refused to both. */
const approveTwice = async ({ database }: TestService, entityId: string, request: string): Promise<void> => {
  const entity = await getEntity(database.reader, entityId);
  const member = await administrator(database.reader, entity, ANA);
  const approve = () =>
    openBooks(database).change(
      entity,
      newAct({ type: 'member', id: member.id }, 'approval approve', { request }, new Date()),
      (ctx: EntityChange) => approveRequest(ctx, request, member),
    );
  const outcomes = await Promise.allSettled([approve(), approve()]);
  const ended = await findApproval({ entity, db: database.reader }, request);
  const withdrawn = ended?.status === 'cancelled';
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') {
      if (!withdrawn) assert.equal(outcome.value.result.refusal, null);
    } else if (!withdrawn || !isRefusal(outcome.reason)) throw outcome.reason;
  }
};

/** Answers how many there were. */
export const approvePending = async (service: TestService): Promise<number> => {
  const pending = await service.database.kysely
    .selectFrom('approval')
    .select(['id', 'entity_id'])
    .where('status', '=', 'pending')
    .execute();
  for (const { id, entity_id } of pending) await approveTwice(service, entity_id, id);
  return pending.length;
};

/** Every second customer accepts a cancellation, in the order of the requests. */
const answerCancellations = async ({ database: { kysely } }: TestService): Promise<void> => {
  const asked = await kysely
    .selectFrom('sandbox_stamp')
    .select('uuid')
    .where('cancellation', '=', 'requested')
    .execute();
  for (const { uuid } of asked) {
    const accepted = Number.parseInt(uuid.slice(-1), 16) % 2 === 0;
    await kysely
      .updateTable('sandbox_stamp')
      .set({ cancellation: accepted ? 'cancelled' : 'refused' })
      .where('uuid', '=', uuid)
      .where('cancellation', '=', 'requested')
      .execute();
  }
};

/** All orders to file, done or not. */
export const countFilings = async ({ database }: TestService): Promise<number> => {
  const row = await database.kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow();
  return row.count;
};

const openCount = async ({ database }: TestService): Promise<number> => {
  const row = await database.kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('open', '=', true)
    .where('kind', 'in', ['file', 'cancel'])
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Approves what there is, and waits while too much is on its way. */
export const keepUp = async (service: TestService): Promise<void> => {
  await approvePending(service);
  while ((await openCount(service)) > AHEAD) await pause(50);
};

/** Until nothing waits for a person, a customer or a provider. */
export const allSettled = async (service: TestService, withinMs: number): Promise<void> => {
  const end = performance.now() + withinMs;
  for (;;) {
    const asked = await approvePending(service);
    await answerCancellations(service);
    if (asked + (await openCount(service)) === 0) return;
    if (performance.now() > end) {
      const left = await service.database.kysely
        .selectFrom('outbox')
        .select(['kind', 'document_id', 'state', 'attempts', 'last_reason'])
        .where('open', '=', true)
        .where('kind', 'in', ['file', 'cancel'])
        .execute();
      assert.fail(`not done within ${withinMs} ms: ${JSON.stringify(left.slice(0, 5))}`);
    }
    await pause(100);
  }
};
