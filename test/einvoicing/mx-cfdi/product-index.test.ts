import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeIndex, namesIn } from '../../../codegen/tools/sat/product-index.ts';
import { readIndex, readRows } from '../../../src/einvoicing/mx-cfdi/catalogs/files.ts';
import { entriesOf, productIndex } from '../../../src/einvoicing/mx-cfdi/catalogs/product-index.ts';

const CATALOGUE = readRows('sat-products');

test('the index of the products is of this catalogue, and of words as searches compare them', () => {
  const isFresh = readIndex().equals(makeIndex(CATALOGUE));
  assert.ok(isFresh, 'src/einvoicing/mx-cfdi/catalogs/files/sat-products.index is stale. Run: npm run sat');
});

test('each stem leads to all names that have it, and a word that no name has to none', () => {
  const index = productIndex();
  const names = namesIn(CATALOGUE);
  assert.deepEqual(
    [...index.products],
    names.map(({ product }) => product),
  );
  assert.deepEqual(
    [...index.lengths],
    names.map(({ stems }) => stems.size),
  );
  const expected = new Map<string, number[]>();
  for (const [name, { stems }] of names.entries()) {
    const [first] = stems;
    for (const stem of stems) {
      if (!expected.has(stem)) expected.set(stem, []);
      expected.get(stem)?.push(2 * name + Number(stem === first));
    }
  }
  assert.equal(index.stemStarts.length, expected.size + 1);
  for (const [stem, entries] of expected) {
    assert.equal(entriesOf(index, stem).join(' '), entries.join(' '), stem);
    for (const other of [`${stem}0`, stem.slice(0, -1), `0${stem}`, stem.toUpperCase()])
      if (!expected.has(other)) assert.equal(entriesOf(index, other).length, 0, other);
  }
  for (const other of ['', ' ', '\0', 'ñ', '\uffff']) assert.equal(entriesOf(index, other).length, 0);
});
