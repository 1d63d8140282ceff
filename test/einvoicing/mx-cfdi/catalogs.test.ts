// The package of catalogues says what the SAT prints, as far as this project knows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCIES } from '../../../generated/currencies.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import { isCountryCode } from '../../../src/base/country-codes.ts';
import { CATALOGS, isPostalCode, isRate, satDecimals } from '../../../src/einvoicing/mx-cfdi/catalogs.ts';
import { USE_CODES, usesFor, useFits } from '../../../src/einvoicing/mx-cfdi/cfdi-use.ts';
import { isResidence, findResidence, taxNumberFits } from '../../../src/einvoicing/mx-cfdi/countries.ts';
import { listRegimes } from '../../../src/einvoicing/mx-cfdi/regimes.ts';
import { COMPANY_REGIMES, PERSON_REGIMES, USES, usesOf } from '../../property/cfdi/catalogue.ts';

test('the regimes of companies and of natural persons', () => {
  assert.deepEqual(listRegimes('moral'), COMPANY_REGIMES);
  assert.deepEqual(listRegimes('physical'), PERSON_REGIMES);
});

test('the uses by regime and kind of person', () => {
  assert.deepEqual(USE_CODES.toSorted(), USES.map(([code]) => code).toSorted());
  for (const regime of COMPANY_REGIMES) {
    assert.deepEqual(new Set(usesFor(regime, 'moral')), usesOf(regime, true), regime);
  }
  for (const regime of PERSON_REGIMES) {
    assert.deepEqual(new Set(usesFor(regime, 'physical')), usesOf(regime, false), regime);
  }
  assert.equal(useFits('G03', '616', 'physical'), false);
});

test('the short catalogues are complete', () => {
  const sizes = Object.fromEntries(Object.entries(CATALOGS).map(([name, codes]) => [name, codes.size]));
  assert.deepEqual(sizes, {
    c_Exportacion: 4,
    c_FormaPago: 22,
    c_Impuesto: 3,
    c_Meses: 18,
    c_MetodoPago: 2,
    c_ObjetoImp: 8,
    c_Periodicidad: 5,
    c_TipoDeComprobante: 5,
    c_TipoFactor: 3,
    c_TipoRelacion: 7,
  });
  const passedOn = ['0', '0.08', '0.1', '0.16', '0.2'].filter((rate) =>
    isRate('transferred', '002', 'Tasa', decimal(rate)),
  );
  assert.deepEqual(passedOn, ['0', '0.08', '0.16']);
  assert.ok(isRate('withheld', '002', 'Tasa', decimal('0.106667')));
  assert.ok(isRate('withheld', '001', 'Tasa', decimal('0.0125')));
  assert.ok(isRate('transferred', '003', 'Tasa', decimal('0.265')));
  assert.ok(isRate('withheld', '003', 'Tasa', decimal('0.08')));
  // The ceiling of 2026.
  const quotas = ['5.9', '72.1605', '72.1606'].map((quota) => decimal(quota));
  for (const kind of ['transferred', 'withheld'] as const) {
    assert.deepEqual(
      quotas.map((quota) => isRate(kind, '003', 'Cuota', quota)),
      [true, true, false],
    );
  }
  assert.ok(!isRate('transferred', '001', 'Tasa', decimal('0.1')));
});

test('every country has a residence, and the United States and Canada a form of tax number', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);
  assert.equal(countries.length, 249);
  const residences = countries.map((country) => findResidence(country) ?? country);
  assert.deepEqual(
    residences.filter((residence) => !/^[A-Z]{3}$/.test(residence) || !isResidence(residence)),
    [],
  );
  assert.equal(new Set(residences).size, 249);
  assert.equal(findResidence('DE'), 'DEU');
  assert.ok(taxNumberFits('USA', '123456789') && !taxNumberFits('USA', '12-3456789'));
  assert.ok(
    taxNumberFits('DEU', 'DE 1') && !taxNumberFits('DEU', '') && !taxNumberFits('DEU', 'x'.repeat(41)),
  );
});

test('currencies have the decimals of c_Moneda; those that it lacks are known', () => {
  const differ = Object.entries(CURRENCIES).filter(
    ([code, { digits }]) => satDecimals(code) !== null && satDecimals(code) !== digits,
  );
  assert.deepEqual(
    differ.map(([code]) => code),
    [],
  );
  assert.deepEqual(
    [satDecimals('MXN'), satDecimals('JPY'), satDecimals('KWD'), satDecimals('CLF')],
    [2, 0, 3, 4],
  );
  assert.equal(satDecimals('SLE'), null);
});

test('of the postal codes the form and the ranges', () => {
  assert.ok(['01000', '06600', '97000', '99999'].every(isPostalCode));
  assert.ok(!['00000', '17000', '19999', '6600', '066001'].some(isPostalCode));
});
