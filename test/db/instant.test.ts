import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantToIso, parseInstant, toInstant } from '../../src/db/instant.ts';

test('a moment keeps its milliseconds through all three forms', () => {
  const moment = new Date('2026-03-29T01:02:03.045Z');
  assert.equal(toInstant(moment), '2026-03-29 01:02:03.045');
  assert.equal(instantToIso(toInstant(moment)), '2026-03-29T01:02:03.045Z');
  assert.deepEqual(parseInstant(toInstant(moment)), moment);
});
