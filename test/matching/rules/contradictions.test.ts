// Words and numbers in the text that keep a match from being confirmed, each with a line that is sure without them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, lineOf, resultOf } from './support.ts';

const NAME = 'COMERCIALIZADORA DEL NORTE SA DE CV';
const invoice = documentOf({
  id: 'd1',
  partyId: 'p0',
  series: 'A',
  number: '981312',
  totalMinor: 1_234_567,
  issueDate: '2026-03-02',
  dueDate: '2026-04-01',
});
const paidWith = (description: string, documents = [invoice]) =>
  resultOf({ documents, lines: [lineOf({ amountMinor: 1_234_567, description, party: NAME })] });

test('the line is sure without a contradiction', () => {
  assert.equal(paidWith('PAGO FACTURA A-981312').outcome, 'auto');
  assert.equal(paidWith('PAGO DE SERVICIOS').outcome, 'auto');
});

for (const words of [
  'PAGO COTIZACION 4711',
  'SEGUN PRESUPUESTO',
  'Angebot 20260044',
  'lt. Kostenvoranschlag',
  'REEMBOLSO',
  'Erstattung',
  'DEVOLUCION',
]) {
  test(`${words} blocks`, () => {
    assert.notEqual(paidWith(words).outcome, 'auto');
  });
}

test('the number in full outweighs the word for a quote, and nothing that money comes back', () => {
  assert.equal(paidWith('FACTURA A-981312 S/COTIZACION').outcome, 'auto');
  assert.notEqual(paidWith('REEMBOLSO FACTURA A-981312').outcome, 'auto');
});

test('another document that the text names, closed or open', () => {
  const other = documentOf({ id: 'd2', partyId: 'p0', series: 'A', number: '981405', totalMinor: 777_700 });
  assert.notEqual(paidWith('PAGO FACTURA 981405', [invoice, other]).outcome, 'auto');
  const closed = { ...other, open: false, balanceMinor: 0 };
  assert.notEqual(paidWith('PAGO FACTURA 981405', [invoice, closed]).outcome, 'auto');
});

test('a month that is not the document’s, in words and in digits', () => {
  assert.notEqual(paidWith('RENTA SEPTIEMBRE').outcome, 'auto');
  assert.notEqual(paidWith('RENTA 09/2026').outcome, 'auto');
  assert.equal(paidWith('RENTA MARZO').outcome, 'auto');
  assert.equal(paidWith('PAGO DEL 15 SEP').outcome, 'auto');
});

test('cents apart are confirmed by the number; more without one, or beyond the limit, are not', () => {
  const paid = (amountMinor: number, description: string, differenceLimitMinor = 99) =>
    resultOf({
      differenceLimitMinor,
      documents: [invoice],
      lines: [lineOf({ amountMinor, description, party: NAME })],
    });
  const over = paid(1_234_569, 'PAGO FACTURA A-981312');
  assert.deepEqual(
    [over.outcome, over.kind, over.differenceMinor, over.allocations],
    ['auto', 'difference', 2, [{ documentId: 'd1', amountMinor: 1_234_567 }]],
  );
  assert.equal(paid(1_234_565, 'PAGO FACTURA A-981312').differenceMinor, -2);
  assert.notEqual(paid(1_234_512, 'PAGO DE SERVICIOS').outcome, 'auto');
  const surplus = paid(1_234_569, 'PAGO FACTURA A-981312', 0);
  assert.deepEqual([surplus.outcome, surplus.differenceMinor], ['suggest', 2]);
});
