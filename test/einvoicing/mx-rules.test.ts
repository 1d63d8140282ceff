import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANYBODY, fit } from '../../src/base/text/fit.ts';
import type { Entity } from '../../src/base/entity.ts';
import { checkCompliance } from '../../src/domain/documents/invoices/compliance.ts';
import type { LineContent } from '../../src/db/stated.ts';
import type { InvoiceCustomer, InvoiceRecord } from '../../src/domain/documents/invoices/record.ts';
import {
  isReady,
  issuesOf,
  MX_CUSTOMER,
  MX_SELLER,
  NOW,
  plan,
  PUBLIC_CUSTOMER,
  recordOf,
  type Planning,
} from '../domain/invoices/facts.ts';

/** With its codes, so that nothing is derived. */
const CODES = { sat_product_code: '80101501', sat_unit_code: 'E48', tax_object: '02' } as const;
const complete = (): InvoiceRecord =>
  recordOf(plan({ lines: [{ unit_price: 100, country_details: CODES }] }));

const seller = (change: Partial<Entity>): readonly string[] => rules({ ...MX_SELLER, ...change }, complete());

const customer = (change: Partial<InvoiceCustomer>): readonly string[] =>
  rules(MX_SELLER, { ...complete(), customer: { ...MX_CUSTOMER, ...change } });

const header = (change: Partial<InvoiceRecord['header']>): readonly string[] => {
  const record = complete();
  return rules(MX_SELLER, { ...record, header: { ...record.header, ...change } });
};

type Line = InvoiceRecord['lines'][number];

const line = (
  change: Partial<Omit<Line, 'content'>>,
  content: Partial<LineContent> = {},
): readonly string[] => {
  const record = complete();
  const lines = record.lines.map((row) => ({
    ...row,
    ...change,
    content: row.content === null ? null : { ...row.content, ...content },
  }));
  return rules(MX_SELLER, { ...record, lines });
};

const rules = (entity: Entity, record: InvoiceRecord): readonly string[] =>
  checkCompliance(entity, record, NOW).issues.map(({ rule }) => rule);

const details = (change: object) => ({ ...complete().header.country_details, ...change });

/** What is broken besides codes that nobody has set. */
const brokenBy = (planning: Planning): readonly string[] =>
  issuesOf(planning).filter((rule) => rule !== '(DERIVED-CODE)');

test('a complete draft is ready, with the moment of the check', () => {
  assert.deepEqual(checkCompliance(MX_SELLER, complete(), NOW), {
    ready: true,
    checked_at: '2026-11-21T18:00:00.000Z',
    issues: [],
  });
});

test('the issuer', () => {
  assert.deepEqual(seller({ postal_code: null }), ['CFDI40126']);
  assert.deepEqual(seller({ tax_id: null }), ['CFDI40138']);
  assert.deepEqual(seller({ tax_id: 'DE136695976' }), ['CFDI40138']);
  assert.deepEqual(seller({ details: {} }), ['CFDI40140']);
  assert.deepEqual(seller({ details: { fiscal_regime_code: '999' } }), ['CFDI40140']);
  assert.deepEqual(seller({ details: { fiscal_regime_code: '612' } }), ['CFDI40141']);
  assert.deepEqual(seller({ name: 'A|B' }), ['301']);
  assert.deepEqual(seller({ time_zone: 'Europe/Berlin' }), ['401']);
});

