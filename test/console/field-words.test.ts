import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathText, valueText } from '../../src/console/pages/approvals/field-words.ts';
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
