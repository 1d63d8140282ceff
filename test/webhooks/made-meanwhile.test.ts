// A webhook that is made while a change is at work hears of it, unless the change is over within a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type EntityChange, newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { getEntity } from '../../src/domain/ground/entities/store.ts';
import { invoiceId, usingOffice } from './office.ts';

const held = usingOffice();

test('a long change that no webhook would hear of looks again at its end', async () => {
  const { books, db, entity, webhook } = held.office;
  const { reader } = db.database;
  const record_id = invoiceId();
  let made: string | undefined;
  await books.answerChange(
    await getEntity(reader, entity),
    newAct(SYSTEM, 'test', {}, new Date()),
    async (ctx: EntityChange) => {
      made = (await webhook({ url: 'https://127.0.0.1:1/', events: ['invoice.*'] })).webhook.id;
      await pause(1_100);
      ctx.record({ event: 'invoice.created', record_type: 'invoice', record_id, before: null, after: {} });
    },
    {
      answer: () => '{}',
      keep: (answer) => answer,
      check_time: () => undefined,
      idempotency_key: undefined,
      warn_of_repeats: true,
    },
  );
  const deliveries = await listDeliveries(reader, made ?? '', {}, 10);
  assert.deepEqual(
    deliveries.map((each) => each.record_id),
    [record_id],
  );
});
