import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ciiXml } from '../../src/einvoicing/peppol-ubl/cii/invoice.ts';
import { readXmlBytes } from '../../src/einvoicing/xml/read.ts';
import type { FiledInvoice } from '../../src/domain/filing/delivery/printer.ts';
import { printComplement, printHybrid, printInvoice, toPrinted } from '../../src/pdf/print.ts';
import { complement, creditNote, debitInvoice, retainedInvoice, richInvoice, twoPayments } from './kinds.ts';
import { embeddedIn, pagesOf, textOf } from './read-pdf.ts';
import { filedOf, filedXml, SIGNER, stamped } from './samples.ts';
import { mxCfdi } from '../../src/einvoicing/mx-cfdi/index.ts';
import { seal } from '../../src/einvoicing/mx-cfdi/seal.ts';
import { peppolUbl } from '../../src/einvoicing/peppol-ubl/index.ts';
import { documentOf as mxDocument } from '../einvoicing/mx-cfdi/golden.ts';
import {
  CUSTOMERS,
  documentOf as networkDocument,
  FACTS,
  type InvoiceGiven,
  SELLERS,
} from '../einvoicing/peppol-ubl/invoices.ts';

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

describe('a document of the network', () => {
  const printed = (given: InvoiceGiven) => {
    const document = networkDocument(given);
    const { bytes: xml } = peppolUbl.build(document, FACTS);
    return toPrinted({ document, folio: 'F-1', filedAt: FACTS.issuedAt, sandbox: false, xml });
  };

  test('shows the category on lines where two kinds of 0 % meet, and only there', () => {
    const line = (country_details: object) => ({ unit_price: 100, country_details });
    const rates = (...lines: object[]) =>
      printed({ customer: CUSTOMERS.FR, lines } as InvoiceGiven).blocks[0]?.table.rows.map(({ cells }) =>
        (cells.at(-2) ?? '').replaceAll('\u00a0', ' '),
      );
    const [reverse, zero, reduced] = [
      line({ exemption_code: 'AE' }),
      line({ tax_rate: 0 }),
      line({ tax_rate: 7 }),
    ];
    assert.deepEqual(rates(reverse, zero, reduced), ['0 % (AE)', '0 % (Z)', '7 %']);
    assert.deepEqual(rates(reverse, reverse, reduced), ['0 %', '0 %', '7 %']);
  });

  test('names tax ids and entries in registers as its country does, and the standard that it follows', () => {
    const told = (given: InvoiceGiven) => {
      const { seller, buyer, legend, title } = printed(given);
      const ids = [...seller.lines, ...buyer.lines].filter((text) => /^[^:]+: [A-Z]*\d/.test(text));
      return { title, ids, legend: /\((.*)\)/.exec(legend)?.[1] ?? legend };
    };
    const mailed = { more: { delivery: { channel: 'email' } } } as const;
    assert.deepEqual(told({ seller: SELLERS.AU, customer: CUSTOMERS.AU }), {
      title: 'Tax invoice',
      ids: ['ABN: 51824753556', 'ABN: 53004085616'],
      legend: 'XML, PINT A-NZ',
    });
    assert.deepEqual(
      told({ seller: SELLERS.AU, customer: { ...CUSTOMERS.US, email: 'a@b.example' }, ...mailed }),
      { title: 'Tax invoice', ids: ['ABN: 51824753556', 'Tax number: 123456789'], legend: '' },
    );
    const details = { ...SELLERS.SG.details, vat_id: 'M90312345A' };
    assert.deepEqual(told({ seller: { ...SELLERS.SG, details }, customer: CUSTOMERS.SG }), {
      title: 'Tax invoice',
      ids: ['GST registration number: M90312345A', 'UEN: 200312345A', 'GST registration number: 201912345K'],
      legend: 'XML, PINT SG',
    });
    assert.deepEqual(
      told({
        seller: SELLERS.NL,
        customer: CUSTOMERS.NL,
        details: { bank_account_number: 'NL91ABNA0417164300' },
      }),
      {
        title: 'Invoice',
        ids: [
          'btw-id: NL001234567B01',
          'KvK number: 12345678',
          'btw-id: NL009876543B01',
          'KvK number: 87654321',
        ],
        legend: 'XML, EN 16931',
      },
    );
    assert.deepEqual(told({}).legend, 'XML nach EN 16931');
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

  test('lists its taxes in order, each with base and rate, and none for what is exempt', () => {
    const codes = (sat_product_code: string, more: object = {}) => ({
      unit_price: 100,
      country_details: { sat_product_code, sat_unit_code: 'H87', tax_object: '02', ...more },
    });
    const facts = { series: 'F', number: '1', issued_at: '2026-11-21T18:00:00Z' };
    const document = mxDocument({
      about: '',
      facts,
      lines: [
        codes('50202201', { excise: { rate: 26.5 } }),
        codes('50181900', { tax_rate: 0 }),
        codes('55101500', { exempt: true }),
        codes('80101501', {
          withholdings: [
            { tax: 'ISR', rate: 10 },
            { tax: 'IVA', rate: 10.6667 },
          ],
        }),
        codes('78101800', { withholdings: [{ tax: 'IVA', rate: 4 }] }),
      ],
    });
    const built = mxCfdi.build(document, { series: 'F', number: '1', issuedAt: new Date(facts.issued_at) });
    const xml = stamped(seal(built, SIGNER));
    const { taxes } = toPrinted({
      document,
      folio: 'F-1',
      filedAt: new Date(facts.issued_at),
      sandbox: false,
      xml,
    });
    const plain = taxes.rows.map(({ cells }) => cells.map((cell) => cell.replaceAll('\u00a0', ' ')));
    assert.deepEqual(plain, [
      ['002 IVA', '326.50', '16 %', '52.24'],
      ['002 IVA', '100.00', '0 %', '0.00'],
      ['002 IVA', '100.00', 'Exento', '–'],
      ['003 IEPS', '100.00', '26.5 %', '26.50'],
      ['Retención 001 ISR', '100.00', '10 %', '−10.00'],
      ['Retención 002 IVA', '100.00', '10.6667 %', '−10.67'],
      ['Retención 002 IVA', '100.00', '4 %', '−4.00'],
    ]);
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
