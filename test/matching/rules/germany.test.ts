// German examples of every kind of line, made by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentIds, documentOf, lineOf, resultOf } from './support.ts';
import { english } from '../../../src/base/said.ts';

const bill = (given: Parameters<typeof documentOf>[0]): ReturnType<typeof documentOf> =>
  documentOf({ currency: 'EUR', ...given });
const line = (given: Parameters<typeof lineOf>[0]): ReturnType<typeof lineOf> =>
  lineOf({ currency: 'EUR', ...given });

const invoice = bill({ id: 'd1', partyId: 'p0', number: 'RE-2026-0123', totalMinor: 119_050 });

for (const text of [
  'Rechnung RE-2026-0123',
  'RE 2026 0123',
  'EREF+RE20260123 SVWZ+Danke',
  'Rg.Nr. 0123/2026 RE-2026-123',
  're-2026-0123 vom 02.03.2026',
]) {
  test(`the number as ${text}`, () => {
    const result = resultOf({
      country: 'DE',
      documents: [invoice],
      lines: [line({ amountMinor: 119_050, description: text, party: 'Mueller und Soehne Metallbau' })],
    });
    assert.equal(result.outcome, 'auto', JSON.stringify(result));
    assert.deepEqual(documentIds(result), ['d1']);
  });
}

for (const party of [
  'MUELLER & SOEHNE METALLBAU',
  'M?LLER & S?HNE METALLBAU GMBH',
  'Muller Sohne Metallb',
  'Müller und Söhne Metallbau GmbH',
]) {
  test(`the name as ${party}`, () => {
    const result = resultOf({
      country: 'DE',
      documents: [invoice],
      lines: [line({ amountMinor: 119_050, description: 'Danke', party })],
    });
    assert.deepEqual(documentIds(result), ['d1'], JSON.stringify(result));
    assert.notEqual(result.outcome, 'none');
  });
}

test('a person in the other word order', () => {
  const result = resultOf({
    country: 'DE',
    documents: [bill({ id: 'k', partyId: 'p3', number: 'RE-2026-0140', totalMinor: 47_311 })],
    lines: [line({ amountMinor: 47_311, description: 'Rechnung', party: 'WEISSENFELS KATRIN' })],
  });
  assert.deepEqual(documentIds(result), ['k']);
});

test('cash discount in time', () => {
  const result = resultOf({
    country: 'DE',
    documents: [
      bill({ id: 's', partyId: 'p6', number: 'RE-2026-0199', totalMinor: 100_000, issueDate: '2026-03-22' }),
    ],
    lines: [
      line({
        amountMinor: 98_000,
        description: 'RE-2026-0199 abzgl. 2% Skonto',
        party: 'Elektro Kowalski GmbH',
      }),
    ],
  });
  assert.equal(result.kind, 'deducted');
  assert.equal(result.outcome, 'auto', JSON.stringify(result));
  assert.match(result.reasons.map(english).join('\n'), /cash discount of 2 %/);
});

test('another currency is confirmed by the number at the rate of the day or of a card, and not far from it', () => {
  const documents = [
    bill({ id: 'usd', partyId: 'p4', number: 'RE-2026-0222', totalMinor: 100_000, currency: 'USD' }),
  ];
  const paid = (amountMinor: number, description: string) =>
    resultOf({
      country: 'DE',
      documents,
      lines: [line({ amountMinor, description, party: 'Autohaus Lindner GmbH' })],
    });
  const near = paid(90_050, 'RE-2026-0222');
  assert.equal(near.outcome, 'auto', JSON.stringify(near));
  assert.deepEqual(near.allocations, [{ documentId: 'usd', amountMinor: 90_050, settlesMinor: 100_000 }]);
  const card = paid(92_000, 'RE-2026-0222');
  assert.deepEqual([card.outcome, card.kind], ['auto', 'other_currency'], JSON.stringify(card));
  assert.notEqual(paid(92_000, 'Zahlung').outcome, 'auto');
  assert.notEqual(paid(93_500, 'RE-2026-0222').outcome, 'auto');
});

test('the number of a longer one is no number', () => {
  const result = resultOf({
    country: 'DE',
    documents: [bill({ id: 'short', partyId: 'p9', number: '14', totalMinor: 55_555 })],
    lines: [line({ amountMinor: 55_555, description: 'Rechnung 1814', party: 'Unbekannt AG' })],
  });
  assert.notEqual(result.outcome, 'auto');
});

test('fees, wages, taxes and cards are nothing', () => {
  for (const description of [
    'Rechnungsabschluss Entgelt',
    'LOHN MAERZ',
    'FINANZAMT UST-VA',
    'Kartenzahlung REWE',
    'PAYPAL AUSZAHLUNG',
  ]) {
    const direction = description.startsWith('PAYPAL') ? 'credit' : 'debit';
    const result = resultOf({
      country: 'DE',
      lines: [line({ amountMinor: 12_345, description, direction })],
    });
    assert.equal(result.outcome, 'none', description);
  }
});
