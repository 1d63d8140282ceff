// Whose events an endpoint gets, and which secrets sign them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInstant } from '../../src/db/instant.ts';
import { listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { requeue } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { updateWebhook, type WebhookChanges } from '../../src/domain/across/webhooks/endpoints.ts';
import { redeliver, testWebhook } from '../../src/domain/across/webhooks/resend.ts';
import { openSigningSecrets, sealWebhookSecret } from '../../src/domain/across/webhooks/secret.ts';
import { addEntity } from '../support/books.ts';
import { invoiceId, SECRETS, until, usingOffice } from './office.ts';
import { startReceiver } from './receiver.ts';

const held = usingOffice();

test('an endpoint of one company gets nothing of another, and one of the organisation gets both', async () => {
  const { db, organisation, entity, tell } = held.office;
  const other = await addEntity(db.database, organisation, { country_code: 'DE' });
  const url = 'http://127.0.0.1:9/hook';
  const own = await held.office.webhook({ url, entity_id: entity });
  const all = await held.office.webhook({ url });
  const [ours, theirs] = [invoiceId(), invoiceId()];
  await tell('invoice.created', [ours]);
  await tell('invoice.created', [theirs], {}, other);
  const got = async (id: string) =>
    (await listDeliveries(db.database.reader, id, {}, 100)).map(({ record_id }) => record_id).toSorted();
  assert.deepEqual(await got(own.webhook.id), [ours]);
  assert.deepEqual(await got(all.webhook.id), [ours, theirs].toSorted());
});

test('the secret before the present one signs until its moment, and not from it on', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const sealed = {
    secret: sealWebhookSecret(SECRETS, 'w1', 'whsec_b'),
    previous_secret: sealWebhookSecret(SECRETS, 'w1', 'whsec_a'),
  };
  const at = (ms: number) =>
    openSigningSecrets(
      SECRETS,
      'w1',
      { ...sealed, previous_until: toInstant(new Date(now.getTime() + ms)) },
      now,
    );
  assert.deepEqual([at(1), at(0)], [['whsec_b', 'whsec_a'], ['whsec_b']]);
});

const change = <T>(work: (ctx: OrganisationChange) => Promise<T>): Promise<T> =>
  held.office.books.changeOrganisation(
    held.office.organisation,
    newAct(SYSTEM, 'test', {}, new Date()),
    work,
  );

test('an endpoint that was narrowed gets nothing that it does not take any more: waiting, sent again, or put on its way meanwhile', async (t) => {
  const { db, organisation, entity, parts, tell } = held.office;
  const other = await addEntity(db.database, organisation, { country_code: 'DE' });
  const receiver = await startReceiver();
  const { id } = (await held.office.webhook({ url: 'http://127.0.0.1:9/hook' })).webhook;
  const update = (changes: WebhookChanges) => change((ctx) => updateWebhook(ctx, parts, id, changes));
  const [ours, theirs, bill] = [invoiceId(), invoiceId(), invoiceId()];
  await tell('invoice.created', [ours]);
  await tell('invoice.created', [theirs], {}, other);
  await tell('bill.created', [bill]);
  const tested = await change((ctx) => testWebhook(ctx, id));
  const deliveries = async () => {
    const rows = await listDeliveries(db.database.reader, id, {}, 100);
    return new Map(rows.map((row) => [row.record_id, row]));
  };
  const states = async () => [...(await deliveries()).values()].map(({ status }) => status).reverse();
  await update({ url: receiver.url });
  assert.deepEqual(await states(), ['pending', 'pending', 'pending', 'pending'], 'another address alone');
  await update({ entity_id: entity, events: ['invoice.*'] });
  assert.deepEqual(await states(), ['pending', 'failed', 'failed', 'pending']);
  const rows = await deliveries();
  for (const record of [theirs, bill])
    await assert.rejects(
      change((ctx) => redeliver(ctx, rows.get(record)?.id ?? '')),
      /it does not take (invoice|bill)\.created of \w+ as it is now/,
    );
  const late = rows.get(theirs);
  assert.ok(late !== undefined);
  await change((ctx) => requeue(ctx.db, late));
  const worker = held.office.send();
  t.after(async () => {
    await worker.stop();
    await receiver.close();
  });
  await until(states, (all) => all.every((status) => status !== 'pending'));
  assert.deepEqual(new Set(receiver.received.map(({ event }) => event.data.record_id)), new Set([ours, id]));
  for (const again of [rows.get(ours)?.id ?? '', tested.id]) await change((ctx) => redeliver(ctx, again));
  await update({ entity_id: null });
  await change((ctx) => redeliver(ctx, late.id));
  await until(
    () => receiver.received,
    (all) => all.some(({ event }) => event.data.record_id === theirs),
  );
  await update({ enabled: false });
});
