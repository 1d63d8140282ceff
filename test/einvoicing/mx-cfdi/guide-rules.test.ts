// Rules of the law and of the SAT's guide that no PAC checks, and those on global invoices and relations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANYBODY, fit } from '../../../src/base/text/fit.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { mxCfdi } from '../../../src/einvoicing/mx-cfdi/index.ts';
import type { InvoiceDocument, Relation } from '../../../src/einvoicing/regime.ts';
import { MX_CUSTOMER, MX_SELLER, PUBLIC_CUSTOMER } from '../../domain/invoices/facts.ts';
import { documentOf, type GoldenCase } from './golden.ts';

const CODES = { sat_product_code: '43211503', sat_unit_code: 'H87', tax_object: '02' };
const BASE: GoldenCase = {
  about: '',
  facts: { series: 'F', number: '1', issued_at: '2026-11-21T18:00:00Z' },
  lines: [{ unit_price: 100, country_details: CODES }],
};

const found = (document: InvoiceDocument): readonly string[] =>
  mxCfdi
    .validate(document)
    .map(({ rule, severity, path }) => `${severity === 'error' ? '' : '?'}${rule} ${path ?? ''}`);

const check = (golden: Partial<GoldenCase>): readonly string[] => found(documentOf({ ...BASE, ...golden }));

type Global = NonNullable<NonNullable<GoldenCase['terms']>['global']>;

const ticket = { unit_price: 100, product_number: 'T-1', country_details: { tax_object: '02' } };
const period = (change: Partial<Global>, more: Partial<GoldenCase> = {}): readonly string[] =>
  check({
    customer: PUBLIC_CUSTOMER,
    lines: [{ ...ticket, country_details: { ...CODES, sat_product_code: '01010101', sat_unit_code: 'ACT' } }],
    terms: { global: { period: '04', month: '10', year: 2026, ...change } },
    ...more,
  });

test('goods without IVA for a customer abroad may be an export, which the service does not write', () => {
  const abroad = { ...MX_CUSTOMER, country_code: 'US', tax_id: '36-1234567', details: {} };
  const line = (sat_product_code: string, tax_rate: number, more: object = {}) => ({
    unit_price: 100,
    country_details: { sat_product_code, sat_unit_code: 'H87', tax_object: '02', tax_rate, ...more },
  });
  const lines = (...given: GoldenCase['lines']) => check({ customer: abroad, lines: given });
  const warned = (index: number) => [
    `?GUIDE-EXPORTACION line_items[${index}].country_details.sat_product_code`,
  ];
  assert.deepEqual(lines(line('30102304', 0)), warned(0));
  assert.deepEqual(lines(line('80101501', 0), line('10101501', 0), line('60101001', 0)), warned(1));
  assert.deepEqual(lines(line('30102304', 16), line('80101501', 0), line('01010101', 0)), []);
  assert.deepEqual(check({ lines: [line('30102304', 0)] }), []);
});

test('a line that a discount makes free is told the tax object without taxes', () => {
  const free = (fields: object) =>
    mxCfdi
      .validate(documentOf({ ...BASE, lines: [{ unit_price: 100, country_details: CODES, ...fields }] }))
      .map(({ rule, message, fix }) => [rule, message, fit(fix, ANYBODY).slice(0, 110)]);
  assert.deepEqual(free({ discount: { percent: 100 } }), [
    [
      'CFDI40174',
      'The base of the tax is zero, because the discount is the whole line.',
      'Create a new draft with create_invoice, with country_details.tax_object "01" on the line, which then shows no ',
    ],
  ]);
  assert.deepEqual(free({ discount: { percent: 100 }, country_details: { ...CODES, tax_object: '01' } }), []);
  assert.deepEqual(free({ unit_price: 0.000001, quantity: 0.000001 }), [
    [
      'CFDI40174',
      'The base of the tax is zero: quantity 0.000001 times unit_price 0.000001 is nothing at 6 decimals.',
      'Create a new draft with create_invoice, with a larger quantity or unit_price; or ask an administrator to chang',
    ],
  ]);
});

test('a global invoice has a period that fits', () => {
  assert.deepEqual(period({}), []);
  for (const known of ['01', '02', '03'] as const) assert.deepEqual(period({ period: known }), []);
  assert.deepEqual(period({ period: '05', month: '17' }), ['CFDI40132 global.period']);
  const small = { ...MX_SELLER, tax_id: 'FUNK671228PH6', details: { fiscal_regime_code: '621' } };
  assert.deepEqual(period({ period: '05', month: '17' }, { seller: small }), []);
  assert.deepEqual(period({ period: '05', month: '10' }, { seller: small }), ['CFDI40135 global.month']);
  assert.deepEqual(period({ month: '13' }), ['CFDI40134 global.month']);
  assert.deepEqual(period({ year: 2025 }), []);
  assert.deepEqual(period({ year: 2024 }), ['CFDI40136 global.year']);
  assert.deepEqual(period({ month: '12' }), ['?GUIDE-GLOBAL global.month']);
  assert.deepEqual(period({ period: '05', month: '18' }, { seller: small }), ['?GUIDE-GLOBAL global.month']);
});

