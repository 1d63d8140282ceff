// What create_invoice stores and answers when it succeeds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely, codesOf, newRfc, warned } from '../support.ts';

const NOW = '2026-03-10T18:00:00.000Z';

let service: TestService;
let robles: CounterpartyId;
let nordwind: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date(NOW));
  robles = await addMexicanCustomer(service, 'PAPELERIA ROBLES', {
    country_details: { rfc: 'PRO8402214B3', fiscal_regime_code: '601' },
  });
  nordwind = await addGermanCustomer(service, 'Nordwind Energie GmbH', {
    country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
  });
});
after(() => service.close());

type Answer = AnswerOf<'create_invoice'>;

const create = (as: 'mx' | 'de', args: object): Promise<Answer> =>
  callLoosely(service, as, 'create_invoice', args);

const mexican = (args: object = {}): Promise<Answer> =>
  create('mx', { counterparty_id: robles, line_items: [{ description: 'Logo', unit_price: 100 }], ...args });

const german = (args: object = {}): Promise<Answer> =>
  create('de', {
    counterparty_id: nordwind,
    country_details: { buyer_reference: 'PO-2026-118' },
    line_items: [{ description: 'Wartung', unit_price: 100 }],
    ...args,
  });

/** Equal in every draft of this file. */
const draft = {
  object: 'invoice',
  number: null,
  series: null,
  folio: null,
  status: 'draft',
  internal_status: 'compliance_draft',
  display_status: 'draft',
  payment_status: null,
  issue_date: '2026-03-10',
  days_overdue: 0,
  amount_paid: 0,
  amount_credited: 0,
  discount_total: 0,
  withheld_total: 0,
  withholdings: [],
  payment_terms_text: null,
  replaces_invoice_id: null,
  derived: [],
  compliance: { ready: true, checked_at: NOW, issues: [] },
  payments: [],
  created_at: NOW,
  updated_at: NOW,
  warnings: [],
  idempotent_replay: false,
} as const;

/** What German drafts also hold. */
const germanDraft = {
  ...draft,
  delivery_date: null,
  delivery_period: null,
  order_reference: null,
  contract_reference: null,
  project_reference: null,
  prepaid_amount: 0,
  allowances: [],
  discount_terms: [],
  attachments: [],
  delivery_channel: 'network',
  delivery_format: null,
  derived: [
    {
      path: 'delivery',
      value: 'network',
      reason: 'The participant id follows from the tax id of the customer; it has not been looked up.',
    },
  ],
} as const;

/** The only tax of a line. */
const lineTax = (tax: string, rate: number, base: number, amount: number): object => ({
  taxes: [{ tax, factor: 'rate', rate, base, amount, withheld: false }],
});

const notFiled = {
  status: 'not_submitted',
  uuid: null,
  filed_at: null,
  sandbox: null,
  approval: null,
  last_error: null,
  cancellation: null,
  delivery: { status: 'not_due', recipient: null, sent_at: null, reason: null },
} as const;