test('the clocks of the issuer are not ahead of those at the place of issue', () => {
  const severities = (change: Partial<Entity>): readonly string[] =>
    checkCompliance({ ...MX_SELLER, ...change }, complete(), NOW).issues.map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  assert.deepEqual(severities({ time_zone: 'Europe/Berlin' }), ['401 error']);
  assert.deepEqual(severities({ time_zone: 'America/Cancun' }), ['401 error']);
  assert.deepEqual(severities({ postal_code: '22000' }), ['401 error']);
  assert.deepEqual(severities({ postal_code: '83000' }), ['401 error']);
  const juarez = { postal_code: '32000', time_zone: 'America/Ciudad_Juarez' };
  assert.deepEqual(severities(juarez), []);
  assert.deepEqual(severities({ ...juarez, time_zone: 'America/Chihuahua' }), ['401 error']);
  assert.deepEqual(severities({ postal_code: '31000', time_zone: 'America/Chihuahua' }), []);
  // Behind is no harm, though hardly meant.
  assert.deepEqual(severities({ time_zone: 'America/Los_Angeles' }), ['401 warning']);
  assert.deepEqual(severities({ postal_code: '77500' }), []);
  // Bahía de Banderas keeps the time of the centre, its state that of the Pacific.
  const bay = { postal_code: '63732', time_zone: 'America/Bahia_Banderas' };
  assert.deepEqual(severities(bay), []);
  assert.deepEqual(severities({ ...bay, time_zone: 'America/Mazatlan' }), []);
});

test('a doubtful name is filed as it is, with a warning', () => {
  assert.deepEqual(seller({ name: 'ESTUDIO NOPÁL' }), ['CFDI40139']);
  assert.deepEqual(customer({ name: 'PAPELERÍA ROBLES' }), ['CFDI40145']);
  assert.deepEqual(customer({ name: 'Banco X, S.A., Institución de Banca Múltiple' }), ['CFDI40145']);
  assert.deepEqual(customer({ name: 'PAPELERÍA ROBLES, S.A. DE C.V.' }), []);
  assert.ok(isReady({ customer: { ...MX_CUSTOMER, name: 'PAPELERÍA ROBLES' } }));
});

test('the receiver', () => {
  assert.deepEqual(customer({ tax_id: null }), ['CFDI40143']);
  assert.deepEqual(customer({ postal_code: null }), ['CFDI40147']);
  assert.deepEqual(customer({ postal_code: 'A1234' }), ['CFDI40147']);
  assert.deepEqual(customer({ postal_code: '18000' }), ['CFDI40147']);
  assert.deepEqual(customer({ name: ' ' }), ['301']);
  assert.deepEqual(customer({ name: 'A'.repeat(301) }), ['301']);
  assert.deepEqual(customer({ details: {} }), ['CFDI40157']);
  assert.deepEqual(customer({ details: { fiscal_regime_code: '612' } }), ['CFDI40158', 'CFDI40161']);
  assert.deepEqual(customer({ details: { fiscal_regime_code: '610' } }), ['CFDI40161']);
  assert.deepEqual(customer({ name: 'Publico  en general' }), ['CFDI40146']);
  assert.deepEqual(customer({ name: 'A|B' }), ['301']);
});

test('the general public is filed as a global invoice; another name is not', () => {
  assert.deepEqual(brokenBy({ customer: PUBLIC_CUSTOMER }), ['(CFDI40130)']);
  assert.ok(isReady({ customer: PUBLIC_CUSTOMER }));
  assert.deepEqual(
    brokenBy({ customer: { ...PUBLIC_CUSTOMER, name: 'Juan Pérez', postal_code: null, details: {} } }),
    [],
  );
});

test('a foreigner needs neither RFC nor Mexican postal code', () => {
  const foreigner = {
    ...MX_CUSTOMER,
    country_code: 'US',
    tax_id: '36-1234567',
    postal_code: 'SW1A 1AA',
    details: {},
  };
  assert.deepEqual(brokenBy({ customer: foreigner }), []);
  assert.deepEqual(brokenBy({ customer: { ...foreigner, tax_id: '36-123' } }), ['(CFDI40156)']);
  assert.deepEqual(brokenBy({ customer: { ...foreigner, country_code: 'FR', tax_id: 'FR 36-123' } }), []);
});

