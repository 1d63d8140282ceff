// Filters of search_invoices: states as of today, days, customers, texts. Pages are walked in lists.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, declared, refused } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');

let service: TestService;
let luna: CounterpartyId;
let sol: CounterpartyId;
/** By title. */
const ids = new Map<string, InvoiceId>();

const add = async (
  moment: string,
  counterparty_id: CounterpartyId,
  title: string,
  columns: object = {},
): Promise<void> => {
  service.setNow(new Date(moment));
  const { id } = await service.client(service.keys.mx).create_invoice({
    counterparty_id,
    title,
    line_items: [{ description: title, unit_price: 100 }],
  });
  ids.set(title, id);
  if (Object.keys(columns).length === 0) return;
  await service.database.kysely.updateTable('invoice').set(columns).where('id', '=', id).execute();
};

const filed = { status: 'filed', internal_status: 'filed', open: 1 };

before(async () => {
  service = await startTestService();
  luna = await addMexicanCustomer(service, 'Café Luna', {
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  sol = await addMexicanCustomer(service, 'Panadería Sol');
  await addGermanCustomer(service, 'Café Luna GmbH');
  await add('2026-01-15T18:00:00Z', luna, 'Vencida', {
    ...filed,
    due_date: '2026-02-14',
    series: 'A',
    number: '1203',
  });
  await add('2026-02-01T18:00:00Z', luna, 'Pendiente', { ...filed, due_date: '2026-03-10' });
  await add('2026-02-02T18:00:00Z', sol, 'Pagada', {
    ...filed,
    open: 0,
    paid_minor: 11600,
    balance_minor: 0,
  });
  await add('2026-02-03T18:00:00Z', sol, 'Abonada', {
    ...filed,
    due_date: '2026-04-01',
    paid_minor: 1600,
    balance_minor: 10000,
  });
  await add('2026-02-04T18:00:00Z', sol, 'Cancelada', { status: 'void', internal_status: 'void' });
  await add('2026-02-05T18:00:00Z', sol, 'Revertida', { status: 'reversed', internal_status: 'reversed' });
  await add('2026-03-07T17:59:59Z', luna, 'Olvidada');
  await add('2026-03-07T18:00:00Z', luna, 'Reciente');
});
after(() => service.close());

const titles = async (args: InputOf<'search_invoices'>): Promise<(string | null)[]> => {
  service.setNow(NOW);
  const { data } = await service.client(service.keys.mx).search_invoices(args);
  return data.map(({ title }) => title);
};

test('a page of one is answered whole, without what get_invoice adds', async () => {
  service.setNow(NOW);
  const id = ids.get('Abonada');
  assert.deepEqual(await service.client(service.keys.mx).search_invoices({ query: 'Abonada' }), {
    object: 'list',
    data: [
      {
        object: 'invoice',
        id,
        invoice_id: id,
        folio: null,
        title: 'Abonada',
        status: 'filed',
        display_status: 'partially_paid',
        payment_status: 'partially_paid',
        filing_status: 'not_submitted',
        issue_date: '2026-02-03',
        due_date: '2026-04-01',
        days_overdue: 0,
        currency: 'MXN',
        counterparty: { counterparty_id: sol, name: 'Panadería Sol', tax_id: await taxIdOf(sol) },
        subtotal: 100,
        tax_total: 16,
        withheld_total: 0,
        total: 116,
        amount_paid: 16,
        amount_credited: 0,
        balance_due: 100,
      },
    ],
    has_more: false,
    next_cursor: null,
    limit: 10,
    total_count: 1,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
  });
});

const taxIdOf = async (id: CounterpartyId): Promise<string | null> => {
  const { data } = await service.client(service.keys.mx).list_counterparties();
  return data.find((row) => row.id === id)?.tax_id ?? null;
};

describe('states', () => {
  test('open', async () => {
    assert.deepEqual(await titles({ open_only: true }), ['Abonada', 'Pendiente', 'Vencida']);
    assert.deepEqual(await titles({ open_only: false, status: 'paid' }), ['Pagada']);
  });

  const states: readonly (readonly [NonNullable<InputOf<'search_invoices'>['status']>, readonly string[]])[] =
    [
      ['draft', ['Reciente', 'Olvidada']],
      ['stale_draft', ['Olvidada']],
      ['filed', ['Abonada', 'Pagada', 'Pendiente', 'Vencida']],
      ['pending', ['Abonada', 'Pendiente']],
      ['overdue', ['Vencida']],
      ['unpaid', ['Pendiente', 'Vencida']],
      ['partially_paid', ['Abonada']],
      ['paid', ['Pagada']],
      ['void', ['Cancelada']],
      ['reversed', ['Revertida']],
    ];
  for (const [status, expected] of states) {
    test(status, async () => assert.deepEqual(await titles({ status }), expected));
  }

  test('a row is called what its filter is called', async () => {
    const { data } = await service.client(service.keys.mx).search_invoices({});
    const shown = Object.fromEntries(data.map(({ title, display_status }) => [title, display_status]));
    assert.deepEqual(shown, {
      Vencida: 'overdue',
      Pendiente: 'pending',
      Pagada: 'paid',
      Abonada: 'partially_paid',
      Cancelada: 'void',
      Revertida: 'reversed',
      Olvidada: 'stale_draft',
      Reciente: 'draft',
    });
  });

  test('what is pending today is overdue tomorrow where the company is, and an hour earlier it is not', async () => {
    const at = async (moment: string): Promise<unknown[]> => {
      service.setNow(new Date(moment));
      const { data } = await service.client(service.keys.mx).search_invoices({ status: 'overdue' });
      return data.map(({ title, days_overdue }) => [title, days_overdue]);
    };
    assert.deepEqual(await at('2026-03-10T23:00:00-06:00'), [['Vencida', 24]]);
    assert.deepEqual(await at('2026-03-11T00:00:00-06:00'), [
      ['Pendiente', 1],
      ['Vencida', 25],
    ]);
  });
});

describe('days of issue', () => {
  test('both ends are included, and each may stand alone', async () => {
    assert.deepEqual(await titles({ date_from: '2026-02-02', date_to: '2026-02-03' }), ['Abonada', 'Pagada']);
    assert.deepEqual(await titles({ date_to: '2026-01-15' }), ['Vencida']);
    assert.deepEqual(await titles({ date_from: '2026-03-07' }), ['Reciente', 'Olvidada']);
    assert.deepEqual(await titles({ date_from: '2026-02-05', date_to: '2026-02-05' }), ['Revertida']);
  });

  test('a range in which nothing lies is an empty list', async () => {
    const answer = await service.client(service.keys.mx).search_invoices({ date_from: '2030-01-01' });
    assert.deepEqual(
      [answer.data, answer.total_count, answer.has_more, answer.next_cursor],
      [[], 0, false, null],
    );
  });
});

describe('text', () => {
  const texts: readonly (readonly [string, string, readonly string[]])[] = [
    ['a title, case and accents aside', 'ABONÁDA', ['Abonada']],
    ['part of a title', 'abon', ['Abonada']],
    ['a customer, accents aside', 'panaderia', ['Revertida', 'Cancelada', 'Abonada', 'Pagada']],
    ['a folio number', 'A-1203', ['Vencida']],
    ['a number alone', '1203', ['Vencida']],
    ['a tax id', 'PRO8402214B3', ['Reciente', 'Olvidada', 'Pendiente', 'Vencida']],
    ['signs of LIKE', '%', []],
    ['what looks like SQL', "' or '1'='1", []],
    ['nothing that is known', 'zzzz', []],
  ];
  for (const [title, query, expected] of texts) {
    test(title, async () => {
      // The index takes folio numbers when an invoice is filed; this one was filed by hand.
      await service.database.kysely
        .insertInto('search_identifier')
        .values(
          ['A1203', '1203'].map((identifier) => ({
            entity_id: service.entities.mx,
            identifier,
            type: 'invoices',
            record_id: ids.get('Vencida') ?? '',
          })),
        )
        .ignore()
        .execute();
      assert.deepEqual(await titles({ query }), expected);
    });
  }

  test('all filters at once', async () => {
    const args = { query: 'luna', status: 'unpaid', counterparty_id: luna, date_from: '2026-02-01' } as const;
    assert.deepEqual(await titles(args), ['Pendiente']);
  });
});

describe('customers', () => {
  test('only the invoices of one', async () => {
    assert.deepEqual(await titles({ counterparty_id: sol, status: 'filed' }), ['Abonada', 'Pagada']);
  });

  test(
    declared(
      'search_invoices',
      'counterparty_not_found',
      'one that does not exist, or is of another company',
    ),
    async () => {
      const { data } = await service.client(service.keys.de).list_counterparties();
      for (const received of [newId('CounterpartyId'), data[0]?.id ?? '']) {
        assert.deepEqual(await refused(service, 'mx', 'search_invoices', { counterparty_id: received }), {
          code: 'counterparty_not_found',
          path: 'counterparty_id',
          received,
        });
      }
    },
  );
});

test('null and empty text are as if they had been left out', async () => {
  const unset = {
    query: '',
    status: '',
    date_from: null,
    date_to: '',
    counterparty_id: '',
    limit: null,
    cursor: null,
  };
  assert.equal((await callLoosely(service, 'mx', 'search_invoices', unset)).data.length, 8);
});
