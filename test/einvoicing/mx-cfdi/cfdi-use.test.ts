import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USE_CODES, useFits, usesFor } from '../../../src/einvoicing/mx-cfdi/cfdi-use.ts';
import { REGIME_CODES, regimeFits, listRegimes } from '../../../src/einvoicing/mx-cfdi/regimes.ts';

test('the catalogue has 19 regimes, nine of them open to companies', () => {
  assert.equal(REGIME_CODES.length, 19);
  assert.deepEqual(listRegimes('moral'), ['601', '603', '610', '620', '622', '623', '624', '626']);
});

test('every regime is open to somebody', () => {
  for (const code of REGIME_CODES) assert.ok(regimeFits(code, 'moral') || regimeFits(code, 'physical'), code);
});

test('S01 and CP01 fit every regime and person that go together', () => {
  for (const person of ['moral', 'physical'] as const) {
    for (const regime of listRegimes(person)) {
      assert.ok(useFits('S01', regime, person), regime);
      assert.ok(useFits('CP01', regime, person), regime);
    }
  }
});

const FITS: readonly (readonly [string, string, 'moral' | 'physical', boolean])[] = [
  ['G03', '601', 'moral', true],
  ['G03', '612', 'physical', true],
  ['G03', '616', 'physical', false],
  ['G03', '605', 'physical', false],
  ['G02', '616', 'physical', true],
  ['G01', '616', 'physical', false],
  ['D01', '605', 'physical', true],
  ['D01', '626', 'physical', false],
  ['D01', '601', 'moral', false],
  ['CN01', '605', 'physical', true],
  ['CN01', '612', 'physical', false],
  ['I04', '626', 'moral', true],
  ['G03', '601', 'physical', false],
];

for (const [use, regime, person, fits] of FITS) {
  test(`use ${use} ${fits ? 'fits' : 'does not fit'} regime ${regime} of a ${person} person`, () => {
    assert.equal(useFits(use, regime, person), fits);
    assert.equal(usesFor(regime, person).includes(use), fits);
  });
}

test('without a regime only what no regime of the person admits is refused', () => {
  assert.equal(useFits('G03', undefined, 'moral'), true);
  assert.equal(useFits('D01', undefined, 'moral'), false);
  assert.equal(useFits('D01', undefined, 'physical'), true);
  assert.equal(usesFor(undefined, 'physical').length, USE_CODES.length);
});
