// Lists of counterparties: roles, texts, balances, whose they are. Pages are walked in lists.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, refusals } from '../support.ts';

let service: TestService;
let acme: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  acme = await addMexicanCustomer(service, 'Acme, S.A. de C.V.', {
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  await addMexicanCustomer(service, 'Ñandú Café');
  await addMexicanCustomer(service, 'Zapatería 100% Piel', { is_customer: false, is_supplier: true });
  await addMexicanCustomer(service, 'Über_Limit', { is_supplier: true });
  await addGermanCustomer(service, 'Acme GmbH');
});
after(() => service.close());

const names = async (args: InputOf<'list_counterparties'>, as: 'mx' | 'de' = 'mx'): Promise<string[]> => {
  const { data } = await service.client(service.keys[as]).list_counterparties(args);
  return data.map(({ name }) => name);
};

test('a page of one is answered whole', async () => {
  const answer = await service.client(service.keys.mx).list_counterparties({ query: 'acme' });
  assert.deepEqual(answer, {
    object: 'list',
    data: [
      {
        object: 'counterparty',
        id: acme,
        counterparty_id: acme,
        name: 'Acme, S.A. de C.V.',
        country_code: 'MX',
        tax_id: 'PRO8402214B3',
        email: null,
        postal_code: '06600',
        is_customer: true,
        is_supplier: false,
        country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601', cfdi_use_code: 'G03' },
        receivable_balance: [],
        payable_balance: [],
      },
    ],
    has_more: false,
    next_cursor: null,
    limit: 20,
    total_count: 1,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
  });
});

test('customers are listed unless another role is asked for, in the order of their names', async () => {
  assert.deepEqual(await names({}), ['Acme, S.A. de C.V.', 'Ñandú Café', 'Über_Limit']);
  assert.deepEqual(await names({ role: 'customer' }), await names({}));
  assert.deepEqual(await names({ role: 'supplier' }), ['Über_Limit', 'Zapatería 100% Piel']);
  assert.deepEqual(await names({ role: 'all' }), [
    'Acme, S.A. de C.V.',
    'Ñandú Café',
    'Über_Limit',
    'Zapatería 100% Piel',
  ]);
});

test('a German company lists its own only', async () => {
  assert.deepEqual(await names({ role: 'all' }, 'de'), ['Acme GmbH']);
});

describe('the text', () => {
  const found: readonly (readonly [string, string, readonly string[]])[] = [
    ['is part of a name', 'andu', ['Ñandú Café']],
    ['ignores case and accents', 'ÑANDU cafe', ['Ñandú Café']],
    ['is part of a tax id', '8402214', ['Acme, S.A. de C.V.']],
    ['takes a tax id with separators', 'pro-840221-4b3', ['Acme, S.A. de C.V.']],
    ['takes the signs of LIKE as they are: %', '%', []],
    ['takes the signs of LIKE as they are: _', '_', []],
    ['finds a name with such a sign', '100% Piel', ['Zapatería 100% Piel']],
    ['may look like SQL', "' or 1=1 -- ", []],
    ['may be of any script', 'شركة', []],
    ['of nothing but blanks finds nothing and does not fail', '   ', []],
    ['may be as long as its limit', 'x'.repeat(200), []],
  ];
  for (const [title, query, expected] of found) {
    test(title, async () => assert.deepEqual(await names({ query, role: 'all' }), expected));
  }
});

test('null and empty text are as if they had been left out', async () => {
  const answer = await callLoosely(service, 'mx', 'list_counterparties', {
    query: '',
    role: null,
    limit: null,
    cursor: '',
  });
  assert.equal(answer.data.length, 3);
  assert.equal(answer.limit, 20);
});

test('open invoices make the balance, one amount a currency, and drafts none', async () => {
  const client = service.client(service.keys.mx);
  const line_items = [{ description: 'Saldo', unit_price: 100 }];
  for (const currency of ['MXN', 'USD', 'USD']) {
    await client.create_invoice({ counterparty_id: acme, currency, line_items });
  }
  const balance = async (): Promise<unknown> =>
    (await client.list_counterparties({ query: 'acme' })).data[0]?.receivable_balance;
  assert.deepEqual(await balance(), []);
  await service.database.kysely
    .updateTable('invoice')
    .set({ status: 'filed', open: true })
    .where('entity_id', '=', service.entities.mx)
    .execute();
  assert.deepEqual(await balance(), [
    { currency: 'MXN', amount: 116, open: 116, credit: 0, net: 116 },
    { currency: 'USD', amount: 232, open: 232, credit: 0, net: 232 },
  ]);
});

refusals(() => service, 'list_counterparties', [
  {
    title: 'an unknown role is told with those there are',
    args: { role: 'tenant' },
    error: {
      code: 'invalid_parameter',
      path: 'role',
      reason: 'must be one of customer, supplier, all',
      received: 'tenant',
      allowed: ['customer', 'supplier', 'all'],
    },
  },
  {
    title: 'more rows than the most',
    args: { limit: 51 },
    error: {
      code: 'invalid_parameter',
      path: 'limit',
      reason: 'must be 50 or less',
      received: '51',
    },
  },
  {
    title: 'no rows at all',
    args: { limit: 0 },
    error: {
      code: 'invalid_parameter',
      path: 'limit',
      reason: 'must be 1 or more',
      received: '0',
    },
  },
  {
    title: 'a text beyond its limit',
    args: { query: 'x'.repeat(201) },
    error: {
      code: 'invalid_parameter',
      path: 'query',
      reason: 'must have at most 200 characters',
      received: `${'x'.repeat(100)}…`,
    },
  },
  {
    title: 'a cursor that nobody gave',
    args: { cursor: 'bm90IGEgY3Vyc29y' },
    error: { code: 'invalid_cursor', path: 'cursor' },
  },
]);
