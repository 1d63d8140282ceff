// What is never confirmed by machine, each rule with an example that would otherwise be sure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentIds, documentOf, lineOf, resultOf, runExample } from './support.ts';
import { english } from '../../../src/base/said.ts';

const invoice = documentOf({ id: 'd1', partyId: 'p0', series: 'A', number: '1203', totalMinor: 1_234_567 });
const sure = lineOf({
  amountMinor: 1_234_567,
  description: 'PAGO A1203 COMERCIALIZADORA DEL NORTE',
  party: 'COMERCIALIZADORA DEL NORTE SA DE CV',
});

test('the example is sure without a gate', () => {
  assert.equal(resultOf({ documents: [invoice], lines: [sure] }).outcome, 'auto');
});

test('amount alone', () => {
  const result = resultOf({
    documents: [invoice],
    lines: [lineOf({ amountMinor: 1_234_567, description: 'DEPOSITO EN EFECTIVO' })],
  });
  assert.notEqual(result.outcome, 'auto');
  assert.ok(result.confidence < 0.9 || result.outcome === 'none');
});

test('a closed document', () => {
  const closed = { ...invoice, open: false, balanceMinor: 0 };
  assert.equal(resultOf({ documents: [closed], lines: [sure] }).outcome, 'none');
});

test('against direction', () => {
  assert.equal(resultOf({ documents: [invoice], lines: [{ ...sure, direction: 'debit' }] }).outcome, 'none');
  const bill = { ...invoice, type: 'bill' as const };
  assert.equal(resultOf({ documents: [bill], lines: [sure] }).outcome, 'none');
});

const recorded = {
  id: 'pay1',
  type: 'invoice_payment' as const,
  partyId: 'p0',
  amountMinor: 1_234_567,
  currency: 'MXN',
  date: '2026-03-31',
  reference: null,
  documentIds: ['d1'],
};

test('a recorded payment that explains the line', () => {
  const result = resultOf({
    documents: [invoice],
    payments: [recorded],
    lines: [sure],
  });
  assert.notEqual(result.outcome, 'auto');
});

test('a recorded payment of a closed document is named', () => {
  const result = resultOf({
    documents: [{ ...invoice, open: false, balanceMinor: 0 }],
    payments: [recorded],
    lines: [sure],
  });
  assert.equal(result.outcome, 'none');
  assert.equal(result.explainedBy, 'pay1');
});

test('a transfer that came back, and one that was sent again', () => {
  const output = runExample({
    documents: [invoice],
    lines: [
      { ...sure, id: 'first', date: '2026-04-01', partyAccount: '072180000118359719' },
      lineOf({
        id: 'back',
        date: '2026-04-03',
        direction: 'debit',
        amountMinor: 1_234_567,
        description: 'DEVOLUCION SPEI CUENTA INEXISTENTE COMERCIALIZADORA DEL NORTE',
        partyAccount: '072180000118359719',
      }),
      { ...sure, id: 'again', date: '2026-04-06', partyAccount: '072180000118359719' },
    ],
  });
  assert.deepEqual(
    output.results.map((result) => result.outcome),
    ['none', 'none', 'auto'],
  );
});

test('two equal documents that nothing tells apart', () => {
  const twin = { ...invoice, id: 'd2', number: '1204' };
  const result = resultOf({ documents: [invoice, twin], lines: [{ ...sure, description: 'PAGO' }] });
  assert.notEqual(result.outcome, 'auto');
});

test('two equal lines on one document', () => {
  const output = runExample({
    documents: [invoice],
    lines: [
      { ...sure, id: 'a' },
      { ...sure, id: 'b', date: '2026-04-04' },
    ],
  });
  // The first is the payment, the second came twice.
  assert.deepEqual(
    output.results.map(({ outcome, allocations }) => [outcome, allocations.length]),
    [
      ['auto', 1],
      ['none', 0],
    ],
  );
  const onOneDay = runExample({
    documents: [invoice],
    lines: [
      { ...sure, id: 'a' },
      { ...sure, id: 'b' },
    ],
  });
  assert.ok(onOneDay.results.every((result) => result.outcome !== 'auto'));
});

