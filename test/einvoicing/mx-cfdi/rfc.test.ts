import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigit, normaliseRfc, readRfc } from '../../../src/einvoicing/mx-cfdi/rfc.ts';
import { english } from '../../../src/base/said.ts';

// The SAT publishes these for tests; all but the generic ones fulfil their check digit.
const TEST_RFCS = [
  'EKU9003173C9',
  'IIA040805DZ4',
  'IVD920810GU2',
  'KIJ0906199R1',
  'WERX631016S30',
  'XIA190128J61',
  'XIQB891116QE4',
  'CACX7605101P8',
  'FUNK671228PH6',
  'IAÑL750210963',
  'URE180429TM6',
];

for (const rfc of TEST_RFCS) {
  test(`the check digit of ${rfc} fits`, () => {
    assert.equal(checkDigit(rfc), rfc.at(-1));
    assert.deepEqual(readRfc(rfc), {
      text: rfc,
      person: rfc.length === 12 ? 'moral' : 'physical',
      generic: null,
      check_digit_fits: true,
    });
  });
}

test('an RFC is read in any case and with separators', () => {
  assert.equal(normaliseRfc(' eku-900317 3c9 '), 'EKU9003173C9');
  assert.equal(normaliseRfc('ian\u0303l750210963'), 'IAÑL750210963');
});

test('a wrong check digit is told, not refused', () => {
  assert.deepEqual(readRfc('EKU9003173C8'), {
    text: 'EKU9003173C8',
    person: 'moral',
    generic: null,
    check_digit_fits: false,
  });
});

test('the generic RFCs are known and their check digit is not asked', () => {
  const generic = { person: 'physical', check_digit_fits: true };
  assert.deepEqual(readRfc('xaxx010101000'), { ...generic, text: 'XAXX010101000', generic: 'domestic' });
  assert.deepEqual(readRfc('XEXX010101000'), { ...generic, text: 'XEXX010101000', generic: 'foreign' });
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['EKU900317', /3 characters/],
  ['EKU9003173C9X', /3 letters/],
  ['12U9003173C9', /3 letters/],
  ['EKU9013173C9', /901317 is not a date/],
  ['EKU9002303C9', /900230 is not a date/],
  ['EKU9003173CB', /3 characters/],
  ['', /3 letters/],
];

for (const [text, reason] of REFUSED) {
  test(`"${text}" is no RFC`, () => {
    const answer = readRfc(text);
    assert.ok('reason' in answer);
    assert.match(english(answer.reason), reason);
  });
}

test('29 February 2000 existed, though 1900 had none', () => {
  assert.ok('text' in readRfc('ABC0002293C9'));
});
