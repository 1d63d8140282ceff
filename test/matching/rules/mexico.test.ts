// Mexican examples of every kind of line, made by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentIds, documentOf, lineOf, resultOf } from './support.ts';
import { english } from '../../../src/base/said.ts';

const invoice = documentOf({ id: 'd1', partyId: 'p0', series: 'A', number: '1203', totalMinor: 1_234_567 });

test('a number glued to the bank’s reference, the amount and the name', () => {
  const result = resultOf({
    documents: [invoice],
    lines: [
      lineOf({
        amountMinor: 1_234_567,
        description: 'SPEI RECIBIDOBANORTE/0001234567  072 0000001A1203 COMERCIALIZADORA DEL NORTE',
      }),
    ],
  });
  assert.equal(result.outcome, 'auto');
  assert.deepEqual(documentIds(result), ['d1']);
  assert.match(result.reasons.map(english).join('\n'), /number A-1203 stands in the text/);
  assert.ok(result.confidence >= 0.9);
});

for (const spelling of [
  'FACTURA A-1203',
  'FACT. A1203',
  'F/1203',
  'pago fac A 1203',
  'FOLIO 1203',
  'PAGO A001203',
]) {
  test(`the number as ${spelling}`, () => {
    const result = resultOf({
      documents: [invoice],
      lines: [
        lineOf({
          amountMinor: 1_234_567,
          description: `SPEI RECIBIDO SANTANDER ${spelling} COMERCIALIZADORA DEL NOR`,
        }),
      ],
    });
    assert.equal(result.outcome, 'auto', JSON.stringify(result));
    assert.deepEqual(documentIds(result), ['d1']);
  });
}

test('the name alone, cut by the bank, with an amount that nobody else has', () => {
  const result = resultOf({
    documents: [documentOf({ id: 'd2', partyId: 'p5', series: 'A', number: '1300', totalMinor: 845_210 })],
    lines: [lineOf({ amountMinor: 845_210, description: 'DEPOSITO DE TERCERO LABORATORIOS CUAUHTE' })],
  });
  assert.deepEqual(documentIds(result), ['d2']);
  assert.notEqual(result.outcome, 'none');
});

test('a sister company with a longer name keeps its documents', () => {
  const result = resultOf({
    documents: [
      documentOf({ id: 'north', partyId: 'p0', number: '1401', totalMinor: 600_001 }),
      documentOf({ id: 'monterrey', partyId: 'p8', number: '1402', totalMinor: 600_001 }),
    ],
    lines: [
      lineOf({
        amountMinor: 600_001,
        description: 'SPEI RECIBIDO',
        party: 'COMERCIALIZADORA DEL NORTE MONTERREY',
      }),
    ],
  });
  assert.ok(!documentIds(result).includes('north'));
});

test('a list with short numbers pays several', () => {
  const numbers = ['1203', '1204', '1210'];
  const result = resultOf({
    documents: numbers.map((number, at) =>
      documentOf({ id: `s${number}`, partyId: 'p1', series: 'B', number, totalMinor: 300_000 + at * 1111 }),
    ),
    lines: [
      lineOf({
        amountMinor: 903_333,
        description: 'SPEI RECIBIDO PAGO FACTURAS B1203/04/10 FERRETERIA HERMANOS QUIROZ',
      }),
    ],
  });
  assert.equal(result.kind, 'several');
  assert.deepEqual(documentIds(result), ['s1203', 's1204', 's1210']);
  assert.equal(result.outcome, 'auto');
});

test('a range pays all between', () => {
  const numbers = ['1203', '1204', '1205', '1206'];
  const result = resultOf({
    documents: numbers.map((number, at) =>
      documentOf({ id: `s${number}`, partyId: 'p1', series: 'B', number, totalMinor: 200_000 + at * 777 }),
    ),
    lines: [
      lineOf({ amountMinor: 804_662, description: 'PAGO FACTURAS B1203 A B1206 FERRETERIA HERMANOS QUIROZ' }),
    ],
  });
  assert.deepEqual(documentIds(result), ['s1203', 's1204', 's1205', 's1206']);
});

test('withheld taxes leave a residual that is named', () => {
  const total = 1_160_000;
  const paid = Math.round((total / 1.16) * (1.16 - 0.1 - 0.106667));
  const result = resultOf({
    documents: [documentOf({ id: 'h', partyId: 'p3', series: 'H', number: '455', totalMinor: total })],
    lines: [
      lineOf({ amountMinor: paid, description: 'SPEI RECIBIDO HONORARIOS H455 PEREZ IBANEZ JUAN CARLOS' }),
    ],
  });
  assert.equal(result.kind, 'deducted');
  assert.deepEqual(documentIds(result), ['h']);
  assert.match(result.reasons.map(english).join('\n'), /withheld/);
});

test('a part payment named by its number', () => {
  const result = resultOf({
    documents: [documentOf({ id: 'p', partyId: 'p4', series: 'T', number: '8812', totalMinor: 2_000_000 })],
    lines: [
      lineOf({ amountMinor: 1_000_000, description: 'ABONO FACTURA T8812 TRANSPORTES XALAPA SA DE CV' }),
    ],
  });
  assert.equal(result.kind, 'partial');
  assert.deepEqual(result.allocations, [{ documentId: 'p', amountMinor: 1_000_000 }]);
});

test('fees, taxes, payroll, cards and processors are nothing', () => {
  const texts = [
    'COMISION POR TRANSFERENCIA SPEI',
    'IVA COMISION',
    'PAGO REFERENCIADO SAT',
    'DISPERSION NOMINA QUINCENA 1',
    'COMPRA TDD OXXO',
    'STRIPE PAYMENTS MEXICO',
  ];
  for (const description of texts) {
    const direction = description.startsWith('STRIPE') ? 'credit' : 'debit';
    const result = resultOf({ lines: [lineOf({ amountMinor: 46_400, description, direction })] });
    assert.equal(result.outcome, 'none', description);
  }
});

test('an old number of a voided invoice that was issued again', () => {
  const result = resultOf({
    documents: [
      documentOf({
        id: 'old',
        partyId: 'p7',
        series: 'A',
        number: '1500',
        totalMinor: 733_121,
        balanceMinor: 0,
        open: false,
      }),
      documentOf({ id: 'new', partyId: 'p7', series: 'A', number: '1533', totalMinor: 733_121 }),
    ],
    lines: [lineOf({ amountMinor: 733_121, description: 'SPEI RECIBIDO PAGO A1500 OPTICA ZARAGOZA' })],
  });
  assert.deepEqual(documentIds(result), ['new']);
});
