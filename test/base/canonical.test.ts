import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalHash, canonicalJson } from '../../src/base/key-order.ts';

test('the order of fields does not matter, that of elements does', () => {
  const value = { b: [2, 1], a: { d: null, c: true } };
  assert.equal(canonicalJson(value), '{"a":{"c":true,"d":null},"b":[2,1]}');
  assert.equal(canonicalJson({ a: { c: true, d: null }, b: [2, 1] }), canonicalJson(value));
  assert.notEqual(canonicalJson({ ...value, b: [1, 2] }), canonicalJson(value));
});

test('fields are sorted by code units, also those that JavaScript would put first', () => {
  assert.equal(
    canonicalJson({ é: 1, Z: 2, a: 3, 10: 4, 9: 5, '': 6 }),
    '{"":6,"10":4,"9":5,"Z":2,"a":3,"é":1}',
  );
});

test('what JSON has no word for', () => {
  assert.equal(
    canonicalJson({ kept: null, gone: undefined, list: [undefined, null] }),
    '{"kept":null,"list":[null,null]}',
  );
  assert.equal(canonicalJson(undefined), 'null');
  assert.equal(canonicalJson('a"\n\u2028é'), JSON.stringify('a"\n\u2028é'));
  assert.equal(canonicalJson([0.1, -0, 1e21, '1.10']), '[0.1,0,1e+21,"1.10"]');
});

test('the hash is that of the text in UTF-8', () => {
  const sha = createHash('sha256').update('{"a":"é"}', 'utf8');
  assert.equal(canonicalHash({ a: 'é' }), sha.copy().digest('hex'));
  assert.equal(canonicalHash({ a: 'é' }, 'base64url'), sha.digest('base64url'));
});

test('each character that JSON escapes is escaped, in values and in names', () => {
  for (let code = 0; code < 0x100; code += 1) {
    const text = `a${String.fromCharCode(code)}`;
    assert.equal(canonicalJson({ [text]: text }), JSON.stringify({ [text]: text }));
  }
  for (const text of ['\uD800', '\u2028', '😀', 'x'.repeat(100)])
    assert.equal(canonicalJson([text, { [text]: text }]), JSON.stringify([text, { [text]: text }]));
});
