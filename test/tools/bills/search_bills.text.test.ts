// search_bills by a text that fits many: nothing is left out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { adminOn, ndjson } from '../../admin/support.ts';
import { addMexicanCustomer } from '../support.ts';

const COUNT = 350;
const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;

before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const counterparty_id = await addMexicanCustomer(service, 'Aceros Zafiro', { is_supplier: true });
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    counterparty: counterparty_id,
    series: 'S',
    bill_number: String(index),
    issue_date: '2026-03-10',
    total: 116,
  }));
  const admin = adminOn(service.databaseUrl, NOW);
  const file = admin.file('bills.ndjson', ndjson(...rows));
  await admin.json('import', 'bills', file, '--entity', service.entities.mx);
});
after(() => service.close());

test('a walk has every bill that the text fits, once', async () => {
  for (const query of ['zafiro', 'aceros zaf', 'zaffiro']) {
    const numbers: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const given = cursor === undefined ? {} : { cursor };
      const page = await service.client(service.keys.mx).search_bills({ query, limit: 50, ...given });
      assert.equal(page.total_count, COUNT);
      numbers.push(...page.data.map(({ bill_number }) => bill_number));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual([numbers.length, new Set(numbers).size], [COUNT, COUNT], query);
  }
});

test('a number finds its bills', async () => {
  const { total_count } = await service.client(service.keys.mx).search_bills({ query: 'S-34' });
  assert.equal(total_count, 11);
});
