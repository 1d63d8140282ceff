// Webhooks from the change to a real receiver: signed, at least once, numbered, tried again, switched off.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { listAttempts, listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { findEndpoint, type TellReason } from '../../src/domain/across/webhooks/store/endpoints.ts';
import { tellIn } from '../../src/console/tell.ts';
import { rotateSecret, updateWebhook } from '../../src/domain/across/webhooks/endpoints.ts';
import { redeliver, testWebhook } from '../../src/domain/across/webhooks/resend.ts';
import type { OrganisationChange } from '../../src/domain/ground/change/change.ts';
import { verifyWebhook } from '../../generated/client/webhooks.ts';
import { readConfig } from '../../src/base/config.ts';
import { loadMasterKey } from '../../src/base/secrets/master-key.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { toInstant } from '../../src/db/instant.ts';
import { SEALS } from '../../src/db/master-key.ts';
import { checkWebhooks } from '../../src/doctor/webhooks.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../src/domain/across/webhooks/secret.ts';
import { sealedSecrets } from '../../src/start/sealed-secrets.ts';
import { invoiceId, until, usingOffice } from './office.ts';
import { startReceiver, verify } from './receiver.ts';

const held = usingOffice();
const change = <T>(work: (ctx: OrganisationChange) => Promise<T>, now = new Date()): Promise<T> =>
  held.office.books.changeOrganisation(held.office.organisation, newAct(SYSTEM, 'test', {}, now), work);
const deliveriesOf = (id: string) => listDeliveries(held.office.db.database.reader, id, {}, 100);
const endpointOf = (id: string, tell?: TellReason) =>
  findEndpoint(held.office.db.database.reader, null, id, new Date(), tell);

