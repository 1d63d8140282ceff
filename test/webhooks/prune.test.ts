// What is deleted of old deliveries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { deliveryRow } from '../../src/domain/ground/outbox/store.ts';
import { pruneDeliveries } from '../../src/domain/across/webhooks/store/upkeep.ts';
import { invoiceId, usingOffice } from './office.ts';

const held = usingOffice();

test('what is done is deleted after its time, also behind more than a page of what still waits', async () => {
  const { db, entity } = held.office;
  const { webhook } = await held.office.webhook({ url: 'http://127.0.0.1:9/hook' });
  const old = new Date('2026-01-01T00:00:00Z');
  const row = (now: Date) => {
    const event = { id: newId('EventId'), type: 'invoice.created', record_type: 'invoice' } as const;
    return deliveryRow(webhook.id, entity, { ...event, record_id: invoiceId() }, 1, now);
  };
  const done = { status: 'delivered' as const, due_at: null, finished_at: toInstant(old) };
  const now = new Date('2026-06-01T00:00:00Z');
  const waiting = Array.from({ length: 1_000 }, () => row(old));
  const finished = [row(old), row(old)].map((each) => ({ ...each, ...done }));
  const fresh = { ...row(now), ...done };
  await db.database.kysely
    .insertInto('webhook_delivery')
    .values([...waiting, ...finished, fresh])
    .execute();
  assert.equal(await pruneDeliveries(db.database, now), 2);
  const [newest, next] = await listDeliveries(db.database.reader, webhook.id, {}, 2);
  assert.deepEqual([newest?.id, next?.id], [fresh.id, waiting.at(-1)?.id]);
});
