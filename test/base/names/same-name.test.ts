import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { nameFit, nameKeys, parseName, sameName } from '../../../src/base/names/same-name.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const SAME: readonly (readonly [string, string, string])[] = [
  ['accents', 'Papeleria Robles', 'Papelería Robles'],
  ['case', 'PAPELERÍA ROBLES', 'papelería robles'],
  ['legal form', 'Papelería Robles', 'Papelería Robles S.A. de C.V.'],
  ['two legal forms', 'Brückner GmbH', 'Brückner AG'],
  ['word order', 'Robles Papelería', 'Papelería Robles SA de CV'],
  ['fillers', 'Comercial del Norte', 'Comercial Norte'],
  ['connectives', 'Müller und Söhne', 'Müller & Söhne GmbH'],
  ['written umlauts', 'Mueller GmbH', 'Müller GmbH'],
  ['spacing', 'Auto Zone', 'AutoZone'],
  ['truncated in a word', 'Papelería Robl', 'Papelería Robles SA de CV'],
  ['truncated after two words', 'Transportes Garza', 'Transportes Garza Hermanos'],
  ['truncated in the legal form', 'Papelería Robles SA d', 'Papelería Robles SA de CV'],
  ['one rare word cut', 'Hildebrandsli', 'Hildebrandslicht Berlin GmbH'],
  ['stored name cut', 'Transportes Garza Hermanos', 'Transportes Garza Herm'],
];

for (const [why, asked, known] of SAME) {
  test(`the same name: ${why}`, () => {
    assert.equal(sameName(asked, known), true);
  });
}

const DIFFERENT: readonly (readonly [string, string, string])[] = [
  ['one common word', 'Robles', 'Papelería Robles'],
  ['one word of trade', 'Comercializadora', 'Comercializadora del Norte'],
  ['one word of trade cut', 'Comercializa', 'Comercializadora del Norte'],
  ['one long word of two', 'Hildebrandslicht', 'Hildebrandslicht Berlin'],
  ['truncated too short', 'Grupo Delta', 'Grupo Delta Norte'],
  ['a further word', 'Transportes Garza Hermanos', 'Transportes Garza'],
  ['another word', 'Papelería Robles', 'Papelería Roble'],
  ['another number', 'Farmacia 24', 'Farmacia 25'],
  ['another last letter', 'Grupo E', 'Grupo Y'],
  ['nothing but punctuation', '...', 'Papelería Robles'],
];

for (const [why, asked, known] of DIFFERENT) {
  test(`not the same name: ${why}`, () => {
    assert.equal(sameName(asked, known), false);
  });
}

test('the same words fit better than a truncated name', () => {
  const asked = parseName('Constructora del Valle');
  assert.equal(nameFit(asked, parseName('Constructora del Valle SA')), 'same');
  assert.equal(nameFit(asked, parseName('Constructora del Valle Norte')), 'truncated');
});

const WORD = fc.stringMatching(/^[a-zñáéíóúü]{3,12}$/);

test('order, case and legal form never matter, and both spellings have a key in common', () => {
  const form = fc.constantFrom('', ' SA de CV', ' S. de R.L. de C.V.', ' GmbH', ' e.K.', ' Ltd.');
  const property = fc.property(
    fc.uniqueArray(WORD, { minLength: 1, maxLength: 5 }),
    form,
    form,
    (words, one, two) => {
      const asked = `${words.toReversed().join(' ').toUpperCase()}${one}`;
      const known = `${words.join(' ')}${two}`;
      // A word that is itself a legal form or a filler counts in some places only.
      fc.pre(parseName(words.join(' ')).significant.length === words.length);
      fc.pre(parseName(words.toReversed().join(' ')).significant.length === words.length);
      assert.equal(nameFit(parseName(asked), parseName(known)), 'same');
      const keys = nameKeys(parseName(known));
      assert.ok(nameKeys(parseName(asked)).some((key) => keys.includes(key)));
    },
  );
  fc.assert(property, { seed: SEED, numRuns: dose(100), verbose: true });
});

test('a name is always the same as itself', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), (text) => {
      fc.pre(parseName(text).core.length > 0);
      assert.equal(nameFit(parseName(text), parseName(text)), 'same');
    }),
    { seed: SEED, numRuns: dose(100), verbose: true },
  );
});
