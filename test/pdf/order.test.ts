// A print does not depend on what was printed before it in the same process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiledInvoice } from '../../src/domain/filing/delivery/printer.ts';
import { printInvoice } from '../../src/pdf/print.ts';
import { openPrinter } from '../../src/pdf/thread.ts';
import { longDose, seedOf } from '../support/dose.ts';
import { randomOf } from '../property/random.ts';
import { textOf } from './read-pdf.ts';
import { filedOf } from './samples.ts';

/** Letters whose glyphs are made of parts, and the letters that are their parts. */
const ACCENTED = Array.from('ÄÖÜÅÉÈÊÇÑÓŐŠŽĄĘŁØæœßāģķňřşţůýźżΆΈΌЁЙЇіј¼½…');
const PLAIN = Array.from('AOUECNSZQXYWKJGajqxzwy0123456789ΑΕΟЕИІ.,');

const seed = seedOf(import.meta.filename);
const random = randomOf(seed);

const word = (letters: readonly string[]): string =>
  Array.from({ length: 8 }, () => random.pick(letters)).join('');

const drawn = (index: number): { readonly filed: FiledInvoice; readonly shown: readonly string[] } => {
  const letters = index % 2 === 0 ? ACCENTED : PLAIN;
  const [reference, buyer, line] = [word(letters), word(letters), word(letters)];
  const filed = filedOf('DE', { buyer, lines: [{ description: line, unitPrice: '10' }] });
  return {
    filed: {
      ...filed,
      document: {
        ...filed.document,
        countryDetails: { ...filed.document.countryDetails, buyer_reference: reference },
      },
    },
    shown: [reference, buyer, line],
  };
};

/** In a thread that has printed nothing yet. */
const printAfresh = async (filed: FiledInvoice): Promise<Buffer> => {
  const printer = openPrinter();
  try {
    return await printer.print(filed);
  } finally {
    await printer.close();
  }
};

test('in any order, one after the other or at once, equal documents are equal bytes with all their letters', async () => {
  const documents = Array.from({ length: longDose(6) }, (_, index) => drawn(index));
  const alone: Buffer[] = [];
  for (const { filed } of documents) alone.push(await printAfresh(filed));
  for (let round = 0; round < longDose(3); round += 1) {
    const order = documents.map((_, index) => index).toSorted(() => random.next() - 0.5);
    for (const index of order) {
      const { filed, shown } = documents[index] ?? assert.fail();
      const pdf = await printInvoice(filed);
      assert.ok(pdf.equals(alone[index] ?? assert.fail()), `document ${index} after ${order.join(' ')}`);
      const text = textOf(pdf);
      assert.deepEqual(
        shown.filter((each) => !text.includes(each)),
        [],
      );
    }
    const atOnce = await Promise.all(
      order.map((index) => printInvoice((documents[index] ?? assert.fail()).filed)),
    );
    order.forEach((index, at) =>
      assert.ok(atOnce[at]?.equals(alone[index] ?? assert.fail()), `document ${index} at once`),
    );
  }
});

const withReference = (reference: string): FiledInvoice => {
  const filed = filedOf('DE');
  const { countryDetails } = filed.document;
  return {
    ...filed,
    document: { ...filed.document, countryDetails: { ...countryDetails, buyer_reference: reference } },
  };
};

test('a reference keeps its O after an invoice with an Ö', async () => {
  await printInvoice(withReference('ÖÓŐØ'));
  const text = textOf(await printInvoice(withReference('PO-2026-118')));
  assert.ok(text.includes('PO-2026-118'), text);
});

test('a letter keeps its character after an invoice in which its glyph was part of another', async () => {
  await printInvoice(withReference('PO-i\u030B\u0323-j\u030B'));
  const text = textOf(await printInvoice(withReference('PO-ı-ȷ')));
  assert.ok(text.includes('PO-ı-ȷ'), text);
});
