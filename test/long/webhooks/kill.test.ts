// A worker is killed while it sends: what it had not stored is sent again under the same id, by the next one.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { listAttempts, listDeliveries } from '../../../src/domain/across/webhooks/store/deliveries.ts';
import { childFile } from '../../support/programs.ts';
import { invoiceId, until, usingOffice } from '../../webhooks/office.ts';
import { type Received, startReceiver, verify } from '../../webhooks/receiver.ts';

const held = usingOffice();

/** More than one batch, and more than one worker sends at a time. */
const RECORDS = 4;
const CHANGES = 12;
const TAKEN_BEFORE = 20;

test('a worker killed in mid-send loses nothing and numbers nothing anew', async (t) => {
  let hangs = true;
  const receiver = await startReceiver(() =>
    hangs && receiver.received.length > TAKEN_BEFORE ? undefined : { status: 204 },
  );
  const { webhook, secret } = await held.office.webhook({ url: receiver.url });
  const { reader, kysely } = held.office.db.database;
  const records = Array.from({ length: RECORDS }, invoiceId);
  for (let change = 1; change <= CHANGES; change += 1)
    await held.office.tell('invoice.updated', records, { total: change });
  const file = childFile(import.meta.dirname, 'kill-child');
  const child = fork(file, [held.office.db.url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const gone = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await receiver.close();
  });
  await until(
    () => receiver.received.length,
    (count) => count > TAKEN_BEFORE + 1,
  );
  child.kill('SIGKILL');
  assert.deepEqual(await gone, [null, 'SIGKILL']);
  const all = RECORDS * CHANGES;
  const before = await listDeliveries(reader, webhook.id, {}, 100);
  const stored = before.filter(({ status }) => status === 'delivered').length;
  assert.equal(before.length, all);
  const unstored = receiver.received.length - stored;
  assert.ok(unstored > 0, 'some were on their way');

  hangs = false;
  const worker = held.office.send();
  t.after(() => worker.stop());
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(receiver.received.length, stored + unstored, 'the lease of the dead still holds');
  await kysely
    .updateTable('webhook_endpoint')
    .set({ lease_until: '2000-01-01 00:00:00.000' })
    .where('id', '=', webhook.id)
    .execute();
  await until(
    () => listDeliveries(reader, webhook.id, { status: 'delivered' }, 100),
    ({ length }) => length === all,
  );

  const { received } = receiver;
  assert.equal(received.length, all + unstored, 'only what was not stored came twice');
  received.forEach((each) => verify(secret, each));
  const byId = new Map<string, Received[]>();
  for (const each of received) byId.set(each.id, [...(byId.get(each.id) ?? []), each]);
  assert.deepEqual(new Set(byId.keys()), new Set(before.map(({ event_id }) => event_id)));
  const signed = ({ body }: Received): string => body;
  for (const copies of byId.values())
    assert.equal(new Set(copies.map(signed)).size, 1, 'the same in every copy');
  for (const record of records)
    assert.deepEqual(
      [...byId.values()]
        .flatMap(([first]) => (first?.event.data.record_id === record ? [first.event.data] : []))
        .map(({ sequence, record: { total } }) => [sequence, total])
        .sort(([a], [b]) => a - b),
      Array.from({ length: CHANGES }, (_, at) => [at + 1, at + 1]),
    );
  const attempts = await listAttempts(
    reader,
    webhook.id,
    before.map(({ id }) => id),
  );
  assert.ok([...attempts.values()].every(({ length }) => length === 1));
});
