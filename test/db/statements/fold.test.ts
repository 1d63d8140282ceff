import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fold } from './listing.ts';

const SAME: readonly (readonly [what: string, texts: readonly string[], folded: string])[] = [
  [
    'values and lists of any length',
    [
      "select `a` from `t` where `id` = 'x' and `n` in (1, -2.5) limit 3",
      "select `a` from `t` where `id` = 'it''s (' and `n` in (7) limit 50",
    ],
    'select a from t where id = ? and n in (...) limit ?',
  ],
  [
    'rows of an insert, with and without values',
    [
      "insert into `t` (`a`, `b1`) values ('x', NULL)",
      "insert into `t` (`a`, `b1`) values (1, 2), ('y', true)",
    ],
    'insert into t (a, b1) values (...)',
  ],
];

for (const [what, texts, folded] of SAME)
  test(`${what} are one statement`, () => {
    assert.deepEqual(
      texts.map(fold),
      texts.map(() => folded),
    );
  });

test('a condition on null and an index hint stay', () => {
  const text = 'select a from t as t force index (ix_t) where b is null';
  assert.equal(fold(text), text);
});
