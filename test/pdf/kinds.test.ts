import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ciiXml } from '../../src/einvoicing/peppol-ubl/cii/invoice.ts';
import { readXmlBytes } from '../../src/einvoicing/xml/read.ts';
import type { FiledInvoice } from '../../src/domain/filing/delivery/printer.ts';
import { printComplement, printHybrid, printInvoice } from '../../src/pdf/print.ts';
import { complement, creditNote, debitInvoice, retainedInvoice, richInvoice, twoPayments } from './kinds.ts';
import { embeddedIn, pagesOf, textOf } from './read-pdf.ts';
import { filedOf, filedXml } from './samples.ts';

const assertShows = async (pdf: Promise<Buffer>, ...expected: readonly string[]): Promise<string> => {
  const text = textOf(await pdf);
  for (const part of expected) assert.ok(text.includes(part), `${part} in ${text}`);
  return text;
};

describe('a German document', () => {
  test('shows discounts, allowances, prepayments, periods and references', async () => {
    const text = await assertShows(
      printInvoice(richInvoice()),
      'Umbau Bürogebäude Elbchaussee, zweiter Bauabschnitt',
      'F-9 vom 27.02.2026',
      'Liefer-/Leistungszeitraum',
      '01.02.2026 – 06.03.2026',
      '4500012345',
      'RV-2024-7',
      'Halle 3',
      'Std.',
      'm²',
      'Art.-Nr.: FL-3030-G · Rabatt 10 %: −193,52',
      'Summe der Positionen',
      '−100,00 EUR',
      '45,00 EUR',
      'Bruttobetrag',
      '−1.500,00 EUR',
      'Zahlbetrag',
      '3 % Skonto bei Zahlung bis 17.03.2026',
      '2 % Skonto bei Zahlung bis 24.03.2026',
      'Danach ohne Abzug.',
      'Vielen Dank für Ihren Auftrag.',
    );
    assert.ok(text.includes('Zusammenarbeit (3 %)') && !text.includes('Rechnungsbetrag'));
  });

  test('shows the tax at home of a foreign currency, and what a direct debit takes', async () => {
    const text = await assertShows(
      printInvoice(debitInvoice()),
      '1 USD = 17,2345 EUR (Banxico FIX)',
      'USt in EUR',
      '7.778,10 EUR',
      'DE75 5121 0800 1245 1261 99',
      'M-2025-17',
      'DE98ZZZ09999999999',
    );
    assert.ok(!text.includes('Kontoinhaber') && !text.includes('Verwendungszweck'));
  });

  test('of a credit is no "Gutschrift", which is an invoice by the buyer', async () => {
    const text = await assertShows(
      printInvoice(creditNote()),
      'Rechnungskorrektur',
      'Zu Rechnung',
      'F-12 vom 10.02.2026',
      'Korrekturbetrag',
      'Rücksendung vom 3. März.',
    );
    for (const absent of ['Gutschrift', 'Fällig am', 'ZAHLUNG', 'Rechnungsnummer'])
      assert.ok(!text.includes(absent), absent);
  });
});

describe('a Mexican document', () => {
  test('shows discounts, what is retained, and where to pay', async () => {
    await assertShows(
      printInvoice(retainedInvoice()),
      'Descuento',
      '25.00',
      'E48 Unidad de servicio',
      'Retención 002 IVA 10.6667 %:',
      'Retención 001 ISR',
      '−237.53',
      '−490.90',
      '012180001234567897',
      'Gracias por su preferencia.',
      'Proyecto de señalización',
    );
  });

  test('of type E is a "Nota de crédito" that names what it credits', async () => {
    const text = await assertShows(
      printInvoice(retainedInvoice('credit_note')),
      'Nota de crédito',
      'E Egreso',
      'CFDI RELACIONADOS',
      '03 Devolución de mercancía',
      '7D1F2C3B-81CD-4557-8719-26632D2FA111',
    );
    assert.ok(!text.includes('CLABE') && !text.includes('Vencimiento'));
  });

  test('of type P shows each payment with its invoices and balances', async () => {
    await assertShows(
      printComplement(complement()),
      'Complemento de pago',
      'CP01 Pagos',
      '09/03/2026 12:00:00',
      '03 Transferencia electrónica de fondos',
      '580.00 MXN',
      '0093812',
      'F-12\n',
      '7D1F2C3B-81CD-4557-8719-26632D2FA111',
      '1,160.00',
      'Saldo insoluto',
      'QUINIENTOS OCHENTA PESOS 00/100 M.N.',
      'Folio fiscal (UUID)',
    );
    await assertShows(printComplement(twoPayments()), 'PAGO 1', 'PAGO 2', '17.2345 MXN', '10,576.01 MXN');
  });
});

