// What makes a CFDI untrue, odd or unreadable, each told by its rule and nothing else of weight.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cadenaOriginal } from '../../../src/einvoicing/mx-cfdi/cadena.ts';
import { readCfdi } from '../../../src/receiving/cfdi/read.ts';
import { receiverIssues } from '../../../src/receiving/cfdi/advice.ts';
import { testSigner, type TestSigner } from '../../einvoicing/mx-cfdi/signer.ts';
import { SAT_KEYS, sealAndStamp, writer } from './writer.ts';
import { randomOf } from '../../property/random.ts';

const UUID = '9CA14D07-3181-43A1-8F5B-2C1BF092A388';
const PLAIN = randomOf(1);

interface Parts {
  readonly attributes?: string;
  readonly issuer?: string;
  readonly inside?: string;
  readonly line?: string;
  readonly total?: string;
  readonly taxes?: string;
  readonly root?: string;
  readonly complement?: string;
  readonly after?: string;
}

const FEE =
  '<cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="10000.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="1600.00"/></cfdi:Traslados><cfdi:Retenciones><cfdi:Retencion Base="10000.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="1000.00"/><cfdi:Retencion Base="10000.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.106667" Importe="1066.67"/></cfdi:Retenciones></cfdi:Impuestos>';
const FEE_TAXES =
  '<cfdi:Impuestos TotalImpuestosRetenidos="2066.67" TotalImpuestosTrasladados="1600.00"><cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="1000.00"/><cfdi:Retencion Impuesto="002" Importe="1066.67"/></cfdi:Retenciones><cfdi:Traslados><cfdi:Traslado Base="10000.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="1600.00"/></cfdi:Traslados></cfdi:Impuestos>';

let signer: TestSigner;
before(async () => {
  signer = await testSigner('PRO840423SG8');
});

/** The fee of 10,000 with its retentions, sealed and stamped truly unless the parts say otherwise. */
const write = (parts: Parts = {}): string => {
  const xml = `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Fecha="2026-10-05T12:00:00" Sello="@@SEAL@@" FormaPago="03" NoCertificado="${signer.certificateNumber}" Certificado="${signer.certificate}" SubTotal="10000.00" Moneda="MXN" Total="${parts.total ?? '9533.33'}" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="06470"${parts.attributes ?? ''}>${parts.inside ?? ''}<cfdi:Emisor Rfc="${parts.issuer ?? 'PRO840423SG8'}" Nombre="PROVEEDORA" RegimenFiscal="601"/><cfdi:Receptor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" DomicilioFiscalReceptor="42501" RegimenFiscalReceptor="601" UsoCFDI="G03"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="80121600" Cantidad="1" ClaveUnidad="E48" Descripcion="Honorarios" ValorUnitario="10000.00" Importe="10000.00" ObjetoImp="02">${parts.line ?? FEE}</cfdi:Concepto></cfdi:Conceptos>${parts.taxes ?? FEE_TAXES}<cfdi:Complemento>${parts.complement ?? ''}@@STAMP@@</cfdi:Complemento>${parts.after ?? ''}</cfdi:Comprobante>`;
  return sealAndStamp(xml, { signer, uuid: UUID, element: writer(PLAIN, 'cfdi') });
};

const told = (xml: string | Buffer): readonly string[] =>
  readCfdi(Buffer.from(xml), SAT_KEYS)
    .issues.filter(({ severity }) => severity !== 'note')
    .map(({ rule }) => rule);

test('a fee with its retentions: 10,000 + 1,600 - 2,066.67', () => {
  const { kind, document, seals, issues } = readCfdi(Buffer.from(write()), SAT_KEYS);
  assert.deepEqual([kind, issues.map(({ rule }) => rule)], ['bill', ['cfdi_issuer_unproven']]);
  assert.deepEqual(
    [document?.totals.total, document?.totals.withheld, document?.totals.tax],
    ['9533.33', '2066.67', '1600.00'],
  );
  assert.deepEqual(
    document?.lines[0]?.withholdings.map(({ kind: tax, rate, base, amount }) => [tax, rate, base, amount]),
    [
      ['ISR', '0.100000', '10000.00', '1000.00'],
      ['IVA', '0.106667', '10000.00', '1066.67'],
    ],
  );
  assert.deepEqual(
    { ...seals?.question, sealEnd: seals?.question?.sealEnd.length },
    { uuid: UUID, issuerRfc: 'PRO840423SG8', receiverRfc: 'EKU9003173C9', total: '9533.33', sealEnd: 8 },
  );
});

test('local taxes are signed behind the other taxes, in the order of the complement', () => {
  const complement =
    '<l:ImpuestosLocales xmlns:l="http://www.sat.gob.mx/implocal" version="1.0" TotaldeRetenciones="50.00" TotaldeTraslados="300.00"><l:RetencionesLocales ImpLocRetenido="5 al millar" TasadeRetencion="0.50" Importe="50.00"/><l:TrasladosLocales ImpLocTrasladado="ISH" TasadeTraslado="3.00" Importe="300.00"/></l:ImpuestosLocales>';
  const xml = write({ complement, total: '9783.33' });
  const { document } = readCfdi(Buffer.from(xml), SAT_KEYS);
  assert.deepEqual(told(xml), []);
  assert.deepEqual(
    [document?.totals.lines, document?.totals.withheld, document?.lines[1]?.net],
    ['10300', '2116.67', '300.00'],
  );
  const own = xml.replaceAll('l:', 'implocal:').replaceAll('xmlns:l=', 'xmlns:implocal=');
  assert.ok(
    cadenaOriginal(own).endsWith('|1600.00|1.0|50.00|300.00|5 al millar|0.50|50.00|ISH|3.00|300.00||'),
  );
});

