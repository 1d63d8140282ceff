// The companies at a glance, and what is due in them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { addKey, addOrganisation } from '../../support/books.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine } from '../bank/support.ts';
import { addMexicanCustomer } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { database, entities } = service;
  const party = await addParty(database, entities.mx);
  await addInvoice(database, entities.mx, {
    counterparty_id: party,
    total: '1160.00',
    due_date: '2026-02-01',
  });
  await addInvoice(database, entities.mx, {
    counterparty_id: party,
    total: '580.00',
    due_date: '2026-04-01',
  });
  await addBill(database, entities.mx, { counterparty_id: party, total: '99.00', due_date: '2026-04-01' });
  const account = await addAccount(service, entities.mx);
  await addLine(service, entities.mx, account, { amount_minor: 5_000 });
  const mx = service.client(service.keys.mx);
  await addMexicanCustomer(service, 'Café Luna');
  const { id } = await mx.create_invoice({
    counterparty_name: 'Café Luna',
    line_items: [{ description: 'Consultoría', unit_price: 100 }],
  });
  await mx.submit_invoice({ invoice_id: id });
  for (const [title, due_at] of [
    ['Tarde', '2026-03-01'],
    ['Pronto', '2026-03-12'],
    ['Lejos', '2026-12-24'],
  ] as const)
    await mx.create_task({
      title,
      due_at,
      taskable_type: 'Entity',
      taskable_id: entities.mx,
    });
});
after(() => service.close());

test('get_portfolio says per company what is open and what waits, and nothing of other organisations', async () => {
  const { data } = await service.client().get_portfolio({});
  assert.deepEqual(
    data.map(({ entity_id }) => entity_id),
    [service.entities.mx, service.entities.de],
  );
  const [mx, de] = data;
  assert.deepEqual(mx?.receivable, [{ currency: 'MXN', amount: 1740, open: 1740, credit: 0, net: 1740 }]);
  assert.deepEqual(mx?.receivable_overdue, [{ currency: 'MXN', amount: 1160 }]);
  assert.deepEqual(mx?.payable, [{ currency: 'MXN', amount: 99, open: 99, credit: 0, net: 99 }]);
  assert.deepEqual(
    [mx?.overdue_count, mx?.pending_approvals, mx?.unmatched_lines, mx?.unmatched, mx?.suggested_lines],
    [1, 1, 1, [{ currency: 'MXN', amount: 50 }], 0],
  );
  assert.deepEqual([de?.receivable, de?.pending_approvals, de?.open_tasks], [[], 0, 0]);
  const stranger = await addKey(service.database, await addOrganisation(service.database, 'Andere'));
  assert.deepEqual((await service.client(stranger).get_portfolio({})).data, []);
  assert.deepEqual((await service.client(stranger).list_deadlines({})).data, []);
});

test('get_portfolio comes in pages', async () => {
  const first = await service.client().get_portfolio({ limit: 1 });
  assert.equal(first.data.length, 1);
  assert.ok(first.next_cursor !== null);
  const second = await service.client().get_portfolio({ limit: 1, cursor: first.next_cursor });
  assert.deepEqual([second.data[0]?.entity_id, second.has_more], [service.entities.de, false]);
});

test('list_deadlines names what is late and what comes, by day', async () => {
  const { data } = await service.client().list_deadlines({ days: 60 });
  const told = data.map(({ kind, due_on, overdue, title }) => [kind, due_on, overdue, title]);
  assert.deepEqual(
    told.filter(([kind]) => kind === 'task_due'),
    [
      ['task_due', '2026-03-01', true, 'Tarde'],
      ['task_due', '2026-03-12', false, 'Pronto'],
    ],
  );
  assert.deepEqual(
    told.filter(([kind]) => kind === 'approval_expires').map(([, due_on]) => due_on),
    ['2026-04-09'],
  );
  assert.deepEqual(
    data.map(({ due_on }) => due_on),
    data.map(({ due_on }) => due_on).toSorted(),
  );
  const only = await service.client().list_deadlines({ days: 0, kind: 'task_due' });
  assert.deepEqual(
    only.data.map(({ title }) => title),
    ['Tarde'],
  );
});

test('list_deadlines comes in pages that miss and repeat nothing', async () => {
  const client = service.client();
  const whole = (await client.list_deadlines({ days: 365 })).data.map(({ record_id }) => record_id);
  const paged: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await client.list_deadlines({
      days: 365,
      limit: 1,
      ...(cursor === undefined ? {} : { cursor }),
    });
    paged.push(...page.data.map(({ record_id }) => record_id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  assert.ok(whole.length >= 4);
  assert.deepEqual(paged, whole);
});
