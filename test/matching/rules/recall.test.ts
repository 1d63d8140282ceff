// What is confirmed because a second fact stands beside the first, and what is left where that fact is missing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { MatchDocument, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import { documentIds, documentOf, lineOf, resultOf, runExample } from './support.ts';

const NORTE = 'COMERCIALIZADORA DEL NORTE SA DE CV';
const QUIROZ = 'FERRETERIA HERMANOS QUIROZ SA DE CV';
const AMOUNT = 1_234_567;
const invoice = documentOf({ id: 'd1', series: 'A', number: '981312', totalMinor: AMOUNT });

const paid = (
  description: string,
  given: Partial<MatchLine> = {},
  documents: readonly MatchDocument[] = [invoice],
): MatchResult =>
  resultOf({ documents, lines: [lineOf({ amountMinor: AMOUNT, description, party: NORTE, ...given })] });

test('the bank’s word for a credit in a field of its own is no credit note, whatever number follows', () => {
  for (const mark of [',', ';', ' |'])
    assert.equal(paid(`Pago, Gutschrift${mark} 981312`).outcome, 'auto', mark);
  assert.notEqual(paid('Laut Gutschrift 981312').outcome, 'auto');
  assert.notEqual(paid('Laut Gutschrift Nr. 981312').outcome, 'auto');
});

test('the own number, filled up with zeros, is no unknown one', () => {
  assert.equal(paid('PAGO FACT 0981312').outcome, 'auto');
  assert.notEqual(paid('PAGO FACT 0734412').outcome, 'auto');
});

test('a supplier’s number behind the word for an invoice is no invoice of ours', () => {
  const bill = documentOf({ id: 'b1', type: 'bill', partyId: 'p3', number: '64413', totalMinor: 777_700 });
  assert.notEqual(paid('PAGO FACTURA 64413', {}, [invoice, bill]).outcome, 'auto');
  assert.equal(paid('PAGO FACTURA 981312', {}, [invoice, bill]).outcome, 'auto');
});

describe('three and more numbers parted by dashes', () => {
  const row = (totalMinor: number): readonly MatchDocument[] =>
    [0, 1, 2, 3, 4, 5].map((at) =>
      documentOf({ id: `s${at}`, partyId: 'p1', series: 'A', number: `185${at}`, totalMinor }),
    );
  const listed = (description: string, count: number): MatchResult =>
    paid(description, { party: QUIROZ, amountMinor: 49_310 * count }, row(49_310));

  test('are a list, also where the bank cut it', () => {
    for (const text of ['FACS 1850-1852-1855', 'FACS 1850-1852-1855-'])
      assert.deepEqual(documentIds(listed(text, 3)), ['s0', 's2', 's5'], text);
  });
  test('two of them are a range', () => {
    for (const text of ['FACS 1850-1854', 'FACS 1850 - 1854', 'FACS A-1850 - A-1854'])
      assert.deepEqual(documentIds(listed(text, 5)), ['s0', 's1', 's2', 's3', 's4'], text);
  });
});

describe('a payer that the text does not tie to its party', () => {
  const second = documentOf({ id: 'd2', series: 'A', number: '981405', totalMinor: 871_309 });
  const account = '002180701234567891';
  const lesson = lineOf({
    id: 'l0',
    date: '2026-03-20',
    amountMinor: AMOUNT,
    description: 'PAGO FACTURA A-981312',
    party: 'LEDUZAN',
    partyAccount: account,
  });
  const after = (given: Partial<MatchLine>): string | undefined =>
    runExample({
      documents: [invoice, second],
      lines: [
        lesson,
        lineOf({
          amountMinor: 871_309,
          description: 'PAGO',
          party: 'LEDUZAN',
          partyAccount: account,
          ...given,
        }),
      ],
    }).results[1]?.outcome;

  test('is known after one payment by name and account, not by the name alone', () => {
    assert.equal(after({}), 'auto');
    assert.notEqual(after({ partyAccount: null }), 'auto');
    assert.notEqual(after({ partyAccount: '014180655512345678' }), 'auto');
    assert.notEqual(after({ party: 'VODEX' }), 'auto');
  });
});

test('a card’s rate is confirmed by the name of a payer whose tax id stands there, not by the name alone', () => {
  const parties = [{ id: 'px', name: 'Importadora Bahía Azul SA de CV', taxId: 'IBA010203AB1' }];
  const dollars = documentOf({
    id: 'usd',
    partyId: 'px',
    number: '5518',
    currency: 'USD',
    totalMinor: 100_000,
  });
  const charged = (partyTaxId: string | null, percent: number): string =>
    resultOf({
      parties,
      documents: [dollars],
      lines: [
        lineOf({
          amountMinor: 18_000 * (100 + percent),
          description: 'PAGO',
          party: 'IMPORTADORA BAHIA AZUL SA DE CV',
          partyTaxId,
        }),
      ],
    }).outcome;
  assert.equal(charged('IBA010203AB1', 2), 'auto');
  assert.notEqual(charged(null, 2), 'auto');
  assert.notEqual(charged('IBA010203AB1', 4), 'auto');
});

describe('a list in which one number is typed wrongly', () => {
  const row = (type: 'invoice' | 'bill'): readonly MatchDocument[] =>
    [49_310, 61_725, 83_127, 99_510].map((totalMinor, at) =>
      documentOf({ id: `s${at}`, type, partyId: 'p1', series: 'A', number: `185${at}`, totalMinor }),
    );
  const sum = 49_310 + 61_725 + 99_510;
  const text = 'PAGO FACTURAS A1850, A1851, A1993';
  test('is the only sum of own invoices', () => {
    const result = paid(text, { party: QUIROZ, amountMinor: sum }, row('invoice'));
    assert.deepEqual([result.outcome, documentIds(result)], ['auto', ['s0', 's1', 's3']]);
  });
  test('of bills it may be one that is not entered', () => {
    const given = { party: QUIROZ, amountMinor: sum, direction: 'debit' } as const;
    assert.notEqual(paid(text, given, row('bill')).outcome, 'auto');
  });
  test('of somebody who is not named it may be anybody’s', () => {
    assert.notEqual(paid(text, { party: 'VODEX', amountMinor: sum }, row('invoice')).outcome, 'auto');
  });
});

describe('an account that names nobody', () => {
  const account = '002180701234567891';
  const row = [AMOUNT, 871_309, 653_127].map((totalMinor, at) =>
    documentOf({ id: `d${at}`, series: 'A', number: `98131${at}`, totalMinor }),
  );
  const lessons = [0, 1].map((at) =>
    lineOf({
      id: `l${at}`,
      date: '2026-03-20',
      amountMinor: row[at]?.totalMinor ?? 0,
      description: `PAGO FACTURA A-98131${at}`,
      party: NORTE,
      partyAccount: account,
    }),
  );
  const after = (count: number, documents = row, description = 'PAGO'): string | undefined =>
    runExample({
      documents,
      lines: [
        ...lessons.slice(0, count),
        lineOf({ id: 'l9', amountMinor: 653_127, description, partyAccount: account }),
      ],
    }).results.at(-1)?.outcome;

  test('is its party’s after two payments, where one document alone has the amount', () => {
    assert.equal(after(2), 'auto');
    assert.notEqual(after(1), 'auto');
    const other = documentOf({ id: 'e1', partyId: 'p4', number: '5519', totalMinor: 653_127 });
    assert.notEqual(after(2, [...row, other]), 'auto');
    assert.notEqual(after(2, row, 'PAGO FACTURA 77431'), 'auto');
  });
});