test('each untruth is told by its rule', async () => {
  const other = await testSigner('EKU9003173C9');
  const [twice, aside] = [write(), write()].map((xml) => [xml, /<tfd:[^>]*>/.exec(xml)?.[0] ?? ''] as const);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [write().replace('Honorarios', 'Honorario'), ['cfdi_seal_invalid']],
    [write({ issuer: 'AAA010101AAA' }), ['cfdi_certificate_of_another']],
    [
      write().replace(signer.certificate, other.certificate),
      ['cfdi_certificate_number', 'cfdi_certificate_of_another', 'cfdi_seal_invalid'],
    ],
    [write().replace(signer.certificate, 'AAAA'), ['cfdi_certificate_unreadable']],
    [
      write().replace('2026-10-05T12:00:00" Sello', '2024-10-05T12:00:00" Sello'),
      ['cfdi_certificate_not_in_force', 'cfdi_seal_invalid'],
    ],
    [write().replace(/<tfd:[^>]*>/, ''), ['cfdi_not_stamped']],
    [twice?.[0].replace(twice[1], twice[1].repeat(2)) ?? '', ['cfdi_stamped_twice']],
    [
      aside?.[0]
        .replace(aside[1], '')
        .replace('</cfdi:Comprobante>', `<cfdi:Addenda>${aside[1]}</cfdi:Addenda></cfdi:Comprobante>`) ?? '',
      ['cfdi_not_stamped'],
    ],
    [
      write().replace(/SelloCFD=(["']).{8}/, 'SelloCFD=$1AAAAAAAA'),
      ['cfdi_stamp_of_another', 'cfdi_sat_seal_invalid'],
    ],
    [write().replace(UUID, '9CA14D07-3181-43A1-8F5B-2C1BF092A389'), ['cfdi_sat_seal_invalid']],
    [write({ total: '9533.34' }), ['cfdi_sum']],
    [write({ line: FEE.replace('1600.00"/>', '1601.00"/>') }), ['cfdi_sum', 'cfdi_line_tax']],
    [
      write({ complement: '<x:Otro xmlns:x="http://www.sat.gob.mx/otro" a="1"/>' }).replace(
        'Honorarios',
        'X',
      ),
      ['cfdi_seal_unchecked'],
    ],
    // Nobody makes a changed document pass by an element that the SAT does not know.
    [
      write({ complement: '<x:Otro xmlns:x="http://www.example.com/otro" a="1"/>' }).replace(
        'Honorarios',
        'X',
      ),
      ['cfdi_seal_invalid'],
    ],
  ];
  for (const [xml, rules] of cases) assert.deepEqual(told(xml), rules, rules.join());
});

test('what is no CFDI of today is kept in words', () => {
  const kinds = (bytes: string | Buffer): readonly unknown[] => {
    const { kind, document, issues } = readCfdi(Buffer.from(bytes));
    return [kind, document, issues.map(({ rule }) => rule)];
  };
  assert.deepEqual(kinds('<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" Version="3.3"/>'), [
    'other',
    null,
    ['cfdi_version_old'],
  ]);
  assert.deepEqual(kinds('<cfdi:Comprobante Version="4.0"/>'), ['unknown', null, []]);
  const doctype = '<?xml version="1.0"?><!-- x --><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
  for (const bytes of [
    Buffer.from(doctype),
    Buffer.from(`\uFEFF${doctype}`, 'utf16le'),
    Buffer.from(doctype, 'utf16le').swap16(),
  ])
    assert.deepEqual(kinds(bytes), ['unknown', null, ['xml_doctype']]);
  for (const bytes of [
    '',
    '<',
    '<a',
    '<a>',
    '<a></b>',
    '\0',
    '<a>'.repeat(100),
    '<?xml version="1.0" encoding="klingon"?><a/>',
    `<a ${'b="c" '.repeat(50_000)}`,
  ])
    assert.deepEqual(kinds(bytes), ['unknown', null, ['xml_unreadable']]);
  const broken = write().replace('Total="9533.33"', 'Total="NaN"');
  assert.deepEqual(kinds(broken)[0], 'unknown');
  assert.ok((kinds(broken)[2] as string[]).includes('cfdi_figure_unreadable'));
});

test('the receiver is the company as the SAT knows it', () => {
  const { document } = readCfdi(Buffer.from(write()));
  const us = {
    rfc: 'EKU9003173C9',
    name: 'Escuela Kemper Urgate, S.A. de C.V.',
    regime: '601',
    postalCode: '42501',
  };
  const rules = (company: typeof us): readonly string[] =>
    receiverIssues(document ?? assert.fail(), company).map(
      ({ rule, facts }) => `${rule} ${facts['name'] ?? ''}`,
    );
  assert.deepEqual(rules(us), []);
  assert.deepEqual(rules({ ...us, rfc: 'AAA010101AAA', name: 'Otra' }), []);
  assert.deepEqual(rules({ ...us, name: 'Otra', regime: '626', postalCode: '01000' }), [
    'cfdi_receiver_detail Nombre',
    'cfdi_receiver_detail RegimenFiscalReceptor',
    'cfdi_receiver_detail DomicilioFiscalReceptor',
  ]);
});