describe('the end of a document', () => {
  test('is on one page with the totals, and the totals never without a line', async () => {
    for (let count = 1; count < 40; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => ({
        description: `Concepto ${index + 1}`,
        unitPrice: '10',
      }));
      const pages = pagesOf(await printInvoice(filedOf('MX', { lines })));
      const last = pages.findIndex((page) => page.includes('Subtotal'));
      assert.ok(pages[last]?.includes(`Concepto ${count}`), `${count} lines: totals with the last line`);
      if (count > 4) assert.equal(last, pages.length - 1, `${count} lines: the stamp with the totals`);
    }
  });
});

describe('a hybrid invoice', () => {
  const hybrid = (filed: FiledInvoice = richInvoice()): Promise<Buffer> => printHybrid(filed);

  test('holds the same invoice as XML, marked as an alternative', async () => {
    const filed = richInvoice();
    const pdf = await hybrid(filed);
    assert.equal(embeddedIn(pdf), ciiXml(filed.document, filed.folio));
    const raw = pdf.toString('latin1');
    for (const part of [
      '/AFRelationship /Alternative',
      '/Subtype /text#2Fxml',
      '/F (factur-x.xml)',
      '/UF (factur-x.xml)',
      '/EmbeddedFiles',
      '/AF [',
      '/ModDate (D:20260310162305Z)',
      '<pdfaid:part>3<',
      '<fx:ConformanceLevel>EN 16931<',
      '<fx:DocumentFileName>factur-x.xml<',
      '<fx:DocumentType>INVOICE<',
      '<fx:Version>1.0<',
    ])
      assert.ok(raw.includes(part), part);
    const xmp = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(raw)?.[0] ?? '';
    readXmlBytes(Buffer.from(xmp, 'latin1'));
    const declared = [...xmp.matchAll(/<pdfaProperty:name>(\w+)</g)].map(([, name]) => name);
    const used = [...xmp.matchAll(/<fx:(\w+)>/g)].map(([, name]) => name);
    assert.deepEqual(new Set(declared), new Set(used), 'every property is declared');
    assert.equal(declared.length, 4);
    assert.ok(textOf(pdf).includes('ZUGFeRD'));
  });

  test('takes attachments from the document that was filed', async () => {
    const filed = richInvoice();
    const attachment = {
      name: 'aufmass.csv',
      mimeType: 'text/csv',
      description: null,
      size: 3,
      sha256: '',
      content: Buffer.from('a;b'),
    } as const;
    const withFile = (content: Buffer | null): FiledInvoice['document'] => ({
      ...filed.document,
      terms: { ...filed.document.terms, attachments: [{ ...attachment, content }] },
    });
    const xml = filedXml(withFile(attachment.content), 'F', '12');
    const pdf = await hybrid({ ...filed, document: withFile(null), xml });
    assert.match(embeddedIn(pdf), /filename="aufmass.csv">YTti</);
    assert.ok(textOf(pdf).includes('Anlagen: aufmass.csv'));
  });

  test('goes to a company without a participant id by e-mail', async () => {
    const filed = richInvoice();
    const buyer = { ...filed.document.buyer, email: 'einkauf@nordwind.example' };
    const terms = { ...filed.document.terms, delivery: { channel: 'email', format: null } } as const;
    const sent = { ...filed, document: { ...filed.document, buyer, terms } };
    assert.ok((await printInvoice(sent)).equals(await printHybrid(sent)));
    const paper = {
      ...sent.document,
      terms: { ...terms, delivery: { channel: 'email', format: 'pdf' } },
    } as const;
    const pdf = await printInvoice({ ...sent, document: paper });
    assert.ok(!pdf.toString('latin1').includes('factur-x') && !textOf(pdf).includes('Umsatzsteuerrechts'));
  });

  test('is the same bytes for the same invoice', async () => {
    assert.ok((await hybrid()).equals(await hybrid()));
    assert.ok(!(await hybrid()).equals(await hybrid(creditNote())));
  });
});
