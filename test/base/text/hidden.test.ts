// What deceives is found and shown, and what names of people need stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHidden, findHidden, replaceHidden, showHidden } from '../../../src/base/text/hidden.ts';
import { decodeWindows1252 } from '../../../src/base/input-file.ts';

const DECEIVING: readonly (readonly [string, string])[] = [
  ['\u0000', 'U+0000'],
  ['\u007f', 'U+007F'],
  ['\u0085', 'U+0085'],
  ['\u009b', 'U+009B'],
  ['\u00ad', 'U+00AD'],
  ['\u061c', 'U+061C'],
  ['\u200b', 'U+200B'],
  ['\u200d', 'U+200D'],
  ['\u200f', 'U+200F'],
  ['\u2028', 'U+2028'],
  ['\u202e', 'U+202E'],
  ['\u2060', 'U+2060'],
  ['\u2066', 'U+2066'],
  ['\u3164', 'U+3164'],
  ['\ufeff', 'U+FEFF'],
  ['\ufff9', 'U+FFF9'],
  ['\ufffc', 'U+FFFC'],
  ['\u115f', 'U+115F'],
  ['\u1160', 'U+1160'],
  ['\uffa0', 'U+FFA0'],
  ['\u2800', 'U+2800'],
  ['\u180b', 'U+180B'],
  ['\ufe00', 'U+FE00'],
  ['\ufe0f', 'U+FE0F'],
  ['\ufdd0', 'U+FDD0'],
  ['\ud800', 'U+D800'],
  ['\udfff', 'U+DFFF'],
  ['\u{16fe4}', 'U+16FE4'],
  ['\u{1d159}', 'U+1D159'],
  ['\u{13430}', 'U+13430'],
  ['\u{10ffff}', 'U+10FFFF'],
  ['\u{e0041}', 'U+E0041'],
];

for (const [char, code] of DECEIVING) {
  test(`${code} inside a name`, () => {
    const text = `Ána ${char}Ruiz`;
    assert.deepEqual(findHidden(text), { code, position: 5 });
    assert.equal(showHidden(text), `Ána <${code}>Ruiz`);
  });
}

test('names and texts as people write them have none', () => {
  const fine = [
    'Müller & Söhne – “Käse” … 12 €',
    'a\tb\r\nc',
    'نرم\u200cافزار',
    'क्\u200dष',
    'ශ්\u200dරී',
    '👩\u200d👩\u200d👧 ❤\ufe0f',
    '⠿⠀⠿ ᠠ\u180b 葛\ufe00 ☎\ufe0e 1\ufe0f\u20e3 ∩\ufe00 𝄞𝅘 👍🏽',
    'Ñandú 北京 ООО «Луна»',
    'שלום עולם',
    '\u200fחברת אור\u200f בע"מ',
  ];
  for (const text of fine) assert.equal(findHidden(text), undefined, text);
});

test('whatever Unicode calls ignorable, a format or no character is found after a Latin letter', () => {
  const INVISIBLE =
    /^[\p{Default_Ignorable_Code_Point}\p{Format}\p{Surrogate}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]$/u;
  /** They are drawn: signs above numbers and verses, and the Syriac abbreviation. */
  const DRAWN = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u;
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const char = String.fromCodePoint(code);
    if (INVISIBLE.test(char) && !DRAWN.test(char) && findHidden(`Acme${char}`) === undefined)
      missed.push(code.toString(16));
  }
  assert.deepEqual(missed, []);
});

test('of a file they are replaced and counted; marks of the format stay', () => {
  assert.deepEqual(replaceHidden('A\u202eB\u0085C\u001a'), { text: 'A\ufffdB\ufffdC\u001a', count: 2 });
});

test('windows-1252 has letters, quotes and the euro where ISO 8859-1 has controls', () => {
  const bytes = Buffer.from([0x80, 0x93, 0x94, 0x8a, 0x9f, 0xe9, 0x41]);
  assert.equal(decodeWindows1252(bytes), '€“”ŠŸéA');
});

test('JSON says the same with what is hidden spelt out', () => {
  const value = { name: 'a\u202eb\u009b\u{e0041}' };
  const json = escapeHidden(JSON.stringify(value));
  assert.equal(json, '{"name":"a\\u202eb\\u009b\\udb40\\udc41"}');
  assert.deepEqual(JSON.parse(json), value);
});