test('a global invoice is for the general public, of tickets with their numbers', () => {
  assert.deepEqual(period({}, { customer: MX_CUSTOMER }), ['CFDI40130 global']);
  assert.deepEqual(period({}, { customer: { ...PUBLIC_CUSTOMER, name: 'Ana' } }), ['CFDI40130 global']);
  const goods = { unit_price: 10, country_details: CODES };
  assert.deepEqual(period({}, { lines: [goods, goods] }), [
    '?GUIDE-GLOBAL line_items[0].country_details',
    '?GUIDE-GLOBAL line_items[0].product_number',
  ]);
  // Its own defaults are those of the guide.
  const derived = documentOf({
    ...BASE,
    customer: PUBLIC_CUSTOMER,
    lines: [ticket],
    terms: { global: { period: '04', month: '10', year: 2026 } },
  });
  assert.deepEqual(
    derived.derived.map(({ value }) => value),
    ['01010101', 'ACT'],
  );
  assert.deepEqual(found(derived), [
    '?DERIVED-CODE line_items[0].country_details.sat_product_code',
    '?DERIVED-CODE line_items[0].country_details.sat_unit_code',
  ]);
});

test('PUE that falls due after its month is advised against', () => {
  const due = (payment_terms_days: number, method = 'PUE') =>
    check({ terms: { payment_terms_days }, country_details: { payment_method: method } });
  assert.deepEqual(due(9), []);
  assert.deepEqual(due(10), ['?GUIDE-METODOPAGO country_details.payment_method']);
  assert.deepEqual(due(10, 'PPD'), []);
});

test('retentions by customers who do not retain, and a lease without its property account', () => {
  const withholdings = [{ tax: 'ISR', rate: 10 }];
  const lines = [{ unit_price: 100, country_details: { ...CODES, withholdings } }];
  assert.deepEqual(check({ lines }), []);
  const customer = { tax_id: 'CACX7605101P8', details: { fiscal_regime_code: '612' } };
  assert.deepEqual(check({ lines, customer }), ['?GUIDE-RETENCION withholdings']);
  const lease = { unit_price: 100, country_details: { ...CODES, sat_product_code: '80131502' } };
  assert.deepEqual(check({ lines: [lease] }), ['?GUIDE-CUENTAPREDIAL line_items[0].property_account']);
  assert.deepEqual(check({ lines: [{ ...lease, property_account: '151230015' }] }), []);
});

const related = (type: Relation['type']): Relation => ({
  type,
  uuid: '6128396f-c09b-4ec6-8699-43c5f7e3b230',
  folio: 'F-7',
  issueDate: asDay('2026-11-02'),
});

test('relations fit the kind of document', () => {
  for (const type of ['04', '07'] as const) assert.deepEqual(check({ relations: [related(type)] }), []);
  for (const type of ['01', '03'] as const) {
    assert.deepEqual(check({ relations: [related(type)] }), ['GUIDE-TIPORELACION relations']);
    assert.deepEqual(check({ relations: [related(type)], refund_form: '03' }), []);
  }
  assert.deepEqual(check({ refund_form: '03' }), ['GUIDE-TIPORELACION relations']);
});

test('a credit note has a use and a method of its own', () => {
  const note = documentOf({ ...BASE, relations: [related('01')], refund_form: '03' });
  const change = (countryDetails: object) =>
    found({ ...note, countryDetails: { ...note.countryDetails, ...countryDetails } });
  assert.deepEqual(change({ cfdi_use: 'G03' }), ['?GUIDE-EGRESO country_details.cfdi_use']);
  assert.deepEqual(change({ payment_method: 'PPD', payment_form: '99' }), [
    '?GUIDE-EGRESO country_details.payment_method',
  ]);
  const useOf = (customer: GoldenCase['customer']): unknown =>
    documentOf({ ...BASE, customer: customer ?? {}, refund_form: '03' }).countryDetails['cfdi_use'];
  assert.equal(useOf({}), 'G02');
  assert.equal(useOf({ tax_id: 'CACX7605101P8', details: { fiscal_regime_code: '605' } }), 'S01');
  assert.equal(useOf(PUBLIC_CUSTOMER), 'S01');
  assert.equal(useOf({ country_code: 'US', tax_id: null }), 'S01');
});

test('payment terms and product numbers have the form of the schema', () => {
  assert.deepEqual(check({ terms: { payment_terms_text: 'A | B' } }), ['301 payment_terms_text']);
  assert.deepEqual(check({ lines: [{ unit_price: 1, product_number: 'A|B', country_details: CODES }] }), [
    '301 line_items[0].product_number',
  ]);
});
