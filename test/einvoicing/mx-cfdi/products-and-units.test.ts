import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asDay } from '../../../src/base/time/day.ts';
import { nearestProducts, suggestProducts } from '../../../src/einvoicing/mx-cfdi/catalogs/product-search.ts';
import {
  countProducts,
  findAnyProduct,
  findProduct,
  mayBearBorderRate,
  productAt,
} from '../../../src/einvoicing/mx-cfdi/catalogs/products.ts';
import { readRows } from '../../../src/einvoicing/mx-cfdi/catalogs/files.ts';
import {
  countUnits,
  findUnit,
  nearestUnits,
  usualUnit,
} from '../../../src/einvoicing/mx-cfdi/catalogs/units.ts';

const TODAY = asDay('2026-11-21');

test('the whole catalogue of products is read, and each is found by its code', () => {
  assert.equal(countProducts(), 52_514);
  let withdrawn = 0;
  let outsideTheBorder = 0;
  for (let index = 0; index < countProducts(); index += 1) {
    const product = productAt(index);
    assert.match(product.code, /^\d{8}$/);
    assert.notEqual(product.description, '');
    assert.deepEqual(findAnyProduct(product.code), product);
    if (findProduct(product.code, TODAY) === undefined) withdrawn += 1;
    if (!product.borderStimulus) outsideTheBorder += 1;
  }
  assert.deepEqual([withdrawn, outsideTheBorder], [1, 343]);
  assert.deepEqual(findProduct('43211508', TODAY), {
    code: '43211508',
    description: 'Computadores personales',
    similar: ['Computadoras personales o laptop', 'Equipo de cómputo'],
    borderStimulus: true,
    validTo: null,
  });
});

test('codes outside the catalogue are not found, and withdrawn ones not after their last day', () => {
  for (const code of ['12345678', '80100000', '8010150', '801015011', '00000000', '99999999', '', 'E48']) {
    assert.equal(findProduct(code, TODAY), undefined, code);
  }
  assert.equal(findProduct('15101506', asDay('2020-01-15'))?.description, 'Gasolina');
  assert.equal(findProduct('15101506', asDay('2020-01-16')), undefined);
  assert.ok(nearestProducts('Gasolina', 20).every(({ code }) => code !== '15101506'));
});

test('the border rate is for products that the catalogue marks', () => {
  assert.ok(mayBearBorderRate('50201706'));
  assert.ok(
    !mayBearBorderRate('01010101') && !mayBearBorderRate('43231501') && !mayBearBorderRate('12345678'),
  );
});

/** A code that is among the nearest three. */
const DESCRIPTIONS = [
  ['Café en grano', '50201706'],
  ['Café tostado en grano, bolsa de 1 kg', '50201706'],
  ['RENTA DE OFICINA', '80131502'],
  ['Renta de local comercial noviembre 2026', '80131502'],
  ['Transporte de carga por carretera', '78101800'],
  ['Diseño de logotipo', '82141502'],
  ['Laptop Dell Latitude 5440', '43211508'],
  ['Consultoría fiscal', '84111802'],
  ['Honorarios contables', '84111500'],
  ['Servicio de limpieza de oficinas', '76111500'],
  ['Licencia de software', '81112501'],
  ['Sillas ejecutivas', '56112104'],
  ['Impresora laser HP', '43212105'],
  ['Traducción de documentos', '82111804'],
  ['Cemento gris 50 kg', '30111601'],
  ['Pan dulce', '50181900'],
  ['Refrescos', '50202306'],
] as const;

test('the nearest products of real descriptions', () => {
  for (const [description, expected] of DESCRIPTIONS) {
    const codes = suggestProducts(description).map(({ code }) => code);
    assert.equal(codes.length <= 3, true);
    assert.ok(codes.includes(expected), `${description}: ${codes.join(', ')}`);
  }
  assert.deepEqual(suggestProducts('CAFE EN GRANO'), suggestProducts('café en grano'));
  assert.deepEqual(suggestProducts('12 x 4'), []);
  assert.deepEqual(suggestProducts(''), []);
});

test('a search takes little time once the catalogue is read', () => {
  suggestProducts('Café');
  const long =
    'Equipo y servicio de productos para uso de agua y aire en sistema de acero y plástico '.repeat(12);
  const { user } = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) nearestProducts(`${long} ${round}`, 3);
  const spent = (process.cpuUsage().user - user) / 10_000;
  // Measured: under 15 ms of such a text, 2 ms of an ordinary one.
  assert.ok(spent < 250, `${spent} ms`);
});

test('the whole catalogue of units is read', () => {
  assert.equal(countUnits(), 2_418);
  const codes = readRows('sat-units').map(([code = '']) => code);
  assert.deepEqual(
    codes.filter((code) => !/^[A-Z\d][A-Za-z\d]{1,2}$/.test(code) || findUnit(code, TODAY)?.code !== code),
    [],
  );
  assert.deepEqual(findUnit('MTK', TODAY), {
    code: 'MTK',
    name: 'Metro cuadrado',
    symbol: 'm²',
    validTo: null,
  });
  for (const code of ['SER', 'M2', 'HRA', 'PZA', 'KG', 'h87', '']) {
    assert.equal(findUnit(code, TODAY), undefined, code);
  }
});

test('the unit that a word, a symbol or an abbreviation means', () => {
  const first = (written: string, text = '') => nearestUnits(written, 3, text)[0]?.code;
  const meant = {
    SER: 'E48',
    UN: 'H87',
    PZA: 'H87',
    hrs: 'HUR',
    M2: 'MTK',
    m3: 'MTQ',
    KG: 'KGM',
    LT: 'LTR',
    DIA: 'DAY',
    Día: 'DAY',
    cajas: 'XBX',
    'metro cuadrado': 'MTK',
    GAL: 'A76',
  };
  for (const [written, code] of Object.entries(meant)) assert.equal(first(written), code, written);
  assert.equal(first('ZZZ', 'Flete, 3 viajes'), 'E54');
  assert.equal(first('ZZZ', ''), 'H87');
  assert.equal(usualUnit('UN')?.code, 'H87');
  assert.equal(usualUnit('H87'), undefined);
});

test('abbreviations mean units that the catalogue has', () => {
  const abbreviations = 'PZ SER HR D SEM MES ANO KG G T L M M2 M3 KM CJ PAQ ROL LOT JGO VJE CUB DOC'.split(
    ' ',
  );
  assert.deepEqual(
    abbreviations.filter((word) => usualUnit(word) === undefined),
    [],
  );
});