test('a Mexican draft is answered whole, with the defaults that the description names', async () => {
  const { id, compliance, derived, ...answer } = await create('mx', {
    counterparty_name: 'Papelería Robles',
    line_items: [{ description: 'Diseño de logotipo', unit_price: 4500 }],
  });
  assert.match(id, /^invc_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual(
    derived.map(({ path, value }) => [path, value]),
    [
      ['line_items[0].country_details.sat_product_code', '80101501'],
      ['line_items[0].country_details.sat_unit_code', 'E48'],
      ['line_items[0].country_details.tax_object', '02'],
    ],
  );
  assert.deepEqual(
    [compliance.ready, ...compliance.issues.map(({ rule, path }) => `${rule} ${path}`)],
    [
      true,
      'DERIVED-CODE line_items[0].country_details.sat_product_code',
      'DERIVED-CODE line_items[0].country_details.sat_unit_code',
    ],
  );
  const { compliance: _ready, derived: _none, ...mexicanDraft } = draft;
  assert.deepEqual(answer, {
    ...mexicanDraft,
    invoice_id: id,
    title: null,
    due_date: '2026-03-10',
    payment_terms_days: 0,
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    counterparty: { id: robles, counterparty_id: robles, name: 'PAPELERIA ROBLES', tax_id: 'PRO8402214B3' },
    line_items: [
      {
        id: `${id}.1`,
        position: 1,
        description: 'Diseño de logotipo',
        quantity: 1,
        unit_price: 4500,
        discount_amount: 0,
        subtotal: 4500,
        tax_rate: 16,
        tax_amount: 720,
        total: 5220,
        ...lineTax('IVA', 16, 4500, 720),
        product_number: null,
        country_details: { sat_product_code: '80101501', sat_unit_code: 'E48', tax_object: '02' },
      },
    ],
    subtotal: 4500,
    tax_total: 720,
    total: 5220,
    balance_due: 5220,
    tax_breakdown: [{ tax: 'IVA', category: '002', factor: 'rate', rate: 16, base: 4500, amount: 720 }],
    country_details: { cfdi_type: 'I', payment_method: 'PUE', payment_form: '03', cfdi_use: 'G03' },
    filing: { model: 'clearance', ...notFiled },
    notes: null,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
  });
});

test('a German draft is answered whole, in euros, due in 30 days, each line at its own rate', async () => {
  const { id, compliance, ...answer } = await german({
    title: 'Wartung 2026',
    notes: 'Danke!',
    line_items: [
      { description: 'Wartung Kälteanlage', quantity: 2, unit_price: 480 },
      { description: 'Fachbuch', unit_price: 19.99, country_details: { tax_rate: 7 } },
      { description: 'Schulung', unit_price: 10, country_details: { exemption_code: 'VATEX-EU-132' } },
    ],
  });
  const line = (position: number, fields: object): object => ({
    id: `${id}.${position}`,
    position,
    quantity: 1,
    discount_amount: 0,
    product_number: null,
    period: null,
    ...fields,
  });
  const taxed = { tax_category: 'S', exemption_code: null, unit_code: 'C62' };
  assert.deepEqual(
    [compliance.ready, ...compliance.issues.map(({ rule, path }) => `${rule} ${path}`)],
    [true, 'BR-49 country_details.bank_account_number'],
  );
  const { compliance: _ready, ...answered } = germanDraft;
  assert.deepEqual(answer, {
    ...answered,
    invoice_id: id,
    title: 'Wartung 2026',
    due_date: '2026-04-09',
    payment_terms_days: 30,
    currency: 'EUR',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    counterparty: {
      id: nordwind,
      counterparty_id: nordwind,
      name: 'Nordwind Energie GmbH',
      tax_id: 'DE136695976',
    },
    line_items: [
      line(1, {
        description: 'Wartung Kälteanlage',
        quantity: 2,
        unit_price: 480,
        subtotal: 960,
        tax_rate: 19,
        tax_amount: 182.4,
        total: 1142.4,
        ...lineTax('VAT', 19, 960, 182.4),
        country_details: taxed,
      }),
      line(2, {
        description: 'Fachbuch',
        unit_price: 19.99,
        subtotal: 19.99,
        tax_rate: 7,
        tax_amount: 1.4,
        total: 21.39,
        ...lineTax('VAT', 7, 19.99, 1.4),
        country_details: taxed,
      }),
      line(3, {
        description: 'Schulung',
        unit_price: 10,
        subtotal: 10,
        tax_rate: 0,
        tax_amount: 0,
        total: 10,
        ...lineTax('VAT', 0, 10, 0),
        country_details: { tax_category: 'E', exemption_code: 'VATEX-EU-132', unit_code: 'C62' },
      }),
    ],
    subtotal: 989.99,
    tax_total: 183.8,
    total: 1173.79,
    balance_due: 1173.79,
    tax_breakdown: [
      { tax: 'VAT', category: 'S', factor: 'rate', rate: 19, base: 960, amount: 182.4 },
      { tax: 'VAT', category: 'S', factor: 'rate', rate: 7, base: 19.99, amount: 1.4 },
      { tax: 'VAT', category: 'E', factor: 'rate', rate: 0, base: 10, amount: 0 },
    ],
    country_details: {
      buyer_reference: 'PO-2026-118',
      payment_means_code: '1',
      bank_account_number: null,
      bank_name: null,
      bank_routing_number: null,
    },
    filing: { model: 'network', ...notFiled },
    notes: 'Danke!',
    entity: { id: service.entities.de, name: 'Brückner Werkzeugbau GmbH', country_code: 'DE' },
  });
});

describe('defaults that depend on something else', () => {
  test('PPD is due in 30 days and takes payment form 99', async () => {
    const answer = await mexican({ country_details: { payment_method: 'PPD' } });
    assert.deepEqual([answer.payment_terms_days, answer.due_date], [30, '2026-04-09']);
    assert.equal(answer.country_details.payment_form, '99');
  });

  test('terms that are given win, zero among them', async () => {
    assert.equal((await german({ payment_terms_days: 0 })).due_date, '2026-03-10');
    assert.equal((await mexican({ payment_terms_days: 45 })).due_date, '2026-04-24');
  });

  test('the use of the customer is taken, and S01 for the general public', async () => {
    const { id } = await callLoosely(service, 'mx', 'create_counterparty', {
      name: 'Inversiones Luna',
      postal_code: '06600',
      country_details: { rfc: newRfc(), fiscal_regime_code: '601', cfdi_use_code: 'I04' },
    });
    assert.equal((await mexican({ counterparty_id: id })).country_details.cfdi_use, 'I04');
    const generic = await callLoosely(service, 'mx', 'create_counterparty', {
      name: 'PUBLICO EN GENERAL',
      country_details: { rfc: 'XAXX010101000' },
    });
    assert.equal((await mexican({ counterparty_id: generic.id })).country_details.cfdi_use, 'S01');
  });

  test('a German account that is an IBAN is paid by SEPA transfer', async () => {
    const bank_account_number = 'DE89370400440532013000';
    const answer = await german({ country_details: { buyer_reference: 'PO-1', bank_account_number } });
    assert.equal(answer.country_details.payment_means_code, '58');
    assert.equal(answer.country_details.bank_account_number, bank_account_number);
  });

  test('a line that is no object of tax pays none', async () => {
    const answer = await mexican({
      line_items: [{ description: 'Donativo', unit_price: 100, country_details: { tax_object: '01' } }],
    });
    assert.deepEqual([answer.tax_total, answer.total, answer.tax_breakdown], [0, 100, []]);
  });
});

describe('warnings', () => {
  test(
    warned('create_invoice', 'cfdi_use_fell_back', 'a default use that does not fit the regime becomes S01'),
    async () => {
      // Made when its use still fitted: only the admin side changes the regime of a customer that exists.
      const id = await addMexicanCustomer(service, 'Cambio de Régimen');
      const details = { rfc: newRfc(), fiscal_regime_code: '616', cfdi_use_code: 'G03' };
      await service.database.kysely
        .updateTable('counterparty')
        .set({ details: JSON.stringify(details) })
        .where('id', '=', id)
        .execute();
      const { warnings, country_details } = await mexican({ counterparty_id: id });
      assert.equal(country_details.cfdi_use, 'S01');
      assert.deepEqual(warnings, [
        {
          code: 'cfdi_use_fell_back',
          message: 'The default use G03 does not fit fiscal regime 616, so S01 is used.',
          path: 'country_details.cfdi_use',
        },
      ]);
    },
  );

  test('what only stops the filing is an issue of the draft, not a warning of the call', async () => {
    const { id } = await callLoosely(service, 'mx', 'create_counterparty', {
      name: 'Sin Régimen SA',
      postal_code: '06600',
      country_details: { rfc: newRfc() },
    });
    const { compliance, warnings } = await mexican({
      counterparty_id: id,
      line_items: [
        {
          description: 'Logo',
          unit_price: 100,
          country_details: { sat_product_code: '82141504', sat_unit_code: 'E48' },
        },
      ],
    });
    assert.deepEqual(codesOf(warnings), []);
    assert.equal(compliance.ready, false);
    assert.deepEqual(
      compliance.issues.map(({ rule, path, severity }) => [rule, path, severity]),
      [['CFDI40157', 'counterparty.country_details.fiscal_regime_code', 'error']],
    );
  });
});
