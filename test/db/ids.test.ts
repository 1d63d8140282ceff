import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID_PREFIXES } from '../../generated/ids.ts';
import { encodeSuffix, newId } from '../../src/db/ids.ts';

test('an id is its prefix and 26 characters', () => {
  assert.match(newId('InvoiceId'), /^invc_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  for (const kind of Object.keys(ID_PREFIXES) as (keyof typeof ID_PREFIXES)[]) {
    assert.ok(newId(kind).startsWith(`${ID_PREFIXES[kind]}_`));
    assert.equal(newId(kind).length, 31);
  }
});

test('ids made one after the other sort in that order and are all different', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('InvoiceId'));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test('the suffix is that of the TypeID specification', () => {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll('-', ''), 'hex'));
  assert.equal(encodeSuffix(bytes('00000000-0000-0000-0000-000000000000')), '00000000000000000000000000');
  assert.equal(encodeSuffix(bytes('00000000-0000-0000-0000-000000000001')), '00000000000000000000000001');
  assert.equal(encodeSuffix(bytes('00000000-0000-0000-0000-00000000000a')), '0000000000000000000000000a');
  assert.equal(encodeSuffix(bytes('00000000-0000-0000-0000-000000000020')), '00000000000000000000000010');
  assert.equal(encodeSuffix(bytes('ffffffff-ffff-ffff-ffff-ffffffffffff')), '7zzzzzzzzzzzzzzzzzzzzzzzzz');
  assert.equal(encodeSuffix(bytes('01890a5d-ac96-774b-bcce-b302099a8057')), '01h455vb4pex5vsknk084sn02q');
});
