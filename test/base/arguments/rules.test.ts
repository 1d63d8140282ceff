import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Rule } from '../../../generated/dispatch.ts';
import { TOOLS } from '../../../generated/dispatch.ts';
import { joinedFaults, readArguments, ruleFaults } from '../../../src/base/arguments/check.ts';
import { MX_SELLER } from '../../domain/invoices/facts.ts';

const codeOf = (rule: Rule, params: Record<string, unknown>): string | undefined =>
  ruleFaults([rule], params)[0]?.code;

test('each kind of rule refuses what it is for and nothing else', () => {
  const one: Rule = { kind: 'exactly_one', params: ['a', 'b'] };
  assert.equal(codeOf(one, {}), 'missing_one_of');
  assert.equal(codeOf(one, { a: 1, b: 1 }), 'only_one_of');
  assert.equal(codeOf(one, { a: 1 }), undefined);
  assert.equal(codeOf({ kind: 'at_least_one', params: ['a', 'b'] }, { a: 1, b: 1 }), undefined);
  assert.equal(codeOf({ kind: 'at_most_one', params: ['a', 'b'] }, {}), undefined);
  const days: Rule = { kind: 'date_order', params: ['from', 'to'] };
  assert.equal(codeOf(days, { from: '2026-02-01', to: '2026-01-31' }), 'date_range_reversed');
  assert.equal(codeOf(days, { from: '2026-02-01', to: '2026-02-01' }), undefined);
  assert.equal(codeOf(days, { from: '2026-02-01' }), undefined);
  const amounts: Rule = { kind: 'number_order', params: ['min', 'max'] };
  assert.equal(codeOf(amounts, { min: 2, max: 1 }), 'amount_range_reversed');
  assert.equal(codeOf(amounts, { min: 0, max: 0 }), undefined);
});

test('rules between parameters come before the fields of the country', () => {
  const read = readArguments(TOOLS.create_invoice, {
    line_items: [{ description: 'Servicio', unit_price: 1 }],
    country_details: { buyer_reference: 'PO-1' },
  });
  assert.deepEqual(read.faults, []);
  assert.deepEqual(
    joinedFaults(TOOLS.create_invoice, read, MX_SELLER).map(({ code }) => code),
    ['missing_one_of', 'country_field_not_allowed'],
  );
});
