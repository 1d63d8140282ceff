import assert from 'node:assert/strict';
import { test } from 'node:test';

import { without } from './hints.ts';

const SQL =
  'select straight_join `a`.`id` from `a` as `a` force index (`ix_a`) straight_join `b` as `b` force index (PRIMARY) on 1';

test('each hint of a statement is left out alone', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => without(SQL, place)),
    [
      'select  `a`.`id` from `a` as `a` force index (`ix_a`) straight_join `b` as `b` force index (PRIMARY) on 1',
      'select straight_join `a`.`id` from `a` as `a` straight_join `b` as `b` force index (PRIMARY) on 1',
      'select straight_join `a`.`id` from `a` as `a` force index (`ix_a`) join `b` as `b` force index (PRIMARY) on 1',
      'select straight_join `a`.`id` from `a` as `a` force index (`ix_a`) straight_join `b` as `b` on 1',
    ],
  );
});
