// Names of companies that a reader takes for one another, and such that differ by as little and are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAlike, misread } from '../../../src/base/names/same-name.ts';

for (const [one, other, expected] of [
  ['Schmidt GmbH', 'Schmitt GmbH', true],
  ['Lidl', 'LidI', true],
  ['Aldi', 'A1di', true],
  ['Siemens AG', '5iemens AG', true],
  ['HSBC', 'H5BC', true],
  ['Nestle', 'NestIe', true],
  ['Microsoft', 'rnicrosoft', true],
  ['Modern Kaminbau', 'Modem Kaminbau', true],
  ['Müller GmbH', 'Мüller GmbH', true],
  ['Mercedes-Benz', 'Mercedes Benz', true],
  ['Acme Ltd', 'Acme Pty Ltd', true],
  // Not so.
  ['ABC Ltd', 'ABD Ltd', false],
  ['Halle 5', 'Halle 8', false],
  ['Filiale Nord 12', 'Filiale Nord 13', false],
  ['Siemens AG', 'Siemens Energy AG', false],
  ['三菱商事', '三菱地所', false],
  ['.', '-', false],
] as const)
  test(`${one}, ${other}: ${expected ? 'alike' : 'not alike'}`, () => {
    assert.equal(lookAlike(one, other), expected);
    assert.equal(lookAlike(other, one), expected);
  });

test('what a word may be misread as is looked up', () => {
  for (const [word, other] of [
    ['lidi', 'lidl'],
    ['h5bc', 'hsbc'],
    ['5iemens', 'siemens'],
    ['modem', 'modern'],
  ] as const)
    assert.ok(misread(word).includes(other), `${word}: ${misread(word).join(', ')}`);
});
