import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepAnswers, remembered } from '../../src/base/remembered.ts';

test('an answer is computed once for its text', () => {
  let computed = 0;
  const lengthOf = remembered((text) => {
    computed += 1;
    return text.length;
  });
  assert.deepEqual([lengthOf('abc'), lengthOf('abc'), lengthOf('ab')], [3, 3, 2]);
  assert.equal(computed, 2);
});

test('the oldest answers go first, one by one', () => {
  let computed = 0;
  const keep = keepAnswers<number>();
  const ask = (text: string): number => keep(text, () => (computed += 1));
  for (let at = 0; at < 1_001; at += 1) ask(String(at));
  ask('1');
  ask('1000');
  assert.equal(computed, 1_001, 'the second and the last are kept');
  ask('0');
  assert.equal(computed, 1_002, 'the first has gone');
});

test('answers are bounded by bytes, and one beyond the bound is not kept', () => {
  let computed = 0;
  const keep = keepAnswers<string>();
  const ask = (text: string, length: number): string =>
    keep(text, () => {
      computed += 1;
      return 'x'.repeat(length);
    });
  // Each takes about two megabytes of eight.
  for (const text of ['a', 'b', 'c', 'd', 'e']) ask(text, 1_000_000);
  ask('e', 1_000_000);
  assert.equal(computed, 5, 'the latest is kept');
  ask('a', 1_000_000);
  assert.equal(computed, 6, 'the first has gone');
  ask('long', 5_000_000);
  ask('long', 5_000_000);
  assert.equal(computed, 8);
});
