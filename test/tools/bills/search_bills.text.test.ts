// search_bills by a text that fits many: nothing is left out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer } from '../support.ts';

const COUNT = 350;

let service: TestService;

before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  const counterparty_id = await addMexicanCustomer(service, 'Aceros Zafiro', { is_supplier: true });
  const line_items = [{ description: 'Material', unit_price: 100 }];
  for (let index = 0; index < COUNT; index += 1) {
    await service
      .client(service.keys.mx)
      .create_bill({ counterparty_id, series: 'S', bill_number: String(index), line_items });
  }
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
