// Whose events an endpoint gets, and which secrets sign them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInstant } from '../../src/db/instant.ts';
import { listDeliveries } from '../../src/domain/outgoing/store/deliveries.ts';
import { openSigningSecrets, sealWebhookSecret } from '../../src/domain/webhooks/secret.ts';
import { addEntity } from '../support/books.ts';
import { invoiceId, SECRETS, usingOffice } from './office.ts';

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
