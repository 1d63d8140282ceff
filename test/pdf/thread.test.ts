// Printing in a thread gives the same bytes, one after the other, and survives what cannot be printed.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { printInvoice } from '../../src/pdf/print.ts';
import { openPrinter } from '../../src/pdf/thread.ts';
import { complement, creditNote, richInvoice } from './kinds.ts';
import { documentOf, filedOf } from './samples.ts';

const printer = openPrinter();
after(() => printer.close());

test('the thread prints what this one prints', async () => {
  const mexican = filedOf('MX', {
    lines: [
      { description: 'Cable', unitPrice: '1' },
      { description: 'Lámpara', unitPrice: '2' },
    ],
  });
  const documents = [
    richInvoice(),
    creditNote(),
    mexican,
    { ...mexican, draft: true },
    { ...complement(), document: { ...documentOf('MX', {}), kind: 'payment' } as const },
  ];
  const printed = await Promise.all(documents.map(printer.print));
  for (const [index, document] of documents.entries())
    assert.ok(printed[index]?.equals(await printInvoice(document)), `document ${index}`);
});

test('what cannot be printed is refused, and the next one is printed', async () => {
  const document = richInvoice();
  const unstamped = { ...filedOf('MX'), xml: Buffer.from('<not-a-cfdi/>') };
  await assert.rejects(printer.print(unstamped), /is printed before it is stamped/);
  await assert.rejects(printer.print({ ...document, filedAt: new Date(Number.NaN) }), /Invalid time value/);
  assert.ok((await printer.print(document)).equals(await printInvoice(document)));
});

test('those that wait are refused when the thread is closed, and a new one is started', async () => {
  const other = openPrinter();
  const waiting = other.print(richInvoice());
  const refused = assert.rejects(waiting, /the printing thread ended/);
  await other.close();
  await refused;
  assert.ok((await other.print(creditNote())).equals(await printInvoice(creditNote())));
  await other.close();
});
