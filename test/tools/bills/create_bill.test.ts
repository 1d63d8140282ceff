// What create_bill stores and answers when it succeeds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, newRfc, warned } from '../support.ts';

const NOW = '2026-03-10T18:00:00.000Z';

let service: TestService;
let bajio: CounterpartyId;
let harms: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date(NOW));
  bajio = await addMexicanCustomer(service, 'Transportes del Bajío SA de CV', {
    is_customer: false,
    is_supplier: true,
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  harms = await addGermanCustomer(service, 'Harms Bürobedarf KG', {
    is_supplier: true,
    country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
});
after(() => service.close());

type Answer = AnswerOf<'create_bill'>;

let made = 0;
const newNumber = (): string => `N-${(made += 1)}`;

const create = (as: 'mx' | 'de' | 'organisation', args: object): Promise<Answer> =>
  callLoosely(service, as, 'create_bill', args);

const mexican = (args: object = {}): Promise<Answer> =>
  create('mx', {
    counterparty_id: bajio,
    bill_number: newNumber(),
    line_items: [{ description: 'Flete', unit_price: 100, tax_amount: 0 }],
    ...args,
  });

const german = (args: object = {}): Promise<Answer> =>
  create('de', {
    counterparty_id: harms,
    bill_number: newNumber(),
    line_items: [{ description: 'Toner', unit_price: 100, tax_amount: 0 }],
    ...args,
  });

test('a Mexican bill is answered whole', async () => {
  const answer = await mexican({
    counterparty_id: undefined,
    counterparty_name: 'transportes del bajio',
    bill_number: '8841',
    series: 'F',
    title: 'Fletes de septiembre',
    issue_date: '2026-03-04',
    line_items: [
      { description: 'Flete Querétaro a Monterrey', quantity: 1, unit_price: 12500, tax_amount: 2000 },
      { description: 'Maniobras', quantity: 2.5, unit_price: 10.333333, tax_amount: 4.13 },
    ],
    notes: 'Pagar los viernes',
  });
  const { id } = answer;
  assert.match(id, /^bill_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual(answer, {
    object: 'bill',
    id,
    bill_id: id,
    bill_number: '8841',
    series: 'F',
    uuid: null,
    title: 'Fletes de septiembre',
    status: 'received',
    payment_status: 'unpaid',
    deductibility: 'pending_review',
    withheld_total: 0,
    issue_date: '2026-03-04',
    due_date: '2026-04-03',
    days_overdue: 0,
    currency: 'MXN',
    counterparty: {
      id: bajio,
      counterparty_id: bajio,
      name: 'Transportes del Bajío SA de CV',
      tax_id: 'PRO8402214B3',
    },
    subtotal: 12525.83,
    tax_total: 2004.13,
    total: 14529.96,
    amount_due: 14529.96,
    amount_paid: 0,
    amount_credited: 0,
    balance_due: 14529.96,
    created_at: NOW,
    updated_at: NOW,
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    prepaid_amount: 0,
    rounding_amount: 0,
    delivery_date: null,
    delivery_period: null,
    payee_account: null,
    received_at: null,
    source_document_id: null,
    terms: {},
    line_items: [
      {
        id: `${id}.1`,
        position: 1,
        description: 'Flete Querétaro a Monterrey',
        quantity: 1,
        unit_price: 12500,
        subtotal: 12500,
        tax_amount: 2000,
        total: 14500,
      },
      {
        id: `${id}.2`,
        position: 2,
        description: 'Maniobras',
        quantity: 2.5,
        unit_price: 10.333333,
        subtotal: 25.833333,
        tax_amount: 4.13,
        total: 29.963333,
      },
    ],
    validation: { status: 'not_checked', checked_at: null, issues: [] },
    payments: [],
    notes: 'Pagar los viernes',
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
    warnings: [],
    idempotent_replay: false,
  });
});

test('a German bill has the currency of its company and no deductibility', async () => {
  const answer = await german({
    line_items: [{ description: 'Büromaterial', quantity: 4, unit_price: 12.5, tax_amount: 9.5 }],
  });
  assert.equal('deductibility' in answer, false);
  const { currency, subtotal, tax_total, total, issue_date, due_date, status } = answer;
  assert.deepEqual([currency, subtotal, tax_total, total], ['EUR', 50, 9.5, 59.5]);
  assert.deepEqual([issue_date, due_date, status], ['2026-03-10', '2026-04-09', 'received']);
});

describe('amounts', () => {
  test(warned('create_bill', 'tax_not_given', 'a tax that nobody gave is none, and asked for'), async () => {
    const lines = [{ description: 'Flete', unit_price: 100 }];
    const { tax_total, total, warnings } = await mexican({ line_items: lines });
    assert.deepEqual([tax_total, total, warnings.map(({ code }) => code)], [0, 100, ['tax_not_given']]);
  });

  test('lines keep six decimals and the header rounds their sum half up', async () => {
    const answer = await mexican({
      line_items: [1, 2, 3].map((n) => ({ description: `Parte ${n}`, quantity: 0.5, unit_price: 0.67 })),
    });
    assert.deepEqual(
      answer.line_items.map(({ subtotal }) => subtotal),
      [0.335, 0.335, 0.335],
    );
    assert.equal(answer.subtotal, 1.01);
  });

  test('a bill of nothing is paid', async () => {
    const { total, payment_status, balance_due } = await mexican({
      line_items: [{ description: 'Muestra', unit_price: 0 }],
    });
    assert.deepEqual([total, payment_status, balance_due], [0, 'paid', 0]);
  });

  test('the largest bill is kept to the cent', async () => {
    const { id, total } = await mexican({
      line_items: [{ description: 'Planta', unit_price: 9_999_999_999_998.99, tax_amount: 1 }],
    });
    assert.equal(total, 9_999_999_999_999.99);
    const read = await service.client(service.keys.mx).get_bill({ bill_id: id });
    assert.equal(read.total, 9_999_999_999_999.99);
  });
});

describe('a bill in a foreign currency', () => {
  test('carries the rate of its issue date', async () => {
    const { exchange_rate, exchange_rate_date, exchange_rate_source, currency, warnings } = await mexican({
      currency: 'USD',
      issue_date: '2026-03-02',
    });
    assert.equal(currency, 'USD');
    assert.ok(exchange_rate !== null && exchange_rate > 1);
    assert.ok(exchange_rate_date !== null && exchange_rate_date <= '2026-03-02');
    assert.equal(exchange_rate_source, 'bundled');
    assert.deepEqual(warnings, []);
  });

  test('stands without one where none is known', async () => {
    const { exchange_rate, exchange_rate_date, exchange_rate_source, total } = await mexican({
      currency: 'KWD',
      line_items: [{ description: 'Servicio', unit_price: 1.005, tax_amount: 0.125 }],
    });
    assert.deepEqual([exchange_rate, exchange_rate_date, exchange_rate_source], [null, null, null]);
    assert.equal(total, 1.13);
  });
});

describe('days', () => {
  test('a bill may be due on the day of its issue, and its due date is taken as given', async () => {
    const { due_date } = await mexican({ issue_date: '2026-03-01', due_date: '2026-03-01' });
    assert.equal(due_date, '2026-03-01');
  });

  test('a bill past its due date is overdue by days', async () => {
    const { days_overdue } = await mexican({ issue_date: '2026-01-01', due_date: '2026-03-05' });
    assert.equal(days_overdue, 5);
  });

  test('thirty days after the end of the calendar is its end', async () => {
    const { due_date } = await mexican({ issue_date: '9999-12-20' });
    assert.equal(due_date, '9999-12-31');
  });
});

describe('numbers', () => {
  test('another series and another supplier may have the same number', async () => {
    const other = await addMexicanCustomer(service, 'Aceros Monterrey', {
      is_supplier: true,
      country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
    });
    await mexican({ bill_number: '700', series: 'A' });
    await mexican({ bill_number: '700', series: 'B' });
    await mexican({ bill_number: '700' });
    await mexican({ bill_number: 'A700' });
    const { bill_number, series } = await mexican({
      counterparty_id: other,
      bill_number: ' 700 ',
      series: 'A',
    });
    assert.deepEqual([bill_number, series], ['700', 'A']);
  });

  test('of many calls with one number at once exactly one makes a bill', async () => {
    const calls = Array.from({ length: 16 }, (_, index) =>
      mexican({ bill_number: '4711', title: `Intento ${index}` }).then(
        ({ id }) => id,
        (error: { code?: string; details?: { bill_id?: string } }) => {
          assert.equal(error.code, 'bill_duplicate', JSON.stringify(error));
          return null;
        },
      ),
    );
    const ids = (await Promise.all(calls)).filter((id) => id !== null);
    assert.equal(ids.length, 1);
    const { data } = await service.client(service.keys.mx).search_bills({ query: '4711' });
    assert.deepEqual(
      data.map(({ id }) => id),
      ids,
    );
    const entries = await service.database.kysely
      .selectFrom('ledger_entry')
      .select('record_id')
      .where('number', '=', '4711')
      .execute();
    assert.equal(entries.length, 1, 'what was refused left nothing in the ledger');
  });
});

test('the ledger owes the whole bill from its issue date on', async () => {
  const { id } = await mexican({ series: 'L', issue_date: '2026-02-03', title: 'Renta' });
  const entries = await service.database.kysely
    .selectFrom('ledger_entry')
    .selectAll()
    .where('record_id', '=', id)
    .execute();
  const facts = entries.map(
    ({ date, ledger, entry_type, debit_minor, credit_minor, document_id, description }) => [
      date,
      ledger,
      entry_type,
      debit_minor,
      credit_minor,
      document_id,
      description,
    ],
  );
  assert.deepEqual(facts, [['2026-02-03', 'ap', 'bill', 0, 10_000, id, 'Renta']]);
});

test('a bill is found at once, by number, supplier and title', async () => {
  const { id } = await mexican({ bill_number: 'ZX-90210', series: 'Q', title: 'Reparación de grúa' });
  for (const query of ['ZX-90210', 'Q-ZX-90210', 'grua', id]) {
    const { data } = await service.client(service.keys.mx).search({ query, types: ['bills'] });
    const [hit] = data;
    assert.deepEqual(
      [hit?.id, hit?.sublabel, hit?.status, hit?.amount, hit?.currency],
      [id, 'Q-ZX-90210', 'received', 100, 'MXN'],
      query,
    );
  }
});

test('the trail says who recorded what', async () => {
  const { id } = await mexican();
  const { kysely } = service.database;
  const event = await kysely
    .selectFrom('event')
    .select(['type', 'record_type'])
    .where('record_id', '=', id)
    .execute();
  assert.deepEqual(event, [{ type: 'bill.created', record_type: 'bill' }]);
  const audit = await kysely
    .selectFrom('audit')
    .select(['action', 'actor_type'])
    .where('record_id', '=', id)
    .execute();
  assert.deepEqual(audit, [{ action: 'create_bill', actor_type: 'key' }]);
});

test('a repeat with the same idempotency key answers the first bill', async () => {
  const client = service.client(service.keys.mx);
  const args = {
    counterparty_id: bajio,
    bill_number: newNumber(),
    line_items: [{ description: 'Flete', unit_price: 5 }],
  };
  const first = await client.create_bill(args, { idempotencyKey: 'bill-1' });
  const again = await client.create_bill(args, { idempotencyKey: 'bill-1' });
  assert.deepEqual(again, { ...first, idempotent_replay: true });
});
