// A number with the exact amount, or a name with an amount that nobody else has, is stronger than any calendar; what fits
// besides never makes a match weaker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentIds, documentOf, lineOf, resultOf, runExample } from './support.ts';

const invoice = documentOf({
  id: 'd1',
  partyId: 'p0',
  series: 'A',
  number: '1203',
  totalMinor: 1_234_567,
});
const NAME = 'COMERCIALIZADORA DEL NORTE SA DE CV';
const DAYS = ['2026-03-02', '2026-03-10', '2026-04-01', '2026-04-20', '2026-05-30', '2026-07-10'];

for (const date of DAYS) {
  const line = (description: string): ReturnType<typeof lineOf> =>
    lineOf({ amountMinor: 1_234_567, date, description });
  test(`number and amount on ${date}: sure with the name, and no less than without`, () => {
    const alone = resultOf({ documents: [invoice], lines: [line('PAGO FACT A1203')] });
    const named = resultOf({ documents: [invoice], lines: [line(`PAGO FACT A1203 ${NAME}`)] });
    assert.equal(named.outcome, 'auto');
    assert.ok(named.probability >= alone.probability - 0.002, `${alone.probability} ${named.probability}`);
  });

  test(`name and a unique amount on ${date}: at least suggested, and better with the number`, () => {
    const named = resultOf({ documents: [invoice], lines: [line(`PAGO ${NAME}`)] });
    const both = resultOf({ documents: [invoice], lines: [line(`PAGO FACT A1203 ${NAME}`)] });
    assert.notEqual(named.outcome, 'none');
    assert.deepEqual(documentIds(named), ['d1']);
    assert.ok(both.confidence >= named.confidence);
  });
}

test('twins a fortnight apart are only suggested, also when another line wants the other', () => {
  const twin = documentOf({
    ...invoice,
    id: 'd2',
    number: '1240',
    issueDate: '2026-03-16',
    dueDate: '2026-04-15',
  });
  const first = lineOf({ amountMinor: 1_234_567, date: '2026-04-01', description: `PAGO ${NAME}` });
  const second = { ...first, id: 'l2', date: '2026-04-15' };
  for (const lines of [[first], [first, second]]) {
    for (const result of runExample({ documents: [invoice, twin], lines }).results)
      assert.notEqual(result.outcome, 'auto');
  }
  const named = { ...second, description: `PAGO A1240 ${NAME}` };
  const [, other] = runExample({ documents: [invoice, twin], lines: [first, named] }).results;
  assert.equal(other?.outcome, 'auto');
});

test('a return without a name is tied by the number, and the transfer that is sent again pays', () => {
  const sent = lineOf({
    amountMinor: 1_234_567,
    date: '2026-04-01',
    description: `PAGO A1203 ${NAME}`,
  });
  const back = lineOf({
    id: 'l2',
    amountMinor: 1_234_567,
    date: '2026-04-06',
    direction: 'debit',
    description: 'SPEI DEVUELTO CUENTA INEXISTENTE FACT 1203',
  });
  const again = { ...sent, id: 'l3', date: '2026-04-06' };
  const [first, middle, last] = runExample({
    documents: [invoice],
    lines: [sent, back, again],
  }).results;
  assert.equal(first?.outcome, 'none');
  assert.equal(middle?.outcome, 'none');
  assert.equal(last?.outcome, 'auto');
});

test('the first of two equal payments settles its document', () => {
  const first = lineOf({
    amountMinor: 1_234_567,
    date: '2026-04-01',
    description: `PAGO A1203 ${NAME}`,
  });
  const [one, two] = runExample({
    documents: [invoice],
    lines: [first, { ...first, id: 'l2', date: '2026-04-03' }],
  }).results;
  assert.equal(one?.outcome, 'auto');
  assert.equal(two?.outcome, 'none');
});

test('the first of two equal payments is not confirmed while only a short name speaks for it', () => {
  const owed = documentOf({ id: 'd1', number: '1203', totalMinor: 100_000 });
  const [first] = runExample({
    documents: [owed],
    lines: [
      lineOf({ amountMinor: 100_000, description: 'REF 88123 DEPOSITO', party: 'COM DEL NORTE' }),
      lineOf({ id: 'l2', amountMinor: 100_000, date: '2026-04-02', description: 'PAGO A1203 MARZO' }),
    ],
  }).results;
  assert.equal(first?.outcome, 'suggest');
});

test('numbers as people copy them: with leading zeros, and the first eight digits of the fiscal id', () => {
  const uuid = 'ABC12301-77AA-4BBB-8CCC-123456789012';
  const bill = documentOf({
    id: 'd1',
    type: 'bill',
    number: '00008309',
    uuid,
    totalMinor: 1_234_567,
  });
  for (const description of [
    'CGO TRANSF SPEI PAGO 00008309',
    'PAGO 8309',
    'CFDI ABC12301',
    'FOLIO FISCAL abc12301',
  ]) {
    const line = lineOf({ amountMinor: 1_234_567, direction: 'debit', description });
    assert.equal(resultOf({ documents: [bill], lines: [line] }).outcome, 'auto', description);
  }
});

test("a customer's TRASPASO is its payment; one with our own name is a transfer", () => {
  const line = lineOf({ amountMinor: 1_234_567, description: `DEPOSITO ${NAME} TRASPASO` });
  assert.notEqual(resultOf({ documents: [invoice], lines: [line] }).outcome, 'none');
  const own = lineOf({ amountMinor: 1_234_567, description: 'TRASPASO PAPELERIA ROBLES SA DE CV' });
  assert.notEqual(resultOf({ documents: [invoice], lines: [own] }).outcome, 'auto');
});

test('a part of one document is not confirmed while another of the party has exactly the amount', () => {
  const other = documentOf({
    id: 'd2',
    partyId: 'p0',
    series: 'A',
    number: '1230',
    totalMinor: 600_000,
  });
  const line = lineOf({ amountMinor: 600_000, description: `ABONO FACT A1203 ${NAME}` });
  assert.notEqual(resultOf({ documents: [invoice, other], lines: [line] }).outcome, 'auto');
});
