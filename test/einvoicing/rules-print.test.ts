import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regimeOf } from '../../src/einvoicing/index.ts';
import type { InvoiceDocument } from '../../src/einvoicing/regime.ts';
import { documentOf } from '../pdf/samples.ts';

const found = (document: InvoiceDocument): readonly (readonly [string | null, string])[] =>
  regimeOf(document.seller.country_code)
    .validate(document)
    .filter(({ rule }) => rule === 'PDF-FONT')
    .map(({ path, message }) => [path, message]);

test('a character that cannot be printed is a warning that names it', () => {
  const document = documentOf('DE', {
    buyer: '北京公司 GmbH',
    lines: [
      { description: 'Łódź → Αθήνα → Москва', unitPrice: '1' },
      { description: 'Paket 😀', unitPrice: '1' },
    ],
  });
  assert.deepEqual(found({ ...document, notes: 'ＡＢＣ שלום' }), [
    [
      'counterparty.name',
      "The PDF has no letters for 北 京 公 司 in the customer's name; it would show their Unicode numbers.",
    ],
    [
      'line_items[1].description',
      'The PDF has no letters for 😀 in the description; it would show their Unicode numbers.',
    ],
    ['notes', 'The PDF has no letters for ש ל ו ם in the notes; it would show their Unicode numbers.'],
  ]);
  const mexican = documentOf('MX', { lines: [{ description: '中华人民共和国', unitPrice: '1' }] });
  assert.deepEqual(found(mexican), [
    [
      'line_items[0].description',
      'The PDF has no letters for 中 华 人 民 共 and 2 more characters in the description; it would show their Unicode numbers.',
    ],
  ]);
  assert.deepEqual(found(documentOf('DE', {})), []);
});
