import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimal } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { ciiXml } from '../../../src/einvoicing/peppol-ubl/cii/invoice.ts';
import { peppolUbl } from '../../../src/einvoicing/peppol-ubl/index.ts';
import { childAt, readXmlBytes, type XmlNode } from '../../../src/einvoicing/xml/read.ts';
import { NO_TERMS } from '../../../src/einvoicing/terms.ts';
import { documentOf } from '../../pdf/samples.ts';
import { GOLDEN as GOLDEN_INVOICES } from '../peppol-ubl/golden-cases.ts';
import { documentOf as invoiceOf, FACTS } from '../peppol-ubl/invoices.ts';
import { checkCii } from './check.ts';
import { type Random, randomDocument } from './documents.ts';
import { dose, seedOf } from '../../support/dose.ts';

const FOLIO = 'F-12';
const DOCUMENTS = dose(400);
const SEED = seedOf(import.meta.filename);
const GOLDEN = join(process.cwd(), 'test/einvoicing/cii/golden.xml');

/** A full-period generator of 32 bits, seeded by the property. */
const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

describe('CII of profile EN 16931', () => {
  test(`is in order and adds up for ${DOCUMENTS} random German documents`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const document = randomDocument(randomFrom(seed));
        const xml = ciiXml(document, FOLIO);
        assert.deepEqual(checkCii(xml), []);
        assert.equal(ciiXml(document, FOLIO), xml);
      }),
      { numRuns: DOCUMENTS, seed: SEED },
    );
  });

  test('the checker finds what is out of order, missing and wrongly added', () => {
    const xml = ciiXml(documentOf('DE', {}), FOLIO);
    assert.deepEqual(checkCii(xml.replace('<ram:TypeCode>380</ram:TypeCode>', '')), [
      'rsm:ExchangedDocument/TypeCode! is missing',
    ]);
    assert.deepEqual(checkCii(xml.replace('2826.62</ram:Due', '2826.63</ram:Due')), ['BR-CO-16']);
    const moved = xml.replace(
      /(<ram:PaymentReference>.*?)(<ram:InvoiceCurrencyCode>.*?<\/ram:InvoiceCurrencyCode>)/,
      '$2$1',
    );
    assert.deepEqual(checkCii(moved), [
      'ram:ApplicableHeaderTradeSettlement/PaymentReference is out of order',
    ]);
  });

  test('says everything that a German invoice can say', () => {
    const plain = documentOf('DE', {
      lines: [
        { description: 'Beratung', quantity: '3', unitPrice: '120' },
        { description: 'Montage', unitPrice: '1500', rate: '0', category: 'AE' },
      ],
    });
    const made = ciiXml(
      {
        ...plain,
        notes: 'Vielen Dank für Ihren Auftrag.',
        title: 'Umbau',
        relations: [{ type: '04', uuid: 'x', folio: 'F-3', issueDate: asDay('2026-02-01') }],
        terms: {
          ...NO_TERMS,
          paymentTermsText: 'Danach ohne Abzug',
          deliveryPeriod: { from: asDay('2026-02-01'), to: asDay('2026-02-28') },
          orderReference: '4500012345',
          contractReference: 'V-77',
          projectReference: 'Halle 3',
          discountTerms: [
            { percent: decimal('3'), days: 7 },
            { percent: decimal('2'), days: 14 },
          ],
        },
      },
      FOLIO,
    ).replaceAll('><', '>\n<');
    assert.deepEqual(checkCii(made), []);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, made);
    assert.equal(made, readFileSync(GOLDEN, 'utf8'));
  });
});

describe('the CII of a German invoice as it is filed', () => {
  const textAt = (root: XmlNode, ...path: readonly string[]): string | undefined => childAt(root, path)?.text;
  const TRADE = 'rsm:SupplyChainTradeTransaction';
  const SUMS = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation';

  for (const [name, given] of Object.entries(GOLDEN_INVOICES)) {
    const document = invoiceOf(given);
    if (document.seller.country_code !== 'DE') continue;
    test(`${name} is owed what its UBL says`, () => {
      const folio = `${FACTS.series}-${FACTS.number}`;
      const xml = ciiXml(document, folio);
      assert.deepEqual(checkCii(xml), []);
      const cii = readXmlBytes(Buffer.from(xml));
      const ubl = readXmlBytes(peppolUbl.build(document, FACTS).bytes);
      const sum = (element: string): string | undefined =>
        textAt(cii, TRADE, 'ram:ApplicableHeaderTradeSettlement', SUMS, `ram:${element}`);
      const total = (element: string): string | undefined =>
        textAt(ubl, 'cac:LegalMonetaryTotal', `cbc:${element}`);
      assert.deepEqual(
        [
          sum('LineTotalAmount'),
          sum('TaxBasisTotalAmount'),
          sum('GrandTotalAmount'),
          sum('DuePayableAmount'),
        ],
        ['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'].map(total),
      );
      assert.equal(sum('TaxTotalAmount'), textAt(ubl, 'cac:TaxTotal', 'cbc:TaxAmount'));
      assert.equal(textAt(cii, 'rsm:ExchangedDocument', 'ram:ID'), textAt(ubl, 'cbc:ID'));
    });
  }
});
