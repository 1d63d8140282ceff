import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentDigits } from '../../../src/einvoicing/peppol-ubl/calculate.ts';

test('amounts of an EN 16931 document have two decimals at most, also in a currency of three', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'TND'].map(documentDigits), [2, 0, 2, 2]);
});
