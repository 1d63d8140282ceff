// The forms and sizes in which create_invoice is called: what clients send instead of the schema, long, odd and exact.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, refusals, refused } from '../support.ts';

let service: TestService;
let luna: CounterpartyId;
let harms: CounterpartyId;
before(async () => {
  service = await startTestService();
  luna = await addMexicanCustomer(service, 'Café Luna');
  harms = await addGermanCustomer(service, 'Harms KG');
});
after(() => service.close());

const LINE = { description: 'Logo', unit_price: 100 };

const create = (args: object): Promise<AnswerOf<'create_invoice'>> =>
  callLoosely(service, 'mx', 'create_invoice', { counterparty_id: luna, line_items: [LINE], ...args });

describe('what clients send in another form', () => {
  test('lines and country fields as JSON text, and text within text', async () => {
    const answer = await create({
      line_items: JSON.stringify([{ ...LINE, country_details: JSON.stringify({ sat_unit_code: 'H87' }) }]),
      country_details: '{"payment_method": "PPD"}',
    });
    assert.equal(answer.line_items[0]?.country_details.sat_unit_code, 'H87');
    assert.equal(answer.country_details.payment_method, 'PPD');
  });

  test('country fields wrapped under the country code, in the header and on lines', async () => {
    const answer = await create({
      country_details: { MX: { payment_method: 'PPD' } },
      line_items: [{ ...LINE, country_details: { MX: { sat_product_code: '84111506' } } }],
    });
    assert.equal(answer.country_details.payment_method, 'PPD');
    assert.equal(answer.line_items[0]?.country_details.sat_product_code, '84111506');
  });

  test('null and empty text are as if they had been left out, also within a line', async () => {
    const answer = await create({
      counterparty_name: '',
      title: null,
      currency: '',
      country_details: { payment_method: '', payment_form: null, cfdi_use: '' },
      payment_terms_days: null,
      notes: '',
      line_items: [{ ...LINE, quantity: null, country_details: null }],
    });
    const { title, currency, payment_terms_days, notes } = answer;
    assert.deepEqual(
      { title, currency, payment_terms_days, notes },
      {
        title: null,
        currency: 'MXN',
        payment_terms_days: 0,
        notes: null,
      },
    );
    assert.equal(answer.line_items[0]?.quantity, 1);
  });

  test('an empty object of country fields', async () => {
    assert.equal((await create({ country_details: {} })).country_details.payment_method, 'PUE');
  });

  test('the name may be the tax id or the id of the customer', async () => {
    const { counterparty } = await create({});
    for (const counterparty_name of [counterparty.tax_id, counterparty.tax_id?.toLowerCase(), luna]) {
      const answer = await create({ counterparty_id: null, counterparty_name });
      assert.equal(answer.counterparty.counterparty_id, luna);
    }
  });
});

