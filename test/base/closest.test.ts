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
