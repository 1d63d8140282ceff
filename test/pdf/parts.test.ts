import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amount } from '../../src/base/money/amount.ts';
import { decimal } from '../../src/base/money/decimal.ts';
import { setText, unsetCharacters } from '../../src/einvoicing/typeface.ts';
import { dayText, figureText, findLocale, moneyText, percentText } from '../../src/base/locale.ts';
import { codeText, wordOf } from '../../src/pdf/mx/catalogues.ts';
import { readRanges } from '../../codegen/tools/typeface/main.ts';
import { RANGES } from '../../generated/typeface.ts';
import { inSpanishWords, spanishNumber } from '../../src/pdf/mx/in-words.ts';

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

describe('the characters of the font', () => {
  test('are those of the files that are embedded', () => {
    assert.equal(RANGES.trim(), readRanges().join(' '));
  });

  test('cover Latin, Greek and Cyrillic with all their accents', () => {
    for (const text of [
      'Ñandú & Söhne – „10 €“ ÿ',
      'Łódź Gdańsk Příbram Ţaţa İstanbul Đakovo ẞ Nguyễn ﬁ ½ № ₽ m² ‰ ×',
      'Αθήνα Θεσσαλονίκη ᾠδή ΐ',
      'Москва Київ Ґ Љубљана Њ Ђ Қазақстан Өзбекістан ѣ',
      'e\u0301\u0308 q\u0303 a\u0000b\u202Ec\u00adé\ufe0f',
      'ＡＢＣ ≤ 5 → 6\tx\u3000y',
    ])
      assert.deepEqual(unsetCharacters(text), [], text);
  });

  test('are told apart from those that cannot be set', () => {
    assert.deepEqual(unsetCharacters('北京 北 😀 한국 العربية 株 \ufffd \ud800'), [
      ...'北京😀한국العربية株\ufffd\ud800',
    ]);
  });

  test('stand for those of the same meaning, and for numbers of those without', () => {
    assert.equal(setText('ＡＢＣ ≤ 5 → 6\tx a\u0000b\u202Ec\u00ad'), 'ABC <= 5 -> 6 x abc');
    assert.equal(setText('北 😀 \ufffd'), '[U+5317] [U+1F600] [U+FFFD]');
  });
});
