// When an endpoint that takes nothing is switched off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { nextLease, taken } from '../../src/db/lease.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { findEndpoint } from '../../src/domain/across/webhooks/store/endpoints.ts';
import { AT_ONCE } from '../../src/domain/ground/outbox/store.ts';
import { readDue } from '../../src/domain/across/webhooks/store/work.ts';
import { disableFailing } from '../../src/domain/across/webhooks/failing.ts';
import { updateWebhook } from '../../src/domain/across/webhooks/endpoints.ts';
import { invoiceId, until, usingOffice } from './office.ts';
import { startReceiver } from './receiver.ts';

const held = usingOffice();
const LONG_MS = SERVICE.webhooks.failing_hours * 3_600_000;

test('an endpoint is switched off once it has failed for its hours, not before', async () => {
  const { books, db, organisation, entity } = held.office;
  const { webhook } = await held.office.webhook({ url: 'http://127.0.0.1:9/hook' });
  const now = new Date();
  const failing = {
    endpoint_id: webhook.id,
    organisation_id: organisation,
    tenant_id: entity,
    reason: 'It answered 500.',
    gone: false,
  };
  const since = async (ms: number | null): Promise<boolean> => {
    await db.database.kysely
      .updateTable('webhook_endpoint')
      .set({ failing_since: ms === null ? null : toInstant(new Date(now.getTime() - ms)) })
      .where('id', '=', webhook.id)
      .execute();
    return disableFailing(books, failing, now);
  };
  const status = async () => (await findEndpoint(db.database.reader, null, webhook.id, now))?.status;
  assert.deepEqual([await since(null), await since(0), await since(LONG_MS - 1)], [false, false, false]);
  assert.equal(await status(), 'enabled');
  // As when several deliveries use up their attempts at once.
  const all = await Promise.all([since(LONG_MS), since(LONG_MS), since(LONG_MS)]);
  assert.deepEqual(all.filter(Boolean), [true]);
  assert.equal(await status(), 'disabled');
  assert.equal((await tasks()).length, 1);
});

const tasks = () =>
  held.office.db.database.reader.selectFrom('task').select('id').where('status', '=', 'pending').execute();

test('once it is on again it gets what was on its way and what happens from then on, but nothing of between', async (t) => {
  const { office } = held;
  const receiver = await startReceiver();
  const { webhook } = await office.webhook({ url: receiver.url });
  const [waited, between, later] = [invoiceId(), invoiceId(), invoiceId()];
  const turn = (enabled: boolean) =>
    office.books.changeOrganisation(
      office.organisation,
      newAct(SYSTEM, 'webhook update', { enabled }, new Date()),
      (ctx) => updateWebhook(ctx, office.parts, webhook.id, { enabled }),
    );
  await office.tell('invoice.created', [waited]);
  await office.db.database.kysely
    .updateTable('webhook_endpoint')
    .set({ failing_since: '2020-01-01 00:00:00.000' })
    .where('id', '=', webhook.id)
    .execute();
  await turn(false);
  await office.tell('invoice.created', [between]);
  const on = await turn(true);
  assert.deepEqual([on.status, on.status_reason, on.failing_since], ['enabled', null, null]);
  await office.tell('invoice.created', [later]);
  const worker = office.send();
  t.after(async () => {
    await worker.stop();
    await receiver.close();
  });
  await until(
    () => listDeliveries(office.db.database.reader, webhook.id, { status: 'delivered' }, 10),
    ({ length }) => length === 2,
  );
  assert.deepEqual(
    new Set(receiver.received.map(({ event }) => event.data.record_id)),
    new Set([waited, later]),
  );
});

test('what is switched off while somebody delivers to it gets nothing more', async () => {
  const { db, entity } = held.office;
  const { webhook } = await held.office.webhook({ url: 'http://127.0.0.1:9/hook' });
  const { kysely } = db.database;
  const endpoint = () =>
    kysely.selectFrom('webhook_endpoint').selectAll().where('id', '=', webhook.id).executeTakeFirstOrThrow();
  const lease = nextLease('another process', await endpoint());
  await kysely
    .updateTable('webhook_endpoint')
    .set(taken(lease, 60_000))
    .where('id', '=', webhook.id)
    .execute();
  const visited = { ...(await endpoint()), lease };
  const delivery = {
    endpoint_id: webhook.id,
    id: newId('WebhookDeliveryId'),
    tenant_id: entity,
    event_id: newId('EventId'),
    type: 'invoice.filed',
    record_type: 'Invoice',
    record_id: newId('InvoiceId'),
    sequence: 1,
    status: 'pending' as const,
    attempts: 0,
    round: 0,
    due_at: AT_ONCE,
    created_at: toInstant(new Date()),
    finished_at: null,
  };
  await kysely.insertInto('webhook_delivery').values(delivery).execute();
  const due = async () => (await readDue(db.database, visited, 10)).map(({ id }) => id);
  assert.deepEqual(await due(), [delivery.id]);
  await kysely
    .updateTable('webhook_endpoint')
    .set({ status: 'disabled' })
    .where('id', '=', webhook.id)
    .execute();
  assert.deepEqual(await due(), []);
});
