// Rules that hold a likely match back, each at the side of its bound where it confirms and at the side where it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/base/said.ts';
import type { MatchDocument, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import { documentOf, lineOf, resultOf } from './support.ts';

const AMOUNT = 1_234_567;
const invoice = documentOf({ id: 'd1', series: 'A', number: '981312', totalMinor: AMOUNT });
const paid = (
  description: string,
  given: Partial<MatchLine> = {},
  documents: readonly MatchDocument[] = [invoice],
): MatchResult =>
  resultOf({
    documents,
    lines: [
      lineOf({ amountMinor: AMOUNT, description, party: 'COMERCIALIZADORA DEL NORTE SA DE CV', ...given }),
    ],
  });
const told = ({ reasons }: MatchResult): string => reasons.map(english).join(' | ');

const others = documentOf({ id: 'o1', partyId: 'p4', series: 'B', number: '2262', totalMinor: 777_700 });
for (const words of ['FACT 45', 'F B2262', 'PAGO FACTURA 2262', 'FOL 2262', 'Rech. 2262']) {
  test(`${words}: a number of somebody else, or a short one, holds back what the name alone tells`, () => {
    const result = paid(words, {}, [invoice, others]);
    assert.deepEqual([paid('PAGO', {}, [invoice, others]).outcome, result.outcome], ['auto', 'suggest']);
    assert.match(told(result), /names another document/u);
  });
}

test('the end and the beginning of the own number, and a digit typed wrongly, are no other number', () => {
  for (const words of ['FACT 12', 'FACT 9813', 'FACT 981322'])
    assert.equal(paid(words, {}, [invoice, others]).outcome, 'auto', words);
});

test('a short number is known by its series, and not behind a word that only says what it is', () => {
  const short = (series: string): MatchDocument =>
    documentOf({ id: 's1', series, number: '13', totalMinor: AMOUNT });
  for (const words of ['ZB-13', 'PAGO FACTURA ZB13', 'FACTURAZB-13'])
    assert.equal(paid(words, { party: null }, [short('ZB')]).outcome, 'auto', words);
  assert.notEqual(paid('ZB-14', { party: null }, [short('ZB')]).outcome, 'auto');
  assert.notEqual(paid('RE 13', { party: null }, [short('RE')]).outcome, 'auto');
  assert.notEqual(paid('B-13', { party: null }, [short('B')]).outcome, 'auto');
});

test('an order without a number is confirmed where the day is right', () => {
  assert.equal(paid('PAGO PEDIDO').outcome, 'auto');
  const late = paid('PAGO PEDIDO', { date: '2026-06-10' });
  assert.equal(late.outcome, 'suggest');
  assert.match(told(late), /speaks of an advance/u);
});

const row = [
  [49_310, '2026-02-03'],
  [61_725, '2026-02-07'],
  [83_127, '2026-02-11'],
  [99_510, '2026-03-15'],
  [120_033, '2026-03-19'],
  [15_077, '2026-03-23'],
].map(([total, issueDate], at) =>
  documentOf({
    id: `s${at}`,
    partyId: 'p1',
    series: 'A',
    number: `185${at}`,
    totalMinor: Number(total),
    issueDate: String(issueDate),
  }),
);
const sumOf = (picked: readonly number[], date: string): MatchResult =>
  paid(
    'PAGO',
    {
      date,
      party: 'FERRETERIA HERMANOS QUIROZ SA DE CV',
      amountMinor: picked.reduce((sum, at) => sum + (row[at]?.totalMinor ?? 0), 0),
    },
    row,
  );

test('of sums that leave out older documents three are confirmed, and no pair out of the middle', () => {
  assert.equal(sumOf([1, 3, 4], '2026-03-25').outcome, 'auto');
  const pair = sumOf([1, 4], '2026-05-20');
  assert.equal(pair.outcome, 'suggest');
  assert.match(told(pair), /leaves out older documents/u);
});

test('tax withheld by a payer whose name is cut is confirmed where the day is right', () => {
  const amountMinor = Math.round(AMOUNT * (1 - 0.0125 / 1.16));
  const withheld = (date: string): MatchResult => paid('PAGO', { date, amountMinor, party: 'NORTE COM' });
  assert.equal(withheld('2026-04-01').outcome, 'auto');
  assert.equal(withheld('2026-05-20').outcome, 'suggest');
  assert.match(told(withheld('2026-05-20')), /the party is not sure/u);
});

test('a credit note that is paid out is no payment of a bill', () => {
  const bill = documentOf({
    id: 'b1',
    type: 'bill',
    number: '774411',
    currency: 'EUR',
    totalMinor: AMOUNT,
  });
  const sent = (description: string): MatchResult =>
    resultOf({
      country: 'DE',
      documents: [bill],
      lines: [
        lineOf({
          amountMinor: AMOUNT,
          currency: 'EUR',
          direction: 'debit',
          party: 'Müller & Söhne Metallbau GmbH',
          description,
        }),
      ],
    });
  assert.equal(sent('Rechnung 774411 abzgl. Gutschrift 9000').outcome, 'auto');
  for (const words of [
    'Gutschrift 9000',
    'SEPA-UEBERWEISUNG SVWZ+Gutschrift Nr. 9000',
    'Gutschrift zu R 9000',
  ]) {
    assert.notEqual(sent(words).outcome, 'auto', words);
    assert.match(told(sent(words)), /speaks of a refund/u);
  }
});
