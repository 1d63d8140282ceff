import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLegalForms } from '../../../src/base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../../../src/base/names/normalise.ts';

const NORMAL_SPELLINGS: readonly (readonly [string, string])[] = [
  ['Papelería Robles, S.A. de C.V.', 'papeleria robles sa de cv'],
  ['MÜLLER & SÖHNE GmbH', 'muller sohne gmbh'],
  ['Straßenbau  Weiß', 'strassenbau weiss'],
  ["McDonald's", 'mcdonalds'],
  ['Ñandú 24/7', 'nandu 24 7'],
  ['  ', ''],
  ['---', ''],
  ['ﬁnanz', 'finanz'],
];

for (const [written, normal] of NORMAL_SPELLINGS) {
  test(`"${written}" is normally spelt "${normal}"`, () => {
    assert.equal(normaliseName(written), normal);
  });
}

test('two ways to encode an accent are one spelling', () => {
  assert.equal(normaliseName('Papeler\u00eda'), normaliseName('Papeleri\u0301a'));
});

const CORES: readonly (readonly [string, string])[] = [
  ['Papelería Robles SA de CV', 'papeleria robles'],
  ['Papelería Robles S. A. de C. V.', 'papeleria robles'],
  ['Grupo Delta S de RL de CV', 'grupo delta'],
  ['Servicios Norte S.A.P.I. de C.V. SOFOM ENR', 'servicios norte'],
  ['Despacho Luna SC', 'despacho luna'],
  ['Brückner GmbH & Co. KG', 'bruckner'],
  ['Falke UG (haftungsbeschränkt)', 'falke'],
  ['Turnverein Linden e.V.', 'turnverein linden'],
  ['Karl Weber e.K.', 'karl weber'],
  ['SARL Dupont', 'dupont'],
  ['Zen Spa', 'zen spa'],
  ['Acme Pty Ltd', 'acme'],
  ['Acme, Inc.', 'acme'],
  ['SA de CV', 'sa de cv'],
  ['AG', 'ag'],
  ['Casa Ag Norte', 'casa ag norte'],
];

for (const [written, core] of CORES) {
  test(`"${written}" without its legal form is "${core}"`, () => {
    assert.equal(withoutLegalForms(wordsOf(normaliseName(written))).join(' '), core);
  });
}