describe('sizes', () => {
  test('500 lines, the most, are numbered in order, summed exactly and read back', async () => {
    const line_items = Array.from({ length: 500 }, (_, index) => ({
      description: `Renglón ${index + 1}`,
      quantity: 0.1,
      unit_price: 0.3,
    }));
    const made = await create({ line_items });
    assert.equal(made.line_items.length, 500);
    assert.deepEqual([made.subtotal, made.tax_total, made.total], [15, 2.4, 17.4]);
    const read = await service.client(service.keys.mx).get_invoice({ invoice_id: made.id });
    assert.deepEqual(read.line_items, made.line_items);
    assert.deepEqual(
      read.line_items.map(({ position }) => position),
      line_items.map((_, index) => index + 1),
    );
  });

  test('the largest total that the books hold, to the cent', async () => {
    const line_items = [
      { description: 'Todo', unit_price: 9_999_999_999_999.99, country_details: { tax_object: '01' } },
    ];
    const { id, total } = await create({ line_items });
    assert.equal(total, 9_999_999_999_999.99);
    assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id: id })).total, total);
  });

  test('six decimals of price and quantity, and no float noise in the sums', async () => {
    const { line_items, subtotal, tax_total, total } = await create({
      line_items: [
        { description: 'Kilovatio', quantity: 1.000001, unit_price: 0.123456 },
        { description: 'Ruido', quantity: 3, unit_price: 0.1 + 0.2 },
      ],
    });
    assert.deepEqual(
      line_items.map((line) => [line.unit_price, line.subtotal, line.tax_amount, line.total]),
      [
        [0.123456, 0.123456, 0.019753, 0.143209],
        [0.3, 0.9, 0.144, 1.044],
      ],
    );
    assert.deepEqual([subtotal, tax_total, total], [1.02, 0.16, 1.18]);
  });

  test('a line of price zero', async () => {
    const { total } = await create({ line_items: [{ description: 'Cortesía', unit_price: 0 }, LINE] });
    assert.equal(total, 116);
  });

  test('yen have no cents: a German invoice in yen is rounded to whole ones', async () => {
    const answer = await callLoosely(service, 'de', 'create_invoice', {
      counterparty_id: harms,
      currency: 'JPY',
      country_details: { buyer_reference: 'PO-1' },
      line_items: [{ description: 'Messe', quantity: 3, unit_price: 33.5 }],
    });
    assert.deepEqual([answer.subtotal, answer.tax_total, answer.total], [101, 19, 120]);
  });
});

describe('text of any kind is kept as it came, in the answer, when read and when searched', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['Arabic, from right to left', 'تصميم شعار المقهى'],
    ['emoji made of several', 'Menú 👩🏽‍🍳🏳️‍🌈 y café ☕️'],
    ['what looks like SQL', "x'; DELETE FROM invoice WHERE '1'='1' -- \\' \" `"],
    ['what looks like markup and templates', '<b>&amp;</b> {{total}} ${7*7} %s %n'],
    ['a letter with a combining accent', 'Cafe\u0301 con pan'],
    ['as long as a title may be', 'ñ'.repeat(300)],
  ];
  for (const [name, text] of texts) {
    test(name, async () => {
      const made = await create({ title: text, notes: text, line_items: [{ ...LINE, description: text }] });
      assert.deepEqual([made.title, made.notes, made.line_items[0]?.description], [text, text, text]);
      const client = service.client(service.keys.mx);
      const read = await client.get_invoice({ invoice_id: made.id });
      assert.deepEqual([read.title, read.notes, read.line_items[0]?.description], [text, text, text]);
      const listed = await client.search_invoices({ query: text.slice(0, 200) });
      assert.ok(
        listed.data.some(({ id }) => id === made.id),
        'it is found by its title',
      );
    });
  }

  test('notes of 5,000 signs of two code units and a description of 1,000', async () => {
    const notes = '🧾'.repeat(5000);
    const description = '語'.repeat(1000);
    const { id } = await create({ notes, line_items: [{ ...LINE, description }] });
    const read = await service.client(service.keys.mx).get_invoice({ invoice_id: id });
    assert.equal(read.notes, notes);
    assert.equal(read.line_items[0]?.description, description);
  });

  test('a name and a title that are both as long as they may be', async () => {
    const name = `Larguísima ${'m'.repeat(289)}`;
    const counterparty_id = await addMexicanCustomer(service, name);
    const { counterparty, title } = await create({ counterparty_id, title: 't'.repeat(300) });
    assert.equal(counterparty.name, name);
    assert.equal(title?.length, 300);
  });
});

const lines = (line_items: unknown): object => ({ counterparty_name: 'Café Luna', line_items });
const itemFields = [
  'description',
  'quantity',
  'unit_price',
  'discount',
  'product_number',
  'customs_number',
  'property_account',
  'period',
  'country_details',
];

test('501 lines are too many', async () => {
  const args = lines(Array.from({ length: 501 }, () => LINE));
  const { received, ...facts } = await refused(service, 'mx', 'create_invoice', args);
  assert.deepEqual(facts, {
    code: 'invalid_parameter',
    path: 'line_items',
    reason: 'must have at most 500 items',
  });
  assert.ok(String(received).length <= 201, 'what came is cut');
});