test('method, form, use, currency and totals', () => {
  assert.deepEqual(header({ country_details: details({ payment_form: '07' }) }), ['CFDI40104']);
  assert.deepEqual(header({ country_details: details({ payment_method: 'PPD' }) }), ['CFDI40105']);
  assert.deepEqual(header({ country_details: details({ payment_method: 'XXX' }) }), ['CFDI40124']);
  assert.deepEqual(header({ country_details: details({ cfdi_use: 'Z01' }) }), ['CFDI40160']);
  assert.deepEqual(header({ country_details: details({ cfdi_use: 'D01' }) }), ['CFDI40161']);
  assert.deepEqual(header({ country_details: details({ cfdi_type: 'X' }) }), ['CFDI40121']);
  assert.deepEqual(header({ currency: 'USD' }), ['CFDI40115']);
  assert.deepEqual(header({ currency: 'SLE', exchange_rate: '1.000000' }), ['CFDI40113']);
  assert.deepEqual(header({ currency: 'USD', exchange_rate: '18.12345678' }), ['CFDI40117']);
  assert.deepEqual(header({ currency: 'USD', exchange_rate: '0.000000' }), ['CFDI40117']);
  assert.deepEqual(header({ subtotal_minor: 10_001, total_minor: 11_601 }), ['CFDI40108']);
  assert.deepEqual(header({ total_minor: 11_601 }), ['CFDI40119']);
  assert.deepEqual(header({ tax_minor: 1601, total_minor: 11_601 }), ['CFDI40205']);
});

test('PUE with the form 99 is advised against, not refused', () => {
  assert.deepEqual(brokenBy({ country_details: { payment_form: '99' } }), ['(GUIDE-FORMAPAGO)']);
  assert.ok(isReady({ country_details: { payment_form: '99' } }));
});

test('a use for payments or payroll is refused, once', () => {
  assert.deepEqual(brokenBy({ country_details: { cfdi_use: 'CP01' } }), ['CFDI40161']);
  assert.deepEqual(header({ country_details: details({ cfdi_use: 'CN01' }) }), ['CFDI40161']);
});

const IVA = { tax: 'IVA', category: '002', factor: 'rate', rate: '16', withheld: false } as const;
const taxes = (change: Partial<LineContent['taxes'][number]>): Partial<LineContent> => ({
  taxes: [{ ...IVA, base: '100', amount: '16', ...change }],
});

test('the lines', () => {
  assert.deepEqual(line({ description: 'A | B' }), ['301']);
  assert.deepEqual(line({ quantity: '0' }, { gross: '0', ...taxes({ base: '0', amount: '0' }) }), [
    'CFDI40108',
    '301',
    'CFDI40169',
    'CFDI40174',
    'CFDI40215',
    'CFDI40221',
  ]);
  assert.deepEqual(line({ country_details: { ...CODES, sat_product_code: '801' } }), ['CFDI40162']);
  assert.deepEqual(line({ country_details: { ...CODES, sat_product_code: '80100000' } }), ['CFDI40162']);
  assert.deepEqual(line({ country_details: { ...CODES, sat_product_code: '15101505' } }), ['CFDI40163']);
  assert.deepEqual(line({ country_details: { ...CODES, sat_unit_code: 'piece' } }), ['CFDI40165']);
  assert.deepEqual(line({ country_details: { ...CODES, sat_product_code: '00123456' } }), ['CFDI40162']);
  assert.deepEqual(line({ country_details: { ...CODES, sat_product_code: '01010101' } }), []);
  assert.deepEqual(line({ country_details: { ...CODES, tax_object: '09' } }), ['CFDI40170', 'CFDI40172']);
  for (const tax_object of ['01', '03', '04', '05', '06', '08']) {
    assert.deepEqual(line({ country_details: { ...CODES, tax_object } }), ['CFDI40172']);
  }
  assert.deepEqual(line({ country_details: { ...CODES, tax_object: '07' } }), ['CFDI40171', 'CFDI40172']);
  assert.deepEqual(line({}, { taxes: [] }), ['CFDI40171', 'CFDI40215', 'CFDI40221']);
  assert.deepEqual(line({}, { gross: '100.01' }), ['CFDI40108', 'CFDI40167', 'CFDI40169']);
  assert.deepEqual(line({}, { discount_amount: '1' }), ['CFDI40111', 'CFDI40169']);
  assert.deepEqual(line({}, taxes({ amount: '16.01' })), ['CFDI40180', 'CFDI40221']);
  assert.deepEqual(line({}, taxes({ rate: '10', amount: '10' })), [
    'CFDI40179',
    'CFDI40213',
    'CFDI40215',
    'CFDI40221',
  ]);
  assert.deepEqual(line({}, { taxes: [{ ...IVA, base: '100', amount: '16' }, isr('10', '10')] }), [
    'CFDI40211',
  ]);
  assert.deepEqual(line({}, { taxes: [{ ...IVA, base: '100', amount: '16' }, isr('36', '36')] }), [
    'CFDI40185',
    'CFDI40211',
    'GUIDE-RETENCION',
  ]);
  assert.deepEqual(line({ description: 'Ñ'.repeat(1000) }), []);
  assert.deepEqual(line({ description: 'Ñ'.repeat(1001) }), ['301']);
  assert.deepEqual(line({}, { product_number: 'A|1' }), ['301']);
});

