// What searches in the products find: a change of the search, of the index or of the catalogue shows here.
// UPDATE_GOLDEN=1 rewrites it; a line whose arrow has nothing behind it is a new search.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';
import { nearestProducts } from '../../../src/einvoicing/mx-cfdi/catalogs/product-search.ts';

const GOLDEN = join(packageRoot(), 'test/einvoicing/mx-cfdi/golden/product-searches.txt');
const ARROW = ' ->';
const SHOWN = 8;

test('searches in the products find what they have found', () => {
  const golden = readFileSync(GOLDEN, 'utf8');
  const found = golden
    .trimEnd()
    .split('\n')
    .map((line) => {
      const text = line.slice(0, line.lastIndexOf(ARROW));
      const codes = nearestProducts(text, SHOWN).map(({ code }) => code);
      return `${[text + ARROW, ...codes].join(' ')}\n`;
    })
    .join('');
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, found);
  else assert.equal(found, golden);
});
