// What create_bill refuses, each with its declared error, and nothing stored.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { CounterpartyId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  addGermanCustomer,
  addMexicanCustomer,
  declared,
  type Refusal,
  refusals,
  refused,
} from '../support.ts';

let service: TestService;
let bajio: CounterpartyId;
let customer: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  bajio = await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true });
  for (const city of ['Norte', 'Sur']) {
    await addMexicanCustomer(service, `Aceros ${city}`, { is_customer: false, is_supplier: true });
  }
  customer = await addMexicanCustomer(service, 'Café Luna');
  await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
});
after(() => service.close());

const LINES = [{ description: 'Flete', unit_price: 100 }];
const bill = (args: object = {}): object => ({
  counterparty_name: 'Transportes del Bajío',
  bill_number: '1',
  line_items: LINES,
  ...args,
});
const line = (facts: object): object => bill({ line_items: [...LINES, { ...LINES[0], ...facts }] });

const ROWS: readonly Refusal[] = [
  {
    title: declared('create_bill', 'counterparty_no_match', 'a name that fits nobody'),
    args: bill({ counterparty_name: 'Zacatecas Minera' }),
    error: {
      code: 'counterparty_no_match',
      path: 'counterparty_name',
      received: 'Zacatecas Minera',
      role: 'supplier',
    },
  },
  {
    title: 'a supplier of another company is nobody here',
    args: bill({ counterparty_name: 'Harms KG' }),
    error: {
      code: 'counterparty_no_match',
      path: 'counterparty_name',
      received: 'Harms KG',
      role: 'supplier',
    },
  },
  {
    title: 'neither id nor name',
    args: bill({ counterparty_name: undefined }),
    error: {
      code: 'missing_one_of',
      path: 'counterparty_id, counterparty_name',
      allowed: ['counterparty_id', 'counterparty_name'],
    },
  },
  {
    title: declared('create_bill', 'currency_unknown', 'a currency that ISO 4217 does not know'),
    args: bill({ currency: 'XXQ' }),
    error: { code: 'currency_unknown', path: 'currency', received: 'XXQ' },
  },
  {
    title: declared('create_bill', 'due_before_issue', 'a due date before the issue date'),
    args: bill({ issue_date: '2026-03-04', due_date: '2026-03-03' }),
    error: {
      code: 'due_before_issue',
      path: 'due_date',
      issue_date: '2026-03-04',
      due_date: '2026-03-03',
    },
  },
  {
    title: 'a due date before today, which is the issue date by default',
    args: bill({ due_date: '2026-03-09' }),
    error: {
      code: 'due_before_issue',
      path: 'due_date',
      issue_date: '2026-03-10',
      due_date: '2026-03-09',
    },
  },
  {
    title: declared('create_bill', 'amount_too_large', 'a total that no bill has'),
    args: bill({
      line_items: [{ description: 'Planta', unit_price: 9_999_999_999_999.99, tax_amount: 0.01 }],
    }),
    error: { code: 'amount_too_large', path: 'line_items', received: '10000000000000' },
  },
  {
    title: 'a line that is worth more than any bill',
    args: line({ quantity: 1000, unit_price: 9_999_999_999_999 }),
    error: {
      code: 'amount_too_large',
      path: 'line_items[1].unit_price',
      received: '9999999999999000',
    },
  },
  {
    title: 'a tax with more decimals than the currency',
    args: line({ tax_amount: 1.005 }),
    error: {
      code: 'too_many_decimals',
      path: 'line_items[1].tax_amount',
      received: '1.005',
      allowed_decimals: 2,
    },
  },
  {
    title: 'a price with seven decimals',
    args: line({ unit_price: 0.1234567 }),
    error: {
      code: 'too_many_decimals',
      path: 'line_items[1].unit_price',
      received: '0.1234567',
      allowed_decimals: 6,
    },
  },
  {
    title: 'a line without words',
    args: line({ description: '   ' }),
    error: {
      code: 'invalid_parameter',
      path: 'line_items[1].description',
      reason: 'must say what was bought',
      received: '"   "',
    },
  },
  {
    title: 'a number of blanks',
    args: bill({ bill_number: ' \t ' }),
    error: {
      code: 'invalid_parameter',
      path: 'bill_number',
      reason: 'must be the number that stands on the bill',
      received: '" \\t "',
    },
  },
  {
    title: 'the 30th of February',
    args: bill({ issue_date: '2026-02-30' }),
    error: { code: 'impossible_date', path: 'issue_date', received: '2026-02-30' },
  },
  {
    title: 'no number',
    args: bill({ bill_number: undefined }),
    error: { code: 'missing_parameter', path: 'bill_number' },
  },
];