/** Whatever is to be tried again falls due now. */
const hurry = async (id: string): Promise<void> => {
  await held.office.db.database.kysely
    .updateTable('webhook_delivery')
    .set({ due_at: '2000-01-01 00:00:00.000' })
    .where('endpoint_id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
};

describe('deliveries', () => {
  test('a receiver that uses the Standard Webhooks library gets typed, signed, numbered events', async (t) => {
    const receiver = await startReceiver();
    const { webhook, secret } = await held.office.webhook({ url: receiver.url, events: ['invoice.*'] });
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    const [a, b] = [invoiceId(), invoiceId()];
    const state = { status: 'filed', total: 1160, currency: 'MXN', balance_due: 1160, secret: 'never told' };
    await held.office.tell('invoice.created', [a, b, a], state);
    await held.office.tell('bill.created', [invoiceId()], {});
    await held.office.tell('invoice.discarded', [a]);
    const got = await until(
      () => receiver.received,
      ({ length }) => length === 4,
    );
    for (const each of got) {
      verify(secret, each);
      assert.deepEqual(await verifyWebhook(secret, each.headers, each.body), each.event);
      assert.throws(() => verify(secret, { ...each, body: each.body.replace('1160', '1161') + ' ' }));
      await assert.rejects(verifyWebhook(secret, each.headers, `${each.body} `), {
        name: 'WebhookVerificationError',
      });
      await assert.rejects(verifyWebhook(secret, each.headers, each.body, new Date(Date.now() + 400_000)));
      assert.ok(!each.body.includes('never told'));
      for (const none of ['', 'whsec_', '  ', 'whsec_%'])
        await assert.rejects(verifyWebhook(none, each.headers, each.body), {
          name: 'TypeError',
          message: /^The secret is (empty|not one); /,
        });
      assert.equal(each.event.data.event_id, each.id);
    }
    const numbers = (id: string) =>
      got
        .filter(({ event }) => event.data.record_id === id)
        .map(({ event }): [number, string] => [event.data.sequence, event.type])
        .sort(([first], [second]) => first - second);
    assert.deepEqual(numbers(a), [
      [1, 'invoice.created'],
      [2, 'invoice.created'],
      [3, 'invoice.discarded'],
    ]);
    assert.deepEqual(numbers(b), [[1, 'invoice.created']]);
    const first = got.find(({ event }) => event.data.record_id === b)?.event;
    assert.deepEqual(
      { ...first, timestamp: '', data: { ...first.data, event_id: '' } },
      {
        type: 'invoice.created',
        timestamp: '',
        data: {
          event_id: '',
          organization_id: held.office.organisation,
          entity_id: held.office.entity,
          record_type: 'invoice',
          record_id: b,
          sequence: 1,
          record: {
            status: 'filed',
            filing_status: null,
            counterparty_id: null,
            folio: null,
            title: null,
            issue_date: null,
            due_date: null,
            currency: 'MXN',
            subtotal: null,
            tax_total: null,
            total: 1160,
            amount_paid: null,
            amount_credited: null,
            balance_due: 1160,
            uuid: null,
            reason: null,
            risk_flags: null,
            approval_request_id: null,
          },
        },
      },
    );
    await until(
      () => deliveriesOf(webhook.id),
      (rows) => rows.every(({ status }) => status === 'delivered'),
    );
    await change((ctx) => updateWebhook(ctx, held.office.parts, webhook.id, { enabled: false }));
  });

  test('a failure is tried again under the same id and does not hold later ones', async (t) => {
    let broken = true;
    const bad = invoiceId();
    const receiver = await startReceiver(({ event }) =>
      broken && event.data.record_id === bad ? { status: 500, body: 'out of order' } : { status: 200 },
    );
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await held.office.tell('invoice.created', [bad]);
    await held.office.tell('invoice.created', [invoiceId(), invoiceId()]);
    await until(
      () => deliveriesOf(webhook.id),
      (rows) => rows.filter(({ status }) => status === 'delivered').length === 2,
    );
    const waiting = await until(
      async () => (await deliveriesOf(webhook.id)).find(({ record_id }) => record_id === bad),
      (row) => row?.attempts === 1,
    );
    assert.equal(waiting?.status, 'pending');
    const wait = new Date(waiting?.next_attempt_at ?? '').getTime() - Date.now();
    assert.ok(wait > 0 && wait <= (SERVICE.webhooks.waits_s[0] ?? 0) * 1000, String(wait));
    broken = false;
    await hurry(webhook.id);
    const done = await until(
      async () => (await deliveriesOf(webhook.id)).find(({ record_id }) => record_id === bad),
      (row) => row?.status === 'delivered',
    );
    assert.equal(done?.attempts, 2);
    const tries = receiver.received.filter(({ event }) => event.data.record_id === bad);
    assert.deepEqual(new Set(tries.map(({ id }) => id)).size, 1);
    const attempts = await listAttempts(held.office.db.database.reader, webhook.id, [done?.id ?? '']);
    assert.deepEqual(
      attempts
        .get(done?.id ?? '')
        ?.map(({ number, http_status, error, excerpt }) => ({ number, http_status, error, excerpt })),
      [
        { number: 1, http_status: 500, error: 'It answered 500.', excerpt: 'out of order' },
        { number: 2, http_status: 200, error: null, excerpt: null },
      ],
    );
    await change((ctx) => redeliver(ctx, done?.id ?? ''));
    await until(
      () => receiver.received.filter(({ event }) => event.data.record_id === bad),
      ({ length }) => length === 3,
    );
    assert.equal(
      new Set(receiver.received.filter(({ event }) => event.data.record_id === bad).map(({ id }) => id)).size,
      1,
    );
    await change((ctx) => updateWebhook(ctx, held.office.parts, webhook.id, { enabled: false }));
  });

  test('after a rotation both secrets sign for a day, then the new one alone', async (t) => {
    const receiver = await startReceiver();
    const made = await held.office.webhook({ url: receiver.url });
    const rotated = await change((ctx) =>
      rotateSecret(ctx, held.office.parts, made.webhook.id, { now: false }),
    );
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await change((ctx) => testWebhook(ctx, made.webhook.id));
    const [both] = await until(
      () => receiver.received,
      ({ length }) => length === 1,
    );
    assert.ok(both !== undefined);
    assert.equal(both.headers['webhook-signature']?.split(' ').length, 2);
    assert.equal(both.event.type, 'webhook.tested');
    verify(made.secret, both);
    verify(rotated.secret, both);
    await change((ctx) => rotateSecret(ctx, held.office.parts, made.webhook.id, { now: true }));
    await change((ctx) => testWebhook(ctx, made.webhook.id));
    const last = (
      await until(
        () => receiver.received,
        ({ length }) => length === 2,
      )
    )[1];
    assert.ok(last !== undefined);
    assert.equal(last.headers['webhook-signature']?.split(' ').length, 1);
    assert.throws(() => verify(rotated.secret, last));
    await change((ctx) => updateWebhook(ctx, held.office.parts, made.webhook.id, { enabled: false }));
  });

  test('a delivery has an attempt after each wait, then it has failed; that alone switches nothing off', async (t) => {
    const receiver = await startReceiver(() => ({ status: 503 }));
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await held.office.tell('invoice.created', [invoiceId()]);
    const rounds = SERVICE.webhooks.waits_s.length + 1;
    for (let round = 1; round <= rounds; round += 1) {
      await until(
        () => deliveriesOf(webhook.id),
        ([row]) => row?.attempts === round,
      );
      await hurry(webhook.id);
    }
    const [failed] = await deliveriesOf(webhook.id);
    assert.deepEqual([failed?.status, failed?.attempts, failed?.next_attempt_at], ['failed', rounds, null]);
    assert.deepEqual([(await endpointOf(webhook.id))?.status, receiver.received.length], ['enabled', rounds]);
    await change((ctx) => updateWebhook(ctx, held.office.parts, webhook.id, { enabled: false }));
  });

  test('lasting failure switches it off, with a task for people; a test is then refused', async (t) => {
    const receiver = await startReceiver(() => ({ status: 503, headers: { 'retry-after': '1' } }));
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await held.office.db.database.kysely
      .updateTable('webhook_endpoint')
      .set({ failing_since: '2020-01-01 00:00:00.000' })
      .where('id', '=', webhook.id)
      .execute();
    await held.office.tell('invoice.created', [invoiceId()]);
    const off = await until(
      () => endpointOf(webhook.id),
      (row) => row?.status === 'disabled',
    );
    assert.equal(off?.status_reason, 'It has taken nothing since 2020-01-01T00:00Z. It answered 503.');
    assert.equal(
      (await endpointOf(webhook.id, tellIn('de')))?.status_reason,
      'Er hat seit 2020-01-01T00:00Z nichts angenommen. Antwort 503.',
    );
    const [waits] = await deliveriesOf(webhook.id);
    // Where new events come all the time, none uses up its attempts.
    assert.deepEqual([waits?.status, waits?.attempts], ['pending', 1]);
    const tasks = await held.office.db.database.reader
      .selectFrom('task')
      .select(['title', 'taskable_id'])
      .execute();
    assert.deepEqual(tasks, [
      {
        title: `The webhook to ${new URL(receiver.url).host} was switched off`,
        taskable_id: held.office.entity,
      },
    ]);
    await assert.rejects(
      change((ctx) => testWebhook(ctx, webhook.id)),
      /is disabled, so nothing is sent to it\. It has taken nothing since/,
    );
    const seen = receiver.received.length;
    await held.office.tell('invoice.created', [invoiceId()]);
    assert.equal((await deliveriesOf(webhook.id)).length, 1, 'no event for what is switched off');
    assert.equal(receiver.received.length, seen);
  });

  test('what is gone for good is switched off at once', async (t) => {
    const receiver = await startReceiver(() => ({ status: 410 }));
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await held.office.tell('invoice.created', [invoiceId()]);
    const off = await until(
      () => endpointOf(webhook.id),
      (row) => row?.status === 'disabled',
    );
    assert.equal(off?.status_reason, 'The receiver says that it is gone for good: It answered 410.');
  });

  test('a secret that does not open is a failed attempt that says so, and doctor names the webhook', async (t) => {
    const receiver = await startReceiver();
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const other = createSecrets({ master_key: Buffer.alloc(32, 8), data_dir: '/nowhere' });
    await held.office.db.database.kysely
      .updateTable('webhook_endpoint')
      .set({ secret: sealWebhookSecret(other, webhook.id, newWebhookSecret()) })
      .where('id', '=', webhook.id)
      .execute();
    const worker = held.office.send();
    t.after(async () => {
      await worker.stop();
      await receiver.close();
    });
    await held.office.tell('invoice.created', [invoiceId()]);
    const [row] = await until(
      () => deliveriesOf(webhook.id),
      ([first]) => first?.attempts === 1,
    );
    const attempts = await listAttempts(held.office.db.database.reader, webhook.id, [row?.id ?? '']);
    assert.match(attempts.get(row?.id ?? '')?.[0]?.error ?? '', /^Its secret does not open/);
    const config = { ...readConfig({}), master_key: Buffer.alloc(32, 7) };
    const { database } = held.office.db;
    const check = () => checkWebhooks(database, config, { sealedSecrets }, new Date());
    const record = (key_id: string) =>
      database.kysely
        .replaceInto('master_key')
        .values({ name: SEALS, key_id, recorded_at: toInstant(new Date()) })
        .execute();
    await record('another');
    const foreign = await check();
    assert.deepEqual([foreign.status, foreign.fix], ['FAIL', 'Start with that master key.']);
    await record(loadMasterKey(config).id);
    const checked = await check();
    assert.equal(checked.status, 'FAIL');
    assert.match(checked.fix ?? '', new RegExp(`"webhook rotate ${webhook.id} --now"`));
    await change((ctx) => rotateSecret(ctx, held.office.parts, webhook.id, { now: true }));
    const after = await check();
    assert.equal(after.status, 'WARN', 'others of this file were switched off');
    await change((ctx) => updateWebhook(ctx, held.office.parts, webhook.id, { enabled: false }));
    assert.deepEqual(receiver.received, []);
  });

  test('a change that is rolled back tells nobody', async () => {
    const receiver = await startReceiver();
    const { webhook } = await held.office.webhook({ url: receiver.url });
    await assert.rejects(
      change(async (ctx) => {
        ctx.record({
          event: 'api_key.created',
          record_type: 'api_key',
          record_id: invoiceId(),
          before: null,
          after: {},
        });
        await testWebhook(ctx, webhook.id);
        throw new Error('no');
      }),
    );
    assert.deepEqual(await deliveriesOf(webhook.id), []);
    await receiver.close();
  });

  test('numbers of one record follow its changes, however many are made at once', async () => {
    const receiver = await startReceiver();
    const { webhook } = await held.office.webhook({ url: receiver.url });
    const ids = [invoiceId(), invoiceId(), invoiceId()];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        held.office.tell('invoice.updated', at % 2 === 0 ? ids : ids.toReversed()),
      ),
    );
    const rows = await deliveriesOf(webhook.id);
    for (const id of ids)
      assert.deepEqual(
        rows
          .filter(({ record_id }) => record_id === id)
          .map(({ sequence }) => sequence)
          .sort((a, b) => a - b),
        Array.from({ length: 12 }, (_, at) => at + 1),
      );
    await receiver.close();
  });
});
