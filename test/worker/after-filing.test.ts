// What follows a filing: evidence of the network, the mail to the buyer, and cancellation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, eventsOf, outboxOf, until } from '../support/office.ts';
import { now, office, provider, service, start, USUAL, worker, usingProvider } from './provider.ts';

usingProvider();

describe('after the filing', () => {
  test('evidence of the network is kept; a failure is told and the invoice stays filed', async () => {
    provider.evidence = async () => ({
      kind: 'failed',
      faults: [{ code: 'mls_re', message: 'Refused.', path: null, fix: null, source: 'network' }],
    });
    const { id } = await office.approved('de');
    start();
    const told = await office.when('de', id, ({ filing }) => filing.last_error !== null);
    assert.equal(told.status, 'filed');
    assert.equal(told.filing.status, 'filed');
    assert.equal(told.filing.last_error?.source, 'network');
    assert.ok((await eventsOf(office, 'de', id)).includes('invoice.not_delivered'));
  });

  test('a mail that fails is sent again; one that never will be is not', async () => {
    let left = 2;
    provider.deliver = async () => (left-- > 0 ? { failed: 'greylisted' } : 'sent');
    const { id } = await office.approved('mx');
    start();
    const told = await office.when('mx', id, ({ filing }) => filing.delivery.status === 'sent');
    assert.equal(told.filing.delivery.recipient, 'pagos@luna.example');
    assert.ok(told.filing.delivery.sent_at !== null);
    assert.equal(told.filing.delivery.reason, null);
    provider.deliver = async () => ({ failed: 'no such mailbox', permanent: true });
    const other = await office.approved('mx');
    await until(
      () => outboxOf(office, other.id),
      (rows) => rows.some(({ kind, open }) => kind === 'deliver' && !open),
    );
    const { delivery } = (await office.get('mx', other.id)).filing;
    assert.equal(delivery.status, 'failed');
    assert.equal(delivery.reason, 'no such mailbox. The service does not try again.');
    assert.ok((await eventsOf(office, 'mx', other.id)).includes('invoice.not_delivered'));
    const checks = await office.admin.run('doctor', '--json');
    assert.match(checks.out, /did not reach the buyer/);
  });

  test('a mail server that hangs does not keep the worker from stopping, and the mail goes out later', async () => {
    let asked = false;
    provider.deliver = () => {
      asked = true;
      return new Promise(() => undefined);
    };
    const { id } = await office.approved('mx');
    start({ graceMs: 50 });
    await until(
      async () => asked,
      (was) => was,
    );
    const began = performance.now();
    await worker?.stop();
    assert.ok(performance.now() - began < 3_000);
    assert.equal((await office.get('mx', id)).filing.delivery.status, 'pending');
    provider.deliver = async () => 'sent';
    start();
    await office.when('mx', id, ({ filing }) => filing.delivery.status === 'sent');
  });

  test('a cancellation that the buyer has to accept is shown, and asked about until it is', async () => {
    let left = Number.POSITIVE_INFINITY;
    provider.cancel = async () =>
      left-- > 0 ? { kind: 'pending', evidence: {} } : { kind: 'cancelled', at: now(), evidence: {} };
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    const by = '--by=ana@ibarra.example';
    await office.admin.run('invoice', 'void', id, by, '--reason=02', '--wait=0');
    await office.when('mx', id, ({ filing }) => filing.cancellation?.status === 'awaiting_buyer');
    const again = await office.admin.json('invoice', 'void', id, by, '--reason=03', '--wait=0');
    assert.equal(again.filing.cancellation.status, 'awaiting_buyer');
    assert.equal(again.filing.cancellation.reason, '02');
    const orders = (await outboxOf(office, id)).filter(({ kind }) => kind === 'cancel');
    assert.equal(orders.length, 1, 'what is under way is not asked for again');
    left = 0;
    const told = await office.when('mx', id, ({ status }) => status === 'void');
    assert.equal(told.filing.status, 'cancelled');
    assert.equal(told.filing.cancellation?.status, 'cancelled');
    assert.equal(told.filing.cancellation?.reason, '02');
  });

  test('a cancellation that gets no answer is told to the operator', async () => {
    provider.cancel = async () => ({ kind: 'unknown', reason: 'no answer within 30 s' });
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    await office.admin.run('invoice', 'void', id, `--by=${ANA}`, '--reason=02', '--wait=0');
    await until(
      () => outboxOf(office, id),
      (rows) => rows.some(({ kind, attempts }) => kind === 'cancel' && attempts >= 4),
    );
    const { out } = await office.admin.run('doctor', '--json');
    assert.match(out, new RegExp(`cancellation of ${id} gets no answer: no answer within 30 s`));
    provider.cancel = USUAL.cancel;
    await office.when('mx', id, ({ status }) => status === 'void');
  });

  test('money that comes in while the authority is asked stays, without the invoice', async () => {
    let asked = false;
    let paid = false;
    provider.cancel = async () => {
      asked = true;
      return paid ? { kind: 'cancelled', at: now(), evidence: {} } : { kind: 'pending', evidence: {} };
    };
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    await office.admin.run('invoice', 'void', id, '--by=ana@ibarra.example', '--reason=02', '--wait=0');
    await until(
      async () => asked,
      (was) => was,
    );
    await service.client(service.keys.mx).record_invoice_payment({ invoice_id: id, amount: 300 });
    paid = true;
    const told = await office.when('mx', id, ({ status }) => status === 'void');
    assert.equal(told.balance_due, 0);
    assert.equal(told.amount_paid, 0);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  });

  test('what was filed in the sandbox is not cancelled with a real provider', async () => {
    let asked = 0;
    provider.cancel = async () => {
      asked += 1;
      return { kind: 'cancelled', at: now(), evidence: {} };
    };
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    await worker?.stop();
    provider.sandbox = false;
    start();
    await office.admin.run('invoice', 'void', id, `--by=${ANA}`, '--reason=02', '--wait=0');
    const { status, filing } = await office.when(
      'mx',
      id,
      (told) => told.filing.last_error !== null || told.status === 'void',
    );
    assert.deepEqual(
      [asked, status, filing.status, filing.cancellation?.status, filing.last_error?.code],
      [0, 'filed', 'filed', 'rejected', 'other_provider'],
    );
  });

  test('a cancellation that the authority refuses is told, and the invoice stays filed', async () => {
    provider.cancel = async () => ({
      kind: 'rejected',
      faults: [{ code: '205', message: 'UUID no existe.', path: null, fix: null, source: 'authority' }],
    });
    const { id } = await office.approved('mx');
    start();
    await office.settled('mx', id);
    const { code, err } = await office.admin.run(
      'invoice',
      'void',
      id,
      '--by=ana@ibarra.example',
      '--reason=02',
      '--json',
    );
    assert.equal(code, 3);
    assert.match(err, /not_cancelled.*UUID no existe/);
    const invoice = await office.get('mx', id);
    assert.equal(invoice.status, 'filed');
    assert.equal(invoice.filing.last_error?.code, '205');
    const events = await eventsOf(office, 'mx', id);
    assert.deepEqual(events.slice(-2), ['invoice.void_requested', 'invoice.void_refused']);
  });
});
