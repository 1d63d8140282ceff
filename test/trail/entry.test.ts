// The hash of an entry is that of what it says, however a server stores it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOfId, newId } from '../../src/db/ids.ts';
import { entryRow, hashEntry, hashGone } from '../../src/domain/views/trail/log/entry.ts';

const ROW = {
  id: 'audt_1',
  entity_id: 'enti_1',
  before: null,
  after: { total: 1.5, lines: [{ b: 1, a: 'ä' }] },
};

test('neither the order of keys nor a column of a later release changes it', () => {
  const reordered = { after: { lines: [{ a: 'ä', b: 1 }], total: 1.5 }, entity_id: 'enti_1', id: 'audt_1' };
  const hash = hashEntry('audit', entryRow(ROW));
  assert.equal(hash.toString('hex'), '8211fe526474c8d5c40d9b35d6b96d6d715ea83f1ec4249a3428729780c1bb2f');
  assert.deepEqual(hashEntry('audit', entryRow({ ...reordered, later: null })), hash);
  assert.notDeepEqual(hashEntry('audit', entryRow({ ...ROW, later: 'x' })), hash);
});

test('an entry of one kind never passes as one of another', () => {
  const row = { entity_id: 'enti_1', id: 'audt_1' };
  const hashes = [hashEntry('audit', row), hashEntry('state', row), hashGone('enti_1', 'audt_1')];
  assert.equal(new Set(hashes.map(String)).size, 3);
});

test('an id tells when it was made', () => {
  const before = Date.now();
  const made = timeOfId(newId('AuditId')).getTime();
  assert.ok(made >= before && made <= Date.now(), `${made}`);
});
