import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nearest } from '../../src/dispatch/nearest.ts';

test('a slip of the fingers is recognised, another word is not', () => {
  const tools = ['get_invoice', 'get_bill', 'search_invoices'];
  assert.equal(nearest('get_invoce', tools), 'get_invoice');
  assert.equal(nearest('get_inovice', tools), 'get_invoice');
  assert.equal(nearest('GET_BILL', tools), 'get_bill');
  assert.equal(nearest('delete_everything', tools), undefined);
});
