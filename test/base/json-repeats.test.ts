// Members that are named twice, against what is counted and named of texts made by chance.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { findRepeated, measureJson } from '../../src/base/json-text.ts';
import { dose, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const find = (text: string): string | undefined => {
  const cost = measureJson(text);
  assert.equal(typeof cost, 'number');
  return findRepeated(text, Number(cost), JSON.parse(text));
};

test('the member that is named twice in one object, however it is written', () => {
  assert.equal(find('{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}'), undefined);
  assert.equal(find('{"amount":1,"amount":2}'), 'amount');
  assert.equal(find('{"a":{"b":[1,2]},"\\u0061":{}}'), 'a');
  assert.equal(find('[{"x":"a:{","a":"\\"}"},{"x":"x","y":[],"x":"x"}]'), 'x');
  assert.equal(find('{"__proto__":1,"__proto__":1}'), '__proto__');
  assert.equal(find('{"":{},"":{}}'), '');
});

test('no text that JSON.stringify writes repeats a name, and each does with one name more', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const text = JSON.stringify(value);
      assert.equal(find(text), undefined);
      const [name = ''] = Object.keys(JSON.parse(text) as object);
      assert.equal(find(`${text.slice(0, -1)},${JSON.stringify(name)}:[{}]}`), name);
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});