test('a learned account alone', () => {
  const line = lineOf({
    amountMinor: 1_234_567,
    description: 'SPEI RECIBIDO',
    partyAccount: '072180000118359719',
  });
  const memory = [{ kind: 'account', value: '072180000118359719', partyId: 'p0', count: 9 }] as const;
  const result = resultOf({ documents: [invoice], lines: [line], memory });
  assert.deepEqual(documentIds(result), ['d1']);
  assert.equal(result.outcome, 'suggest');
  assert.match(result.reasons.map(english).join('\n'), /Only a learned account/);
});

test('a rejected pair is never offered again', () => {
  const result = resultOf({ documents: [invoice], lines: [sure], rejected: [['l1', 'd1']] });
  assert.ok(!documentIds(result).includes('d1'));
  assert.ok(!(result.runnerUp?.allocations ?? []).some((entry) => entry.documentId === 'd1'));
});

test('own transfers', () => {
  const line = lineOf({
    amountMinor: 1_234_567,
    description: 'TRASPASO ENTRE CUENTAS PROPIAS',
    party: 'PAPELERIA ROBLES',
    partyAccount: '012180001234567897',
  });
  assert.notEqual(resultOf({ documents: [invoice], lines: [line] }).outcome, 'auto');
});

test('an advance that equals an open balance by chance', () => {
  const line = { ...sure, description: 'ANTICIPO PEDIDO NUEVO' };
  assert.notEqual(resultOf({ documents: [invoice], lines: [line] }).outcome, 'auto');
});

test('a document issued long after the line is none of its own', () => {
  const late = { ...invoice, issueDate: '2026-06-01', dueDate: '2026-07-01' };
  assert.equal(resultOf({ documents: [late], lines: [sure] }).outcome, 'none');
});

test('a recorded payment of other documents explains a line of its own days, and none of another week', () => {
  const paid = (date: string) =>
    resultOf({ documents: [invoice], payments: [{ ...recorded, date, documentIds: ['d9'] }], lines: [sure] });
  const near = paid('2026-03-27');
  assert.equal(near.outcome, 'suggest');
  assert.equal(
    near.reasons.map(english).at(-1),
    'Not confirmed by machine: A recorded payment of this amount may be this line',
  );
  assert.equal(paid('2026-03-20').outcome, 'auto');
});

test('documents of one balance that only days tell apart', () => {
  const twin = { ...invoice, id: 'd2', number: '1207', issueDate: '2026-03-20', dueDate: '2026-04-19' };
  const line = { ...sure, description: 'PAGO COMERCIALIZADORA DEL NORTE' };
  const result = resultOf({ documents: [invoice, twin], lines: [line] });
  assert.equal(result.outcome, 'suggest');
  assert.equal(
    result.reasons.map(english).at(-1),
    'Not confirmed by machine: Only days tell it from another document of the party with the same balance',
  );
});

test('a document is not paid long before it is issued, nor years after it was due', () => {
  const early = { ...invoice, issueDate: '2026-04-17', dueDate: '2026-05-17' };
  assert.equal(resultOf({ documents: [early], lines: [sure] }).outcome, 'none');
  const old = { ...invoice, issueDate: '2025-01-02', dueDate: '2025-02-01' };
  assert.equal(resultOf({ documents: [old], lines: [sure] }).outcome, 'none');
  const late = { ...invoice, issueDate: '2025-02-10', dueDate: '2025-03-10' };
  assert.notEqual(resultOf({ documents: [late], lines: [sure] }).outcome, 'none');
});

test('two sets of one party that both make the amount', () => {
  const part = (id: string, balanceMinor: number, number: string, day: number) =>
    documentOf({ id, partyId: 'p0', balanceMinor, series: 'A', number, issueDate: `2026-03-0${day}` });
  const line = lineOf({
    amountMinor: 1_000_000,
    description: 'PAGO COMERCIALIZADORA DEL NORTE',
    party: 'COMERCIALIZADORA DEL NORTE SA DE CV',
  });
  const two = [part('d1', 400_100, '1203', 2), part('d2', 599_900, '1207', 3)];
  const four = [...two, part('d3', 300_200, '1211', 4), part('d4', 699_800, '1219', 5)];
  const result = resultOf({ documents: four, lines: [line] });
  assert.equal(result.outcome, 'suggest');
  assert.equal(
    result.reasons.map(english).at(-1),
    'Not confirmed by machine: Several sets of documents sum to the amount',
  );
});
