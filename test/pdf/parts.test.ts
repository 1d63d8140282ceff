import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amount } from '../../src/base/money/amount.ts';
import { decimal } from '../../src/base/money/decimal.ts';
import { faceChooser } from '../../src/pdf/fonts.ts';
import { dayText, figureText, findLocale, moneyText, percentText } from '../../src/base/locale.ts';
import { codeText, wordOf } from '../../src/pdf/mx/catalogues.ts';
import { inSpanishWords, spanishNumber } from '../../src/pdf/mx/in-words.ts';
import { isWinAnsi, toWinAnsi } from '../../src/pdf/win-ansi.ts';

test('figures stand as the country writes them', () => {
  const mx = findLocale('MX');
  const de = findLocale('DE');
  assert.equal(moneyText(mx, amount(123_456, 'MXN')), '1,234.56 MXN');
  assert.equal(moneyText(de, amount(123_456_789, 'EUR')), '1.234.567,89 EUR');
  assert.equal(moneyText(de, amount(100, 'JPY')), '100 JPY');
  assert.equal(figureText(mx, decimal('1000.5'), 2), '1,000.50');
  assert.equal(figureText(mx, decimal('0.000001'), 2), '0.000001');
  assert.equal(figureText(de, decimal('100')), '100');
  assert.equal(percentText(de, decimal('5.5')), '5,5\u00a0%');
  assert.deepEqual(
    (['MX', 'DE', 'GB'] as const).map((country) => dayText(findLocale(country), '2026-03-09')),
    ['09/03/2026', '09.03.2026', '9 Mar 2026'],
  );
});

describe('numbers in Spanish words', () => {
  for (const [value, words] of [
    [0n, 'CERO'],
    [1n, 'UN'],
    [16n, 'DIECISÉIS'],
    [21n, 'VEINTIÚN'],
    [31n, 'TREINTA Y UN'],
    [100n, 'CIEN'],
    [101n, 'CIENTO UN'],
    [555n, 'QUINIENTOS CINCUENTA Y CINCO'],
    [1_000n, 'MIL'],
    [21_000n, 'VEINTIÚN MIL'],
    [100_000n, 'CIEN MIL'],
    [1_000_000n, 'UN MILLÓN'],
    [2_345_678n, 'DOS MILLONES TRESCIENTOS CUARENTA Y CINCO MIL SEISCIENTOS SETENTA Y OCHO'],
    [1_001_000_000n, 'MIL UN MILLONES'],
    [1_000_000_000_000n, 'UN BILLÓN'],
  ] as const) {
    test(words, () => assert.equal(spanishNumber(value), words));
  }

  test('with currency and cents', () => {
    assert.equal(inSpanishWords(amount(116_000, 'MXN')), 'MIL CIENTO SESENTA PESOS 00/100 M.N.');
    assert.equal(inSpanishWords(amount(101, 'MXN')), 'UN PESO 01/100 M.N.');
    assert.equal(inSpanishWords(amount(200_000_000, 'MXN')), 'DOS MILLONES DE PESOS 00/100 M.N.');
    assert.equal(inSpanishWords(amount(250, 'USD')), 'DOS DÓLARES 50/100 USD');
    assert.equal(inSpanishWords(amount(50, 'MXN')), 'CERO PESOS 50/100 M.N.');
    assert.equal(inSpanishWords(amount(1_500, 'CLP')), 'MIL QUINIENTOS CLP');
  });
});

test('codes of the SAT with their words', () => {
  assert.equal(codeText('regime', '601'), '601 General de Ley Personas Morales');
  assert.equal(codeText('use', 'G03'), 'G03 Gastos en general');
  assert.equal(codeText('form', '03'), '03 Transferencia electrónica de fondos');
  assert.equal(codeText('regime', '999'), '999');
  assert.equal(wordOf('month', '03'), 'Marzo');
});

describe('letters beyond the standard fonts', () => {
  test('are told apart from those within', () => {
    assert.ok(isWinAnsi('Ñandú & Söhne – „10 €“ ÿ'));
    for (const text of ['Łódź', 'Αθήνα', 'Москва', '北京', 'ﬁ', 'a\n']) assert.ok(!isWinAnsi(text), text);
  });

  test('are spelt with the nearest ones', () => {
    assert.equal(
      toWinAnsi('Łódź Gdańsk Příbram Ţaţa İstanbul Đakovo'),
      'Lódz Gdansk Príbram Tata Istanbul Dakovo',
    );
    assert.equal(toWinAnsi('Αθήνα, Θεσσαλονίκη'), 'Athina, Thessaloniki');
    assert.equal(toWinAnsi('Москва, Щука, Київ'), 'Moskva, Shchuka, Kiiv');
    assert.equal(toWinAnsi('ＡＢＣ ﬁn №5 ½ ≤'), 'ABC fin No5 ½ <=');
    assert.equal(toWinAnsi('北京 😀 a\u200Bb'), '?? ? ab');
    assert.ok(isWinAnsi(toWinAnsi('𝔘𝔫𝔦𝔠𝔬𝔡𝔢 e\u0301\u0308 \ud800 한국 العربية')));
  });

  test('take the installed face that has most of them, spelling the rest', () => {
    const registered: string[] = [];
    const file = 'face.ttf';
    const document = { registerFont: (name: string) => registered.push(name), font: () => undefined };
    const greekOnly = /[\p{Script=Greek}\p{Script=Latin} ,]/u;
    const cyrillicToo = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Latin} ,]/u;
    const choose = faceChooser(
      document,
      [
        { regular: file, bold: file },
        { regular: file, bold: file },
      ],
      (face, each) => (face.startsWith('family-0') ? greekOnly : cyrillicToo).test(each),
    );
    assert.deepEqual(choose('Söhne', 'bold'), { name: 'Helvetica-Bold', text: 'Söhne', whole: true });
    assert.deepEqual(choose('Αθήνα', 'regular'), { name: 'family-0', text: 'Αθήνα', whole: true });
    assert.deepEqual(choose('Αθήνα, Москва, 北', 'bold'), {
      name: 'family-1-bold',
      text: 'Αθήνα, Москва, ?',
      whole: false,
    });
    assert.equal(registered.length, 4);
  });
});
