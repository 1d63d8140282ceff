// Files as they come: PDFs of every make, envelopes, encodings, and what nobody should open. Each is read or kept with words,
// within the limits of the process that reads.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/receiving/document.ts';
import { ciiXml } from '../../src/einvoicing/peppol-ubl/cii/invoice.ts';
import type { Reading } from '../../src/receiving/reading.ts';
import { documentOf } from '../pdf/samples.ts';
import { objectBomb, type PdfPlan, pdfOf } from './support/pdf.ts';
import { ublInvoice } from './support/ubl.ts';

const XML = ublInvoice({
  lines: [{ net: '100.00' }],
  taxes: [['100.00', '19', '19.00']],
  totals: ['100.00', null, null, '100.00', '19.00', '119.00', null, '119.00'],
});
const CII = Buffer.from(ciiXml(documentOf('DE', {}), 'F-12'));
const OTHER = { name: 'terms.xml', bytes: Buffer.from('<terms>none</terms>') };
const MEBIBYTE = 1024 * 1024;

const read = async (bytes: Uint8Array): Promise<Reading> => {
  const reading = await readDocument(bytes, { organisation_id: 'orgn_test' });
  assert.ok(reading !== 'busy');
  return reading;
};

const outcome = ({ kind, format, issues, document }: Reading): readonly unknown[] => [
  kind,
  format,
  document?.number ?? null,
  issues.map(({ rule }) => rule),
];

describe('PDFs', () => {
  const named = { name: 'factur-x.xml', bytes: CII };
  const bill = ['bill', 'hybrid_pdf', 'F-12', []];
  const ticket = (...rules: readonly string[]) => ['unknown', 'pdf', null, rules];
  const CASES: readonly (readonly [string, PdfPlan, readonly unknown[]])[] = [
    ['in a names tree', { files: [named] }, bill],
    ['without /Params', { files: [named], hasParams: false }, bill],
    ['below /Kids', { files: [named], tree: 'kids', hasParams: false }, bill],
    ['only in /AF', { files: [named], tree: 'af' }, bill],
    ['below /Kids that lead back to themselves', { files: [named], tree: 'loop' }, bill],
    ['deflated twice', { files: [{ ...named, flate: 2 }] }, bill],
    ['not deflated', { files: [{ ...named, flate: 0 }] }, bill],
    ['after others', { files: [OTHER, named, OTHER] }, bill],
    ['in capitals', { files: [{ ...named, name: 'FACTUR-X.XML' }] }, bill],
    [
      'by another name',
      { files: [OTHER, { ...named, name: 'cida.xml' }] },
      ['bill', 'hybrid_pdf', 'F-12', ['attachment_name']],
    ],
    [
      'UBL within',
      { files: [{ name: 'xrechnung.xml', bytes: Buffer.from(XML) }] },
      ['bill', 'hybrid_pdf', 'RE 2026-0117', []],
    ],
    [
      'two by names of the standards',
      { files: [{ ...named, name: 'xrechnung.xml' }, named] },
      ['bill', 'hybrid_pdf', 'F-12', ['pdf_files_several']],
    ],
    [
      'two by other names',
      {
        files: [
          { ...named, name: 'a.xml' },
          { ...named, name: 'b.xml' },
        ],
      },
      ticket('pdf_files_unclear'),
    ],
    ['no data', { files: [] }, ticket('no_structured_data')],
    [
      'a filter that is not read',
      { files: [{ ...named, filter: '/LZWDecode' }] },
      ticket('pdf_filter', 'no_structured_data'),
    ],
    [
      'an order',
      { files: [{ name: 'order-x.xml', bytes: Buffer.from('<SCRDMCCBDACIOMessageStructure/>') }] },
      ['unknown', 'order_x', null, ['attachment_name', 'unsupported_document']],
    ],
    [
      'encrypted',
      { files: [named], trailer: '/Encrypt << /Filter /Standard /V 2 /R 3 /O (x) /U (x) /P -4 >>' },
      ticket('pdf_encrypted'),
    ],
  ];
  for (const [name, plan, expected] of CASES)
    test(name, async () => {
      const reading = await read(pdfOf(plan));
      assert.deepEqual(outcome(reading), expected);
      if (reading.format !== 'hybrid_pdf') return;
      const data = reading.files.filter(({ role }) => role === 'data');
      assert.equal(data.length, 1);
      const given = plan.files.find((file) => file.name === data[0]?.name);
      assert.deepEqual(Buffer.from(data[0]?.bytes ?? []), Buffer.from(given?.bytes ?? []));
    });

  test('cut anywhere, or with any byte changed, is read or kept in words', { timeout: 60_000 }, async () => {
    const whole = pdfOf({ files: [named] });
    const some = (count: number): readonly number[] =>
      Array.from({ length: count }, (_, at) => 8 + Math.floor(((whole.length - 8) * at) / count));
    const cut = some(60).map((length) => whole.subarray(0, length));
    const changed = some(60).map((at) => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 0x15;
      return copy;
    });
    const nothing = Buffer.from('%PDF-1.4\n%%EOF\n');
    const noCatalog = Buffer.from('%PDF-1.4\ntrailer<</Root 9 0 R>>\n');
    for (const bytes of [...cut, ...changed, nothing, noCatalog]) {
      const { kind, issues } = await read(bytes);
      assert.ok(kind === 'bill' || issues.length > 0, kind);
    }
    assert.deepEqual(outcome(await read(nothing)), ticket('pdf_broken'));
  });

  test('files within that unpack to more than the limit are refused', async () => {
    const bomb = { name: 'factur-x.xml', bytes: Buffer.alloc(51 * MEBIBYTE, ' ') };
    assert.deepEqual(
      outcome(await read(pdfOf({ files: [bomb, { ...bomb, flate: 2 }] }))),
      ticket('pdf_file_too_large', 'pdf_file_too_large', 'no_structured_data'),
    );
  });

  test(
    'loading a bomb ends its process at the bound of memory, and no other',
    { timeout: 30_000 },
    async () => {
      const bomb = objectBomb(96);
      const bound = { memory_mb: 224 };
      const [bombed, beside] = await Promise.all([
        readDocument(bomb, { organisation_id: 'orgn_test', ...bound }),
        readDocument(Buffer.from(XML), { organisation_id: 'orgn_other', ...bound }),
      ]);
      assert.ok(bombed !== 'busy' && beside !== 'busy');
      assert.deepEqual(outcome(bombed), ['unknown', 'unknown', null, ['reading_too_large']]);
      assert.equal(beside.kind, 'bill');
      // It was that bound: within the usual one the same bytes are a PDF without data.
      assert.deepEqual(outcome(await read(bomb)), ticket('no_structured_data'));
    },
  );
});