refusals(() => service, 'create_bill', ROWS);

test('negative and empty values are refused before anything is read', async () => {
  for (const args of [
    line({ tax_amount: -1 }),
    line({ unit_price: -1 }),
    line({ quantity: 0 }),
    bill({ line_items: [] }),
  ]) {
    assert.equal((await refused(service, 'mx', 'create_bill', args))['code'], 'invalid_parameter');
  }
});

test(declared('create_bill', 'counterparty_not_found', 'an id that nobody has'), async () => {
  const id = newId('CounterpartyId');
  const args = { counterparty_id: id, bill_number: '1', line_items: LINES };
  assert.deepEqual(await refused(service, 'mx', 'create_bill', args), {
    code: 'counterparty_not_found',
    path: 'counterparty_id',
    received: id,
  });
});

test(declared('create_bill', 'counterparty_not_supplier', 'somebody who is only a customer'), async () => {
  const facts = { code: 'counterparty_not_supplier', counterparty_id: customer, name: 'Café Luna' };
  for (const [path, args] of [
    ['counterparty_id', bill({ counterparty_name: undefined, counterparty_id: customer })],
    ['counterparty_name', bill({ counterparty_name: 'Café Luna' })],
  ] as const) {
    assert.deepEqual(await refused(service, 'mx', 'create_bill', args), { ...facts, path });
  }
});

test(declared('create_bill', 'counterparty_ambiguous', 'a name that fits several suppliers'), async () => {
  const { code, candidates } = await refused(
    service,
    'mx',
    'create_bill',
    bill({ counterparty_name: 'Aceros' }),
  );
  assert.equal(code, 'counterparty_ambiguous');
  assert.deepEqual((candidates as { name: string }[]).map(({ name }) => name).toSorted(), [
    'Aceros Norte',
    'Aceros Sur',
  ]);
});

test(
  declared('create_bill', 'bill_duplicate', 'a number of this supplier that is in the books'),
  async () => {
    const first = await service.client(service.keys.mx).create_bill({
      counterparty_id: bajio,
      bill_number: '8841',
      series: 'F',
      line_items: [{ description: 'Flete', unit_price: 100 }],
    });
    const facts = { code: 'bill_duplicate', path: 'bill_number', bill_number: 'F-8841', bill_id: first.id };
    for (const args of [
      bill({ bill_number: '8841', series: 'F' }),
      bill({ bill_number: ' 88 41', series: 'f', issue_date: first.issue_date }),
      bill({ bill_number: '88.41', series: 'f-' }),
    ]) {
      assert.deepEqual(await refused(service, 'mx', 'create_bill', args), facts);
    }
  },
);

test('a number that its supplier gave in another year is another bill', async () => {
  const of = (issue_date: string) =>
    service.client(service.keys.mx).create_bill({
      counterparty_id: bajio,
      bill_number: 'AÑO-1',
      issue_date,
      line_items: [{ description: 'Flete', unit_price: 100 }],
    });
  const days = ['2025-12-31', '2026-01-01'];
  const made = await Promise.all(days.map(of));
  assert.deepEqual(
    made.map(({ issue_date }) => issue_date),
    days,
  );
  for (const issue_date of ['2025-01-01', '2026-01-31'])
    await assert.rejects(of(issue_date), { code: 'bill_duplicate' });
});