const isr = (rate: string, amount: string): LineContent['taxes'][number] => ({
  tax: 'ISR',
  category: '001',
  factor: 'rate',
  rate,
  base: '100',
  amount,
  withheld: true,
});

test('the tax breakdown repeats the lines', () => {
  const row = { tax: 'IVA', category: '002', factor: 'rate', rate: '16', base: '100', amount: '16' } as const;
  assert.deepEqual(header({ tax_breakdown: [{ ...row, base: '99' }] }), ['CFDI40215']);
  assert.deepEqual(header({ tax_breakdown: [{ ...row, category: '009' }] }), [
    'CFDI40213',
    'CFDI40215',
    'CFDI40217',
    'CFDI40221',
  ]);
  assert.deepEqual(header({ tax_breakdown: [{ ...row, category: '001' }] }), [
    'CFDI40213',
    'CFDI40215',
    'CFDI40219',
    'CFDI40221',
  ]);
  assert.deepEqual(header({ tax_breakdown: [row, row] }), ['CFDI40205', 'CFDI40218']);
  assert.deepEqual(header({ tax_breakdown: [] }), ['CFDI40205', 'CFDI40213']);
});

const codeIssues = (codes: object, description = 'Café en grano') =>
  checkCompliance(
    MX_SELLER,
    recordOf(plan({ lines: [{ description, unit_price: 5, country_details: { ...CODES, ...codes } }] })),
    NOW,
  ).issues.map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`);

test('a unit outside the catalogue is refused, with the nearest', () => {
  const unit = (sat_unit_code: string) => codeIssues({ sat_unit_code });
  const refused = (code: string, nearest: string) => [
    `CFDI40165 error: The unit code ${code} is not in c_ClaveUnidad. Nearest: ${nearest}.`,
  ];
  assert.deepEqual(unit('PZA'), refused('PZA', 'H87 Pieza; E48 Unidad de servicio; ACT Actividad'));
  assert.deepEqual(unit('SER'), refused('SER', 'E48 Unidad de servicio; H87 Pieza; ACT Actividad'));
  assert.deepEqual(unit('M2'), refused('M2', 'MTK Metro cuadrado; H87 Pieza; E48 Unidad de servicio'));
  assert.deepEqual(unit('HRA'), refused('HRA', 'HUR Hora; H87 Pieza; E48 Unidad de servicio'));
  assert.deepEqual(
    codeIssues({ sat_unit_code: 'ZZZ' }, 'Renta de un mes'),
    refused('ZZZ', 'MON Mes; H87 Pieza; E48 Unidad de servicio'),
  );
  assert.deepEqual(unit('H87'), []);
});

test('an abbreviation that is the code of another unit is advised against', () => {
  assert.deepEqual(codeIssues({ sat_unit_code: 'UN' }), [
    'CFDI40165 warning: UN is Newton metro in c_ClaveUnidad; H87 is Pieza.',
  ]);
});

test('a product outside the catalogue, or withdrawn, is refused, with the nearest to the description', () => {
  const nearest = 'Nearest: 50201706 Café; 50201700 Café y té; 50201709 Café instantáneo.';
  assert.deepEqual(codeIssues({ sat_product_code: '12345678' }), [
    `CFDI40162 error: The product code 12345678 is not in c_ClaveProdServ. ${nearest}`,
  ]);
  assert.deepEqual(codeIssues({ sat_product_code: '15101506' }), [
    `CFDI40162 error: The product code 15101506 was valid until 2020-01-15 in c_ClaveProdServ. ${nearest}`,
  ]);
  assert.deepEqual(codeIssues({ sat_product_code: '12345678' }, '¿?'), [
    'CFDI40162 error: The product code 12345678 is not in c_ClaveProdServ.',
  ]);
});

test('what costs nothing cannot be filed in Mexico', () => {
  assert.deepEqual(brokenBy({ lines: [{ unit_price: 0 }] }), ['CFDI40166']);
  assert.deepEqual(brokenBy({ lines: [{ unit_price: 0.000001, quantity: 0.000001 }] }), ['CFDI40174']);
  assert.deepEqual(brokenBy({ lines: [{ unit_price: 5, country_details: { tax_object: '07' } }] }), [
    'CFDI40171',
  ]);
});

test('an issue names the field, says why and what to do', () => {
  const { issues } = checkCompliance(
    MX_SELLER,
    recordOf(plan({ lines: [1, 0].map((unit_price) => ({ unit_price, country_details: CODES })) })),
    NOW,
  );
  assert.deepEqual(
    issues.map((issue) => ({ ...issue, fix: fit(issue.fix, ANYBODY) })),
    [
      {
        rule: 'CFDI40166',
        path: 'line_items[1].unit_price',
        paths: ['line_items[1].unit_price'],
        count: 1,
        message: 'On an income CFDI each unit price must be above zero.',
        fix: 'Create a new draft with create_invoice, without the lines that cost nothing; or ask an administrator to change this one.',
        severity: 'error',
      },
    ],
  );
});

test('errors stand before advice, and hundreds of places are one issue, of which ten stand in full', () => {
  const lines = Array.from({ length: 1_100 }, () => ({ unit_price: 0 }));
  const { ready, issues } = checkCompliance(
    MX_SELLER,
    recordOf(plan({ lines, country_details: { payment_form: '99' } })),
    NOW,
  );
  assert.equal(ready, false);
  const { rule, path, paths, count } = issues[0] ?? assert.fail();
  assert.deepEqual([rule, path, count], ['CFDI40166', 'line_items[0].unit_price', 1_100]);
  assert.deepEqual(
    paths,
    Array.from({ length: 10 }, (_, at) => `line_items[${at}].unit_price`),
  );
  const severities = issues.map(({ severity }) => severity);
  assert.deepEqual(severities, severities.toSorted());
  assert.deepEqual(
    issues.filter(({ rule: id }) => id === 'DERIVED-CODE').map(({ count: places }) => places),
    [1_100, 1_100],
  );
  assert.equal(new Set(issues.map(({ rule: id, message, fix }) => id + message + fix)).size, issues.length);
});

test('hundreds of different issues are cut, after the errors', () => {
  const lines = Array.from({ length: 1_100 }, (_, at) => ({
    unit_price: 1,
    country_details: { ...CODES, sat_product_code: String(10_000_000 + at) },
  }));
  const { issues } = checkCompliance(MX_SELLER, recordOf(plan({ lines })), NOW);
  assert.equal(issues.length, 1_000);
  assert.ok(issues.every(({ severity }) => severity === 'error'));
});

test('only a draft can be ready', () => {
  const record = recordOf(plan());
  for (const status of ['filed', 'void', 'reversed'] as const) {
    assert.deepEqual(checkCompliance(MX_SELLER, { ...record, header: { ...record.header, status } }, NOW), {
      ready: false,
      checked_at: null,
      issues: [],
    });
  }
});
