import assert from 'node:assert/strict';
import PdfDocument from 'pdfkit';
import { describe, test } from 'node:test';
import { readCfdi } from '../../src/einvoicing/mx-cfdi/read.ts';
import { stampCadena } from '../../src/einvoicing/mx-cfdi/stamp.ts';
import { qrModules } from '../../src/pdf/mx/stamp.ts';
import { fontFile } from '../../src/pdf/faces.ts';
import { renderInvoicePdf } from '../../src/pdf/render.ts';
import { toPrinted } from '../../src/pdf/print.ts';
import { readXmlBytes } from '../../src/einvoicing/xml/read.ts';
import { type Rectangle, filledGroups, pagesOf, placesOf, textOf } from './read-pdf.ts';
import { type Sample, type SampleCountry, type SampleLine, UUID, filedOf } from './samples.ts';

const render = (country: SampleCountry, sample: Sample = {}): Promise<Buffer> =>
  renderInvoicePdf(toPrinted(filedOf(country, sample)));

const many = (count: number): readonly SampleLine[] =>
  Array.from({ length: count }, (_, index) => ({
    description:
      index % 7 === 3
        ? `Mantenimiento preventivo y correctivo de equipos de cómputo, con refacciones, mano de obra y traslado ${index}`
        : `Concepto número ${index + 1}`,
    quantity: String(1 + (index % 5)),
    unitPrice: String(100 + index),
  }));

const LONG = {
  seller: 'COMERCIALIZADORA Y DISTRIBUIDORA INTERNACIONAL DE PRODUCTOS AGROPECUARIOS '.repeat(4).trim(),
  buyer: 'W'.repeat(300),
  folio: 'FACTURAMATRIZNORTE0000000-00000000000000000000000000001234567890',
  lines: [
    { description: 'M'.repeat(1000), unitPrice: '999999999999.123456', quantity: '1.123456' },
    { description: Array.from({ length: 120 }, (_, index) => `línea ${index}`).join('\n'), unitPrice: '1' },
    ...many(5),
  ],
} as const satisfies Sample;

/** Text that begins on the same page with its room, in the fonts that pdfkit measures. */
const boxesOf = (pdf: Buffer): readonly (readonly (Rectangle & { readonly text: string })[])[] => {
  const measure = new PdfDocument();
  // Bold is the wider of the two.
  measure.font(fontFile('bold'));
  return placesOf(pdf).map((page) =>
    page.map(({ text, x, y, size }) => ({
      text,
      x,
      y: y - size * 0.15,
      width: measure.fontSize(size).widthOfString(text) * 0.9,
      height: size * 0.75,
    })),
  );
};

const overlap = (left: Rectangle, right: Rectangle): boolean =>
  left.x < right.x + right.width &&
  right.x < left.x + left.width &&
  left.y < right.y + right.height &&
  right.y < left.y + left.height;

const assertTidy = (pdf: Buffer, width: number, height: number): void => {
  for (const [page, boxes] of boxesOf(pdf).entries()) {
    for (const [index, box] of boxes.entries()) {
      const inside =
        box.x >= 40 && box.x + box.width <= width - 38 && box.y >= 20 && box.y + box.height <= height - 30;
      assert.ok(inside, `page ${page + 1}: "${box.text}" leaves the page: ${JSON.stringify(box)}`);
      const other = boxes.slice(index + 1).find((each) => overlap(box, each));
      assert.equal(other, undefined, `page ${page + 1}: "${box.text}" meets "${other?.text}"`);
    }
  }
};

