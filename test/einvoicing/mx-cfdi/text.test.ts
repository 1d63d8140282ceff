import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRfc, type Rfc } from '../../../src/einvoicing/mx-cfdi/rfc.ts';
import {
  cfdiName,
  cfdiText,
  hasFormInside,
  isCopied,
  countCharacters,
} from '../../../src/einvoicing/mx-cfdi/text.ts';
import { english } from '../../../src/base/said.ts';

const rfc = (text: string): Rfc => {
  const read = readRfc(text);
  if ('reason' in read) throw new Error(english(read.reason));
  return read;
};
const COMPANY = rfc('EKU9003173C9');
const PERSON = rfc('CACX7605101P8');
const FOREIGNER = rfc('XEXX010101000');
const PUBLIC = rfc('XAXX010101000');

const COMPANIES: readonly (readonly [string, string])[] = [
  ['Papelería Robles SA de CV', 'PAPELERIA ROBLES'],
  ['Papelería Robles, S.A. de C.V.', 'PAPELERIA ROBLES'],
  ['Robles S.A.DE C.V.', 'ROBLES'],
  ['Distribuidora A, S. A. de C. V.', 'DISTRIBUIDORA A'],
  ['Despacho Ibarra S.C.', 'DESPACHO IBARRA'],
  ['CASA  Núñez & Hijos S. de R.L. de C.V.', 'CASA NUÑEZ & HIJOS'],
  ['Crédito Ya SA de CV SOFOM, E.N.R.', 'CREDITO YA'],
  ['Pingüino S.A.P.I. de C.V.', 'PINGÜINO'],
  ['Banco X Sociedad Anónima de Capital Variable', 'BANCO X'],
  ['Amigos A.C.', 'AMIGOS'],
  ['Grupo Essa', 'GRUPO ESSA'],
  ['Mesa de CV', 'MESA DE CV'],
  ['SA de CV', 'SA DE CV'],
  ['Nordwind GmbH', 'NORDWIND GMBH'],
  ['L’Oréal “México”, S.A. de C.V.', 'L\'OREAL "MEXICO"'],
  ['Pape\u00adlería\u200bRobles', 'PAPELERIAROBLES'],
  ['Universidad Robótica Española', 'UNIVERSIDAD ROBOTICA ESPAÑOLA'],
  ['S & Software', 'S & SOFTWARE'],
  ['Robles y Cía. S. en C.', 'ROBLES Y CIA.'],
];

for (const [name, registered] of COMPANIES) {
  test(`a company: ${name}`, () => {
    assert.equal(cfdiName(name, COMPANY), registered);
    assert.equal(cfdiName(registered, COMPANY), registered);
  });
}

test('the name of a person, a foreigner or a buyer without RFC stays whole', () => {
  assert.equal(cfdiName('Ana  María Peña Sa', PERSON), 'ANA MARIA PEÑA SA');
  assert.equal(cfdiName('Robles SA de CV', PERSON), 'ROBLES SA DE CV');
  assert.equal(cfdiName('Acme SA', FOREIGNER), 'ACME SA');
  assert.equal(cfdiName('Robles SA', PUBLIC), 'ROBLES SA');
  assert.equal(cfdiName('público  en General', PUBLIC), 'PUBLICO EN GENERAL');
  assert.equal(cfdiName('Público en General', FOREIGNER), 'PUBLICO EN GENERAL');
});

test('a name that was copied from the tax certificate keeps its accents', () => {
  assert.equal(cfdiName('JOSÉ  PÉREZ', PERSON), 'JOSÉ PÉREZ');
  assert.equal(cfdiName('José Pérez', PERSON), 'JOSE PEREZ');
  assert.equal(cfdiName('PAPELERÍA ROBLES', COMPANY), 'PAPELERÍA ROBLES');
  // With its legal form it comes from elsewhere: a deed, a letterhead.
  assert.equal(cfdiName('PAPELERÍA ROBLES SA DE CV', COMPANY), 'PAPELERIA ROBLES');
  assert.ok(isCopied('JOSÉ PÉREZ', PERSON) && !isCopied('JOSE PEREZ', PERSON));
  assert.ok(!isCopied('JOSÉ PÉREZ', PUBLIC) && !isCopied('PINGÜINO', COMPANY));
});

test('a legal form inside a name is seen', () => {
  assert.ok(hasFormInside('Banco X, S.A., Institución de Banca Múltiple', COMPANY));
  assert.ok(hasFormInside('Grupo X SA de CV División Norte', COMPANY));
  const without = ['Banco X SA', 'Tres A y Cía', 'Mesa de CV', 'SA de CV', 'Las Anas', 'Casas A Medida'];
  assert.deepEqual(
    without.filter((name) => hasFormInside(name, COMPANY)),
    [],
  );
  assert.ok(!hasFormInside('Banco X, S.A., Institución', PERSON));
});

test('white space of every kind is one space, and controls are gone', () => {
  assert.equal(cfdiText(' a\u00a0\n\tb\u2003c\u0007 '), 'a b c');
  assert.equal(cfdiText('e\u0301'), 'é');
});

test('length is counted in characters', () => {
  assert.equal(countCharacters('😀ñ'), 2);
});