describe('XML', () => {
  const spelled = (encoding: string): string => XML.replace('UTF-8', encoding);
  const wide = (text: string, order: 'LE' | 'BE', size: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(text.length * size);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (size === 2) bytes[order === 'LE' ? 'writeUInt16LE' : 'writeUInt16BE'](code, at * size);
      else bytes[order === 'LE' ? 'writeUInt32LE' : 'writeUInt32BE'](code, at * size);
    }
    return bytes;
  };

  test('is read in every encoding that it says', async () => {
    const files = [
      Buffer.from(`\uFEFF${XML}`),
      Buffer.from(spelled('ISO-8859-1'), 'latin1'),
      Buffer.from(spelled('windows-1252'), 'latin1'),
      Buffer.from(spelled('utf-16')),
      wide(spelled('UTF-16'), 'LE', 2),
      wide(`\uFEFF${spelled('UTF-16')}`, 'BE', 2),
      wide(spelled('UTF-32'), 'LE', 4),
      wide(`\uFEFF${spelled('UTF-32')}`, 'BE', 4),
    ];
    for (const file of files) {
      const { kind, document, issues } = await read(file);
      assert.deepEqual(
        [kind, document?.buyer.name, issues.filter(({ severity }) => severity !== 'note')],
        ['bill', 'Brückner Werkzeugbau GmbH', []],
      );
    }
  });

  test(
    'cut anywhere, or with any character changed, is read or kept in words',
    { timeout: 60_000 },
    async () => {
      for (const whole of [Buffer.from(XML), CII])
        for (let at = 60; at < whole.length; at += Math.ceil(whole.length / 150)) {
          const copy = Buffer.from(whole);
          copy[at] = 'x<0-"'.charCodeAt(at % 5);
          for (const bytes of [whole.subarray(0, at), copy]) {
            const { kind, issues } = await read(bytes);
            assert.ok(kind === 'bill' || issues.length > 0, `${kind} at ${at}`);
          }
        }
    },
  );

  test('with a DOCTYPE is refused in every encoding, and nothing in it is fetched', async () => {
    const evil = XML.replace('?>', '?><!DOCTYPE Invoice [<!ENTITY a SYSTEM "file:///etc/passwd">]>');
    const files = [
      Buffer.from(evil),
      wide(evil, 'LE', 2),
      wide(evil, 'BE', 2),
      wide(evil, 'LE', 4),
      wide(evil, 'BE', 4),
    ];
    for (const file of files)
      assert.deepEqual(outcome(await read(file)), ['unknown', 'xml', null, ['xml_doctype']]);
  });

  test('in an envelope of the network is that within it', async () => {
    const open =
      '<e:StandardBusinessDocument xmlns:e="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">';
    const header =
      '<e:StandardBusinessDocumentHeader><e:HeaderVersion>1.0</e:HeaderVersion></e:StandardBusinessDocumentHeader>';
    const [, body = ''] = XML.split('?>');
    const file = Buffer.from(`${open}${header}${body}</e:StandardBusinessDocument>`);
    assert.deepEqual(outcome(await read(file)), ['bill', 'ubl_invoice', 'RE 2026-0117', []]);
  });

  test('in an envelope that carries it as bytes or text is that within it, once', async () => {
    const space = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
    const carried = (name: string, content: string): Buffer =>
      Buffer.from(
        `<e:StandardBusinessDocument xmlns:e="${space}"><e:StandardBusinessDocumentHeader/><${name} xmlns="http://peppol.eu/xsd/ticc/envelope/1.0" mimeType="application/xml">${content}</${name}></e:StandardBusinessDocument>`,
      );
    const base64 = Buffer.from(XML).toString('base64');
    const lines = base64.replaceAll(/.{76}/g, '$&\n');
    const escaped = XML.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    for (const file of [
      carried('BinaryContent', base64),
      carried('BinaryContent', lines),
      carried('TextContent', escaped),
    ])
      assert.deepEqual(outcome(await read(file)), ['bill', 'ubl_invoice', 'RE 2026-0117', []]);
    const again = carried('BinaryContent', carried('BinaryContent', base64).toString('base64'));
    const rules = [];
    for (const file of [again, carried('BinaryContent', 'no base64!'), carried('BinaryContent', '')])
      rules.push(outcome(await read(file)).slice(0, 4));
    assert.deepEqual(rules, [
      ['unknown', 'xml', null, ['unknown_xml']],
      ['unknown', 'xml', null, ['xml_unreadable']],
      ['unknown', 'empty', null, ['file_empty']],
    ]);
  });

  test('of other formats is kept by name', async () => {
    const seen = [];
    for (const text of [
      '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>',
      '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>',
      '<html><body>Rechnung</body></html>',
      '<Invoice><ID>1</ID></Invoice>',
      '<a><b></a>',
    ])
      seen.push(outcome(await read(Buffer.from(text))).slice(1));
    assert.deepEqual(seen, [
      ['zugferd_1', null, ['unsupported_document']],
      ['fatturapa', null, ['unsupported_document']],
      ['xml', null, ['unknown_xml']],
      ['xml', null, ['unknown_xml']],
      ['xml', null, ['xml_unreadable']],
    ]);
  });

  test('that is too deep, too wide or too large is kept in words', { timeout: 60_000 }, async () => {
    const rules = async (bytes: Uint8Array): Promise<readonly unknown[]> =>
      outcome(await read(bytes)).slice(3);
    assert.deepEqual(await rules(Buffer.from('<a>'.repeat(200_000))), [['xml_unreadable']]);
    assert.deepEqual(await rules(Buffer.from(`<a>${'<b/>'.repeat(300_000)}</a>`)), [['xml_unreadable']]);
    assert.deepEqual(await rules(Buffer.from(`<a>${' '.repeat(21_000_000)}</a>`)), [['xml_too_large']]);
    assert.deepEqual(await rules(Buffer.alloc(100 * MEBIBYTE, '<')), [['file_too_large']]);
  });
});

test('pictures, nothing and anything else are kept', async () => {
  const seen = [];
  for (const bytes of [
    Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
    Buffer.from('\xff\xd8\xff\xe0rest', 'latin1'),
    Buffer.alloc(0),
    Buffer.from('PK\x03\x04'),
    Buffer.from('GIF89a%PDF-1.7 <Invoice/>'),
  ])
    seen.push(outcome(await read(bytes)).slice(1));
  assert.deepEqual(seen, [
    ['image', null, ['no_structured_data']],
    ['image', null, ['no_structured_data']],
    ['empty', null, ['file_empty']],
    ['unknown', null, ['file_unknown']],
    ['image', null, ['no_structured_data']],
  ]);
});