describe('the PDF of an invoice', () => {
  test('is the same bytes for the same invoice, whenever it is made', async () => {
    const first = await render('MX', { sandbox: true });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.ok(first.equals(await render('MX', { sandbox: true })));
    assert.ok(!first.equals(await render('MX', { sandbox: true, folio: 'F-13' })));
    assert.match(first.toString('latin1'), /\(D:20260310162305Z\)/);
  });

  test('has what a printed CFDI must have, in Spanish', async () => {
    const filed = filedOf('MX');
    const { xml } = filed;
    const text = textOf(await renderInvoicePdf(toPrinted(filed)));
    for (const expected of [
      'Factura',
      'F-12',
      'PAPELERIA ROBLES',
      'RFC: PRO840423SG8',
      '601 General de Ley Personas Morales',
      'ESCUELA KEMPER URGATE',
      'RFC: EKU9003173C9',
      'Uso del CFDI: G03 Gastos en general',
      'PPD Pago en parcialidades o diferido',
      '99 Por definir',
      '10/03/2026 10:22:31',
      '10/03/2026 10:23:05',
      UUID,
      '30001000000500003416',
      '30001000000400002495',
      'SPR190613I52',
      '80101501',
      'E48 Unidad de servicio',
      '950.123456',
      '2,375.31',
      '380.05',
      '2,755.36 MXN',
      'DOS MIL SETECIENTOS CINCUENTA Y CINCO PESOS 36/100 M.N.',
      'Este documento es una representación impresa de un CFDI.',
      'Página 1 de 1',
    ]) {
      assert.ok(text.includes(expected), expected);
    }
    assert.ok(!text.includes('SANDBOX'));
    // Seals break over lines; nothing of them may be lost.
    const whole = text.replaceAll('\n', '');
    const stamp = readCfdi(xml).stamp;
    assert.ok(stamp);
    for (const seal of [stamp.cfdiSeal, stamp.satSeal, stampCadena(stamp)])
      assert.ok(whole.includes(seal), seal);
  });

  test('draws the QR code of the SAT module for module', async () => {
    const filed = filedOf('MX');
    const end = readCfdi(filed.xml).seal.slice(-8).replaceAll('+', '%2B');
    const address =
      `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${UUID}` +
      `&re=PRO840423SG8&rr=EKU9003173C9&tt=2755.36&fe=${end}`;
    assert.equal(toPrinted(filed).stamp?.qr, address);
    const group = filledGroups(await render('MX')).reduce((most, each) =>
      each.length > most.length ? each : most,
    );
    const expected = qrModules(address);
    const left = Math.min(...group.map(({ x }) => x));
    const top = Math.min(...group.map(({ y }) => y));
    const step = Math.min(...group.map(({ height }) => height));
    const drawn = expected.map((row) => row.map(() => false));
    for (const { x, y, width } of group) {
      const row = drawn[Math.round((y - top) / step)];
      const first = Math.round((x - left) / step);
      for (let column = first; column < first + Math.round(width / step); column += 1)
        if (row) row[column] = true;
    }
    assert.deepEqual(drawn, expected);
    // SAT: at least 2.75 cm a side.
    assert.ok(step * expected.length >= (2.75 / 2.54) * 72);
  });

  test('says sandbox on every page of an invoice that was filed in one, and nowhere else', async () => {
    for (const [country, words] of [
      ['MX', 'SANDBOX – sin validez fiscal'],
      ['DE', 'SANDBOX – ohne steuerliche Gültigkeit'],
      ['GB', 'SANDBOX – no fiscal validity'],
    ] as const) {
      const pages = pagesOf(await render(country, { sandbox: true, lines: many(80) }));
      assert.ok(pages.length > 1);
      for (const page of pages) assert.equal(page.filter((text) => text === words).length, 2, country);
      const real = textOf(await render(country));
      assert.ok(!real.includes('SANDBOX'));
    }
  });

  test('breaks 200 lines over pages with headings, page numbers and nothing lost', async () => {
    const lines = many(200);
    const pdf = await render('MX', { lines });
    const pages = pagesOf(pdf);
    assert.ok(pages.length >= 6 && pages.length <= 12, String(pages.length));
    pages.slice(0, -1).forEach((page, index) => {
      assert.ok(page.includes('Valor unitario'), `headings of page ${index + 1}`);
    });
    pages.forEach((page, index) => {
      assert.ok(page.includes(`Página ${index + 1} de ${pages.length}`));
      if (index > 0) assert.ok(page.includes('Factura F-12'));
      // No row is torn apart: as many begin on a page as end on it.
      const begun = page.filter((text) => text === '80101501').length;
      assert.equal(page.filter((text) => text.startsWith('Objeto de impuesto')).length, begun);
    });
    const all = pages.flat();
    for (const { description } of lines.filter(({ description }) => description.startsWith('Concepto'))) {
      assert.equal(all.filter((text) => text === description).length, 1, description);
    }
    assertTidy(pdf, 612, 792);
  });

  test('keeps long names, long words and a row longer than a page in their places', async () => {
    assertTidy(await render('MX', LONG), 612, 792);
    for (const country of ['DE', 'GB', 'NL', 'AU', 'SG'] as const) {
      const pdf = await render(country, LONG);
      assertTidy(pdf, 595.28, 841.89);
      const text = textOf(pdf);
      assert.ok(text.includes('línea 0\n') && text.includes('línea 119\n'), country);
    }
  });

  test('is German for a German seller', async () => {
    const text = textOf(
      await render('DE', {
        lines: [
          { description: 'Wartung', quantity: '3.5', unitPrice: '1200.5' },
          { description: 'Buch', unitPrice: '49.95', rate: '7' },
          { description: 'Montage', unitPrice: '1500', rate: '0', category: 'AE', exemption: 'AE' },
          { description: 'Seminar', unitPrice: '300', rate: '0', category: 'E', exemption: 'VATEX-EU-132' },
        ],
      }),
    );
    for (const expected of [
      'Rechnung',
      'USt-IdNr.: DE136695976',
      'USt-IdNr.: DE129273398',
      '10.03.2026',
      '09.04.2026',
      'PO-2026-118',
      '4.201,75',
      '798,33',
      '6.051,70 EUR',
      '6.853,53 EUR',
      '19 %',
      '7 %',
      'DE89 3704 0044 0532 0130 00',
      'COBADEFFXXX',
      'SEPA-Überweisung',
      'Seite 1 von 1',
      'Nordwind Energie AG',
      'Liefer-/Leistungsdatum',
      '0 % (AE): Steuerschuldnerschaft des Leistungsempfängers',
      '0 % (E): Umsatzsteuerfrei, VATEX-EU-132',
    ]) {
      assert.ok(text.includes(expected), expected);
    }
    assert.match(text.replaceAll('\n', ' '), /strukturierte elektronische Rechnung \(XML nach EN 16931\)/);
  });

  test('is English elsewhere, with the words of the country', async () => {
    assert.match(textOf(await render('AU')), /ABN: 51824753556[^]*Tax invoice[^]*GST BY RATE/);
    assert.match(textOf(await render('SG')), /Tax invoice[^]*10 Mar 2026[^]*2,589\.09 SGD/);
    assert.match(
      textOf(await render('GB')),
      /VAT registration number: GB123456789[^]*Invoice[^]*2,850\.37 GBP/,
    );
    assert.match(textOf(await render('NL')), /Invoice[^]*2\.874,1\d EUR/);
  });

  test('writes sums in the digits of their currency', async () => {
    const text = textOf(
      await render('MX', {
        currency: 'JPY',
        lines: [{ description: 'Traducción', unitPrice: '150000', quantity: '3' }],
      }),
    );
    assert.ok(text.includes('522,000 JPY') && text.includes('QUINIENTOS VEINTIDÓS MIL YENES JPY'));
    assert.ok(text.includes('17.2345 MXN') && !text.includes('450,000.00'));
    const euros = textOf(
      await render('DE', { currency: 'KWD', lines: [{ description: 'Öl', unitPrice: '1234.567' }] }),
    );
    assert.ok(euros.includes('1.234,567 KWD') && euros.includes('Wechselkurs'));
  });

  test('sets Latin, Greek and Cyrillic as they are written', async () => {
    const text = textOf(
      await render('DE', {
        seller: 'Český Průmysl Žďár s.r.o.',
        buyer: 'Zakłady „Śląsk” Łódź',
        lines: [{ description: 'Ελληνική, Москва, Nguyễn, a\u0000b\u202Ec', unitPrice: '10' }],
      }),
    );
    for (const expected of [
      'Český Průmysl Žďár s.r.o.',
      'Zakłady „Śląsk” Łódź',
      'Ελληνική, Москва, Nguyễn, abc',
    ])
      assert.ok(text.includes(expected), `${expected} in ${text.slice(0, 200)}`);
    assert.ok(!text.includes('[U+') && !text.includes('\u0000'));
  });

  test('names by number what was filed before it was refused', async () => {
    const text = textOf(await render('DE', { buyer: '北京公司' }));
    assert.match(text, /\[U\+5317\]\[U\+4EAC\]/);
    assert.match(text, /stehen als \[U\+…\]/);
  });

  test('is PDF/A-3b: fonts embedded, an output intent, and metadata of its own', async () => {
    const raw = (await render('DE', { seller: 'A & B <Söhne>' })).toString('latin1');
    assert.match(raw, /^%PDF-1\.7/);
    for (const part of ['/GTS_PDFA1', '<pdfaid:part>3<', '<pdfaid:conformance>B<', '/FontFile2', '/ID ['])
      assert.ok(raw.includes(part), part);
    assert.doesNotMatch(raw, /Helvetica|\/Encrypt|\/JavaScript/);
    const xmp = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(raw)?.[0] ?? '';
    assert.ok(readXmlBytes(Buffer.from(xmp, 'latin1')), 'well-formed');
    assert.ok(Buffer.from(xmp, 'latin1').toString().includes('A &amp; B &lt;Söhne&gt;'));
  });

  test('does not take markup of the XML for markup of its own', async () => {
    const name = 'A & B <HIJOS> "ÑANDU"';
    assert.ok(textOf(await render('MX', { buyer: name })).includes(name));
  });
});
