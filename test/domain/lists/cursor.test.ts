import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, encodeCursor } from '../../../src/domain/ground/lists/cursor.ts';

const QUESTION = {
  tool: 'list_counterparties',
  tenant: 'enti_1',
  filters: { role: 'customer', query: 'año' },
};
const TYPES = ['text', 'number'] as const;

test('a cursor carries its key, and limit and cursor may change', () => {
  const cursor = encodeCursor(QUESTION, ['ñandú', 7]);
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  const later = {
    ...QUESTION,
    filters: { query: 'año', role: 'customer', limit: 5, cursor, status: undefined },
  };
  assert.deepEqual(decodeCursor(later, cursor, TYPES), ['ñandú', 7]);
});

test('a cursor of another tool, tenant or filter is none', () => {
  const cursor = encodeCursor(QUESTION, ['a', 1]);
  assert.equal(decodeCursor({ ...QUESTION, tool: 'search_invoices' }, cursor, TYPES), undefined);
  assert.equal(decodeCursor({ ...QUESTION, tenant: 'enti_2' }, cursor, TYPES), undefined);
  assert.equal(decodeCursor({ ...QUESTION, filters: { role: 'customer' } }, cursor, TYPES), undefined);
});

test('a key of other types never reaches the query', () => {
  for (const key of [['a'], ['a', '1'], [0, 1], ['a', 1, 2], ['a', 1.5]]) {
    assert.equal(decodeCursor(QUESTION, encodeCursor(QUESTION, key), TYPES), undefined, JSON.stringify(key));
  }
});

test('text that is no cursor is none', () => {
  for (const text of ['', '*', 'e30', Buffer.from('null').toString('base64url'), 'x'.repeat(1_000)]) {
    assert.equal(decodeCursor(QUESTION, text, TYPES), undefined);
  }
});
