// A filed invoice that is replaced by another: payments, receivables, the cancellation at the authority, and refusals.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, eventsOf } from '../support/office.ts';
import { refused, callLoosely } from '../tools/support.ts';
import { now, office, provider, sent, service, start, usingProvider } from './provider.ts';

usingProvider();

const filed = async (args?: object) => {
  const { id } = await office.approved('mx', args);
  start();
  return office.when('mx', id, ({ status }) => status === 'filed');
};

const pay = (invoice_id: string, amount: number) =>
  callLoosely(service, 'mx', 'record_invoice_payment', { invoice_id, amount });

describe('a substitute', () => {
  test('names the old invoice, takes its payments, and has it cancelled with reason 01', async () => {
    const asked: object[] = [];
    let left = 1;
    provider.cancel = async (request) => {
      asked.push({ reason: request.reason, uuid: request.uuid, replacement: request.replacement });
      return left-- > 0 ? { kind: 'pending', evidence: {} } : { kind: 'cancelled', at: now(), evidence: {} };
    };
    const old = await filed();
    await pay(old.id, 160);
    const { id } = await office.approved('mx', {
      replaces_invoice_id: old.id,
      line_items: [{ description: 'Servicio, corregido', unit_price: 900 }],
    });
    const substitute = await office.when('mx', id, ({ status }) => status === 'filed');
    assert.match(
      sent.at(-1)?.bytes ?? '',
      new RegExp(
        `<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${old.filing.uuid}"/></cfdi:CfdiRelacionados>`,
      ),
    );
    assert.deepEqual(
      [substitute.replaces_invoice_id, substitute.amount_paid, substitute.balance_due],
      [old.id, 160, 884],
    );
    const waiting = await office.get('mx', old.id);
    assert.deepEqual([waiting.balance_due, waiting.amount_paid, waiting.display_status], [0, 0, 'void']);
    const cancelled = await office.when('mx', old.id, ({ status }) => status === 'void');
    assert.equal(cancelled.filing.cancellation?.status, 'cancelled');
    assert.deepEqual(asked[0], {
      reason: '01',
      uuid: old.filing.uuid,
      replacement: substitute.filing.uuid,
    });
    const events = await eventsOf(office, 'mx', old.id);
    assert.deepEqual(events.slice(-3), ['invoice.replaced', 'invoice.void_requested', 'invoice.voided']);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  });

  test('that the customer refuses to accept leaves a task, and only the new one is owed', async () => {
    provider.cancel = async () => ({
      kind: 'rejected',
      faults: [
        { code: 'rejected', message: 'The buyer refused.', path: null, fix: null, source: 'authority' },
      ],
    });
    const old = await filed();
    const { id } = await office.approved('mx', { replaces_invoice_id: old.id });
    const refusedNow = await office.when(
      'mx',
      old.id,
      ({ filing }) => filing.cancellation?.status === 'rejected',
    );
    assert.deepEqual([refusedNow.status, refusedNow.balance_due], ['filed', 0]);
    assert.equal((await office.get('mx', id)).balance_due, 1160);
    const { data } = await callLoosely(service, 'mx', 'list_tasks', { taskable_type: 'Invoice' });
    const titles = data.map(({ title }: { title: string }) => title);
    assert.ok(titles.includes('Cancel an invoice that was replaced'));
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  });

  test('of an invoice that another one has replaced already is not filed', async () => {
    provider.cancel = async () => ({ kind: 'pending', evidence: {} });
    const old = await filed();
    const first = await office.draft('mx', { replaces_invoice_id: old.id });
    const second = await office.draft('mx', { replaces_invoice_id: old.id });
    for (const id of [first, second]) {
      const { approval_request_id } = await office.submit('mx', id);
      await office.admin.json('approval', 'approve', approval_request_id, `--by=${ANA}`, '--wait=0');
    }
    const ends = [await office.settled('mx', first), await office.settled('mx', second)];
    const [won, lost] = ends.toSorted((a, b) => (a.filing.status < b.filing.status ? 1 : -1));
    assert.deepEqual([won?.filing.status, lost?.filing.status], ['filed', 'failed']);
    assert.equal(lost?.filing.last_error?.code, 'already_replaced');
  });

  test('of a draft or of another company is refused', async () => {
    const draft = await office.draft('mx');
    const one = await refused(service, 'mx', 'create_invoice', {
      counterparty_id: office.customers.mx,
      line_items: [{ description: 'Servicio', unit_price: 1 }],
      replaces_invoice_id: draft,
    });
    assert.deepEqual([one['code'], one['path']], ['invalid_parameter', 'replaces_invoice_id']);
    const foreign = await office.draft('de');
    const other = await refused(service, 'mx', 'create_invoice', {
      counterparty_id: office.customers.mx,
      line_items: [{ description: 'Servicio', unit_price: 1 }],
      replaces_invoice_id: foreign,
    });
    assert.deepEqual(other, { code: 'invoice_not_found', path: 'replaces_invoice_id', received: foreign });
  });
});
