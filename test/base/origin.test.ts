import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrigin, originMeant } from '../../src/base/net/origin.ts';

test('bound to the outside without PUBLIC_URL there is no address to trust', () => {
  assert.equal(findOrigin(null, '0.0.0.0', 3000), null);
  assert.equal(findOrigin(null, '192.0.2.1', 3000), null);
});

test('with PUBLIC_URL only its own host means the service', () => {
  const origin = findOrigin('https://books.example.com', '0.0.0.0', 3000);
  assert.ok(origin !== null);
  assert.equal(originMeant(origin, 'Books.Example.com'), 'https://books.example.com');
  for (const host of [
    'evil.example',
    'localhost:3000',
    '127.0.0.1:3000',
    'books.example.com:444',
    '',
    undefined,
  ])
    assert.equal(originMeant(origin, host), undefined, host);
});

test('on the own machine each of its names means the service, at its own port', () => {
  const origin = findOrigin(null, '127.0.0.1', 3000);
  assert.ok(origin !== null);
  for (const name of ['localhost', '127.0.0.1', '[::1]'])
    assert.equal(originMeant(origin, `${name}:3000`), `http://${name}:3000`);
  for (const host of ['localhost:3001', 'localhost', 'localhost.evil.example:3000', '10.0.0.1:3000'])
    assert.equal(originMeant(origin, host), undefined, host);
});
