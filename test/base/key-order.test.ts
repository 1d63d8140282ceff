import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder, inOrderThroughout, orderedNames, orderOf } from '../../src/base/key-order.ts';

const ORDER = orderOf(['name', 'lines', 'quantity', 'name']);

test('named fields come first, in their order, then the others by the alphabet', () => {
  assert.deepEqual(orderedNames(['b', 'quantity', 'a', 'name'], ORDER), ['name', 'quantity', 'a', 'b']);
  assert.deepEqual(orderedNames(['b', 'a']), ['a', 'b']);
  assert.equal(
    JSON.stringify(inOrder({ z: { b: 1, a: 2 }, name: null }, ORDER)),
    '{"name":null,"z":{"b":1,"a":2}}',
  );
});

test('also within, where the order of elements stays', () => {
  const value = { total: 1, lines: [{ tax: { b: 1, a: 2 }, quantity: 3 }, 'text', null] };
  assert.equal(
    JSON.stringify(inOrderThroughout(value, ORDER)),
    '{"lines":[{"quantity":3,"tax":{"a":2,"b":1}},"text",null],"total":1}',
  );
});

test('objects of other fields that only read alike keep their own', () => {
  const value = [
    { 'b,a': 1, c: 2 },
    { b: 1, 'a,c': 2 },
    { 'b,a': 3, c: 4 },
    { b: 1, a: 2, c: 3 },
  ];
  assert.equal(
    JSON.stringify(inOrderThroughout(value, ORDER)),
    '[{"b,a":1,"c":2},{"a,c":2,"b":1},{"b,a":3,"c":4},{"a":2,"b":1,"c":3}]',
  );
});
