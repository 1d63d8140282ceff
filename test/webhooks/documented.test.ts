// The receiver of the reference, as it stands there, on what the service sends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { listAttempts, listDeliveries } from '../../src/domain/across/webhooks/store/deliveries.ts';
import { rotateSecret, updateWebhook } from '../../src/domain/across/webhooks/endpoints.ts';
import { redeliver } from '../../src/domain/across/webhooks/resend.ts';
import { invoiceId, until, usingOffice } from './office.ts';

const held = usingOffice();
const change = <T>(work: (ctx: OrganisationChange) => Promise<T>): Promise<T> =>
  held.office.books.changeOrganisation(
    held.office.organisation,
    newAct(SYSTEM, 'test', {}, new Date()),
    work,
  );

/** With the client of this build, and with the secret of the environment as it is now. */
const startDocumented = async (): Promise<Server> => {
  const page = readFileSync(join(process.cwd(), 'generated/docs/webhooks.md'), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? assert.fail('the reference shows no receiver');
  const client = new URL('../../generated/client/webhooks.js', import.meta.url).href;
  const module = `data:text/javascript,${encodeURIComponent(code.replace("'folio-client'", JSON.stringify(client)))}`;
  const { receiver } = (await import(module)) as { readonly receiver: Server };
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  return receiver;
};

test('it handles an event once though it comes again, and goes on through a rotation', async (t) => {
  const { office } = held;
  const { webhook, secret } = await office.webhook({ url: 'http://127.0.0.1:9/' });
  process.env['FOLIO_WEBHOOK_SECRET'] = secret;
  t.after(() => {
    delete process.env['FOLIO_WEBHOOK_SECRET'];
  });
  const server = await startDocumented();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await change((ctx) => updateWebhook(ctx, office.parts, webhook.id, { url }));
  const { mock } = t.mock.method(console, 'log', () => undefined);
  const worker = office.send();
  t.after(async () => {
    await worker.stop();
    server.closeAllConnections();
    server.close();
  });
  const deliveries = () => listDeliveries(office.db.database.reader, webhook.id, {}, 10);
  const delivered = (attempts: number) =>
    until(deliveries, ([row]) => row?.attempts === attempts && row.status === 'delivered');
  const record = invoiceId();
  await office.tell('invoice.filed', [record], { status: 'filed', total: 1160, currency: 'MXN' });
  const [first] = await delivered(1);
  await change((ctx) => redeliver(ctx, first?.id ?? ''));
  await delivered(2);
  assert.deepEqual(
    mock.calls.map(({ arguments: [type, id, sequence, told] }) => [type, id, sequence, told.total]),
    [['invoice.filed', record, 1, 1160]],
  );
  // Both secrets sign, so the old one goes on to do.
  await change((ctx) => rotateSecret(ctx, office.parts, webhook.id, { now: false }));
  await change((ctx) => redeliver(ctx, first?.id ?? ''));
  await delivered(3);
  // The old one has ended: what it does not verify it does not take.
  await change((ctx) => rotateSecret(ctx, office.parts, webhook.id, { now: true }));
  await change((ctx) => redeliver(ctx, first?.id ?? ''));
  await until(deliveries, ([row]) => row?.attempts === 4);
  const attempts = await listAttempts(office.db.database.reader, webhook.id, [first?.id ?? '']);
  assert.deepEqual(
    attempts.get(first?.id ?? '')?.map(({ http_status }) => http_status),
    [204, 204, 204, 400],
  );
});