refusals(() => service, 'create_invoice', [
  {
    title: 'no lines',
    args: lines([]),
    error: {
      code: 'invalid_parameter',
      path: 'line_items',
      reason: 'must have at least 1 item',
      received: '[]',
    },
  },
  {
    title: 'lines left out',
    args: { counterparty_name: 'Café Luna' },
    error: { code: 'missing_parameter', path: 'line_items' },
  },
  {
    title: 'a line that says nothing',
    args: lines([LINE, { ...LINE, description: '  ' }]),
    error: {
      code: 'invalid_parameter',
      path: 'line_items[1].description',
      reason: 'must say what is sold',
      received: '"  "',
    },
  },
  {
    title: 'a quantity of zero',
    args: lines([{ ...LINE, quantity: 0 }]),
    error: {
      code: 'invalid_parameter',
      path: 'line_items[0].quantity',
      reason: 'must be above 0',
      received: '0',
    },
  },
  {
    title: 'a price as text is not guessed',
    args: lines([{ ...LINE, unit_price: '1,000.00' }]),
    error: {
      code: 'invalid_parameter',
      path: 'line_items[0].unit_price',
      reason: 'must be a number without quotes, signs of thousands or currency, such as 10',
      received: '"1,000.00"',
      corrected: [{ path: 'line_items[0].unit_price', as: 'line_items[0].unit_price', value: '1000' }],
    },
  },
  {
    title: 'a misspelt parameter, with the one that was meant first',
    args: { ...lines([LINE]), counterparty_nmae: 'Luna' },
    error: {
      code: 'unknown_parameter',
      path: 'counterparty_nmae',
      suggestion: 'did you mean counterparty_name',
      allowed: [
        'counterparty_name',
        'entity_id',
        'counterparty_id',
        'title',
        'currency',
        'country_details',
        'line_items',
        'payment_terms_days',
        'notes',
        'issue_date',
        'series',
        'exchange_rate',
        'payment_terms_text',
        'replaces_invoice_id',
        'global',
        'delivery_date',
        'delivery_period',
        'order_reference',
        'contract_reference',
        'project_reference',
        'prepaid_amount',
        'allowances',
        'charges',
        'discount_terms',
        'direct_debit',
        'attachments',
        'delivery',
        'dry_run',
      ],
    },
  },
  {
    title: 'a misspelt field of a line',
    args: lines([{ ...LINE, unitprice: 5 }]),
    error: {
      code: 'unknown_parameter',
      path: 'line_items[0].unitprice',
      suggestion: 'did you mean unit_price',
      allowed: ['unit_price', ...itemFields.filter((field) => field !== 'unit_price')],
    },
  },
  {
    title: 'several faults at once, all told',
    args: { currency: 'pesos', payment_terms_days: -1, line_items: [{ unit_price: 1 }] },
    error: {
      code: 'invalid_parameter',
      path: 'currency',
      reason: 'must be a currency of ISO 4217 in three capital letters, such as MXN',
      received: 'pesos',
      faults: [
        {
          code: 'invalid_parameter',
          path: 'currency',
          message:
            'The parameter currency must be a currency of ISO 4217 in three capital letters, such as MXN; received pesos.',
          hint: 'Give currency like this: "MXN".',
        },
        {
          code: 'missing_parameter',
          path: 'line_items[0].description',
          message: 'The parameter line_items[0].description is required.',
          hint: 'Give description: text in quotes, such as Consultoría de septiembre.',
        },
        {
          code: 'invalid_parameter',
          path: 'payment_terms_days',
          message: 'The parameter payment_terms_days must be 0 or more; received -1.',
          hint: 'Give payment_terms_days a number from 0 up to 3650.',
        },
        {
          code: 'missing_one_of',
          path: 'counterparty_id, counterparty_name',
          message: 'One of counterparty_id, counterparty_name is required.',
          hint: 'Call again with one of counterparty_id, counterparty_name.',
        },
      ],
    },
  },
]);
