import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, listNetworks, readNetwork } from '../../src/base/network-address.ts';

const TRUSTED = listNetworks(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

test('an address stands behind trusted proxies only, read from the right', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    // Nobody before the service, or nobody who is trusted: the header is anybody's word.
    ['203.0.113.9', '', '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['fd00::1', '2001:db8::5', '2001:db8::5'],
    // Two proxies; what the client wrote itself stands to the left of them.
    ['10.0.0.5', '1.2.3.4, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
    ['10.0.0.5', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.5', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.5', '[2001:db8::5]:4711', '2001:db8::5'],
    ['10.0.0.5', '10.9.9.9, 10.1.1.1', '10.9.9.9'],
    // What is no address ends the search.
    ['10.0.0.5', '198.51.100.1, unknown', '10.0.0.5'],
    ['10.0.0.5', '198.51.100.1, ', '10.0.0.5'],
    ['10.0.0.5', '<script>', '10.0.0.5'],
    ['', '198.51.100.1', ''],
  ];
  for (const [peer, forwarded, client] of cases)
    assert.equal(clientAddress(TRUSTED, peer, forwarded), client, `${peer} | ${forwarded}`);
});

test('a network is an address or a CIDR', () => {
  for (const right of ['10.0.0.5', '0.0.0.0/0', 'fd00::/8', '::1', '::1/128'])
    assert.notEqual(readNetwork(right), undefined, right);
  for (const wrong of [
    '',
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    '::1/129',
    '10.0.0.0/-1',
  ])
    assert.equal(readNetwork(wrong), undefined, wrong);
});
