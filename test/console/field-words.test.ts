import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RiskFlagCode } from '../../generated/types.ts';
import { pathText, valueText } from '../../src/console/pages/approvals/field-words.ts';
import { riskText } from '../../src/console/pages/approvals/risk-words.ts';
import { changedPaths, differences } from '../../src/domain/filing/approval/snapshot.ts';

const before = {
  buyer: { name: 'CAFE LUNA', postal_code: '06600', details: { fiscal_regime_code: '601' } },
  lines: [{ description: 'Servicio', unit_price: '1000.5', content: { discount_amount: '0' } }],
  delivery: { channel: 'email', email: 'a@luna.example' },
  total: '1160.58',
  notes: null,
};
const after = {
  ...before,
  buyer: { ...before.buyer, postal_code: '03100', details: { fiscal_regime_code: '612' } },
  lines: [
    { description: 'Servicio', unit_price: '2000', content: { discount_amount: '10' } },
    { description: 'Flete', quantity: '1' },
  ],
  notes: 'Hoy',
};

test('a change is told in the words of the page, in each language', () => {
  const told = differences(before, after).map(({ path, before: old, after: now }) => {
    const key = path.at(-1) ?? '';
    return [pathText('en', path), valueText('en', key, old, 'MXN'), valueText('en', key, now, 'MXN')];
  });
  assert.deepEqual(told, [
    ['Buyer · Postal code', '06600', '03100'],
    ['Buyer · Fiscal regime', '601', '612'],
    ['Line 1 · Unit price', '1,000.50\u00a0MXN', '2,000.00\u00a0MXN'],
    ['Line 1 · Discount', '0.00\u00a0MXN', '10.00\u00a0MXN'],
    ['Line 2', '–', 'Description: Flete, Quantity: 1'],
    ['Notes', '–', 'Hoy'],
  ]);
  assert.equal(pathText('es', ['lines', '0', 'unit_price']), 'Concepto 1 · Precio unitario');
  assert.equal(pathText('de', ['buyer', 'postal_code']), 'Käufer · Postleitzahl');
  assert.equal(valueText('de', 'total', '1160.58', 'EUR'), '1.160,58\u00a0EUR');
  assert.equal(valueText('en', 'paid_minor', 30_000, 'MXN'), '300.00\u00a0MXN');
  assert.equal(valueText('de', 'issue_date', '2026-03-04', 'EUR'), '04.03.2026');
});

test('what only looks like a day or a figure is told as it stands', () => {
  for (const text of ['2026-13-45', '2026-02-30', '2026-03-04'])
    assert.equal(valueText('en', 'order_reference', text, 'EUR'), text);
  assert.equal(valueText('es', 'year', 2026, 'MXN'), '2026');
  assert.equal(valueText('de', 'exchange_rate', 0.000052341, 'IDR'), '0,000052341');
});

test('a flag tells names as they are, and figures and days as people write them', () => {
  const told = (code: RiskFlagCode, received: string, usual: string | null = null): string =>
    riskText('de', { code, received, usual, message: '' }, 'Europe/Berlin');
  assert.equal(told('first_document', 'GRUPO 3 MAS'), 'Es ist der erste Beleg an GRUPO 3 MAS.');
  assert.equal(
    told('payee_account_unknown', '12345678'),
    'Der Kunde soll auf 12345678 zahlen; das ist keines der aktiven Bankkonten der Firma. Diese sind: keine.',
  );
  assert.equal(
    told('lookalike_name', 'Route 66 LLC', 'Bar 2026-99-99'),
    'Der Name des Kunden, Route 66 LLC, ist leicht zu verwechseln mit Bar 2026-99-99.',
  );
  assert.equal(
    told('possible_duplicate', '1160.00 EUR', 'R-2026-13-45, 2026-11-20'),
    'Derselbe Kunde hat aus diesen Tagen noch einen Beleg über 1.160,00\u00a0EUR: R-2026-13-45, 20.11.2026.',
  );
  assert.equal(
    told('unusual_rate', '18.5', '17.123456'),
    'Der Wechselkurs ist 18,5; der des Tages ist 17,123456.',
  );
  assert.equal(
    told('unusual_discount', '33.33 %', '30 %'),
    'Es wird ein Nachlass von 33,33 % gegeben; üblich sind höchstens 30 %.',
  );
  assert.equal(
    told('buyer_changed', 'street Am Kai 1, hinten links, city Hamburg', 'street A, city B'),
    'Der Kunde hat sich seit dem letzten Beleg geändert. Jetzt: Straße: Am Kai 1, hinten links, Ort: Hamburg. Vorher: Straße: A, Ort: B.',
  );
  assert.equal(
    told('payee_account_changed', 'DE02120300000000202051', '2026-11-20T10:00:00.000Z'),
    'Ein API-Schlüssel hat das Bankkonto DE02120300000000202051 eingetragen (20.11.2026, 11:00\u00a0MEZ); seither hat niemand einen Beleg damit freigegeben.',
  );
});

test('agents read the same change as paths', () => {
  assert.deepEqual(changedPaths(before, after), [
    'buyer.postal_code',
    'buyer.details.fiscal_regime_code',
    'lines[0].unit_price',
    'lines[0].content.discount_amount',
    'lines[1]',
    'notes',
  ]);
  assert.deepEqual(changedPaths(before, { ...before }), []);
});
