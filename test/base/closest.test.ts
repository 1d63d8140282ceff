import assert from 'node:assert/strict';
import { test } from 'node:test';

import { closest } from '../../src/base/closest.ts';

test('a slip of the fingers is recognised, another word is not', () => {
  const tools = ['get_invoice', 'get_bill', 'search_invoices'];
  assert.equal(closest('get_invoce', tools), 'get_invoice');
  assert.equal(closest('get_inovice', tools), 'get_invoice');
  assert.equal(closest('GET_BILL', tools), 'get_bill');
  assert.equal(closest('delete_everything', tools), undefined);
});

test('never the opposite, a negation, another measure, another word or other digits', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['matched', 'unmatched'],
    ['unconfirmed', 'confirmed'],
    ['unconfirmd', 'confirmed'],
    ['unfiled', 'filed'],
    ['undeductible', 'deductible'],
    ['incomplete', 'completed'],
    ['invalidated', 'validated'],
    ['unvalidated', 'validated'],
    ['not_paid', 'paid'],
    ['date_from', 'date_to'],
    ['amount_min', 'amount_max'],
    ['buyer_reference', 'order_reference'],
    ['update_invoice', 'create_invoice'],
    ['delete_webhook', 'create_webhook'],
    ['debit', 'credit'],
    ['disabled', 'enabled'],
    ['excluded', 'included'],
    ['inactive', 'active'],
    ['due_days', 'due_date'],
    ['tax_rate', 'tax_amount'],
    ['05', '04'],
  ];
  for (const [one, other] of pairs) {
    assert.equal(closest(one, [other]), undefined, `${one} for ${other}`);
    assert.equal(closest(other, [one]), undefined, `${other} for ${one}`);
  }
  assert.equal(closest('due_from', ['date_from', 'due_to']), undefined);
});

test('a slip beside words that stay is one', () => {
  assert.equal(closest('date_form', ['date_from', 'date_to']), 'date_from');
  assert.equal(closest('unitprice', ['unit_price', 'quantity']), 'unit_price');
  assert.equal(closest('counterparty_nmae', ['counterparty_id', 'counterparty_name']), 'counterparty_name');
  assert.equal(closest('unmached', ['matched', 'unmatched']), 'unmatched');
});
