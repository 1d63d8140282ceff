// What banks, cards and payers write around a number that says nothing against the document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchDocument, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import { documentIds, documentOf, lineOf, resultOf } from './support.ts';

const MUELLER = 'Müller & Söhne Metallbau GmbH';
const german = documentOf({
  id: 'd1',
  number: 'RE-2026-0850',
  currency: 'EUR',
  totalMinor: 123_456,
});
const germanLine = (description: string, given: Partial<MatchLine> = {}): MatchResult =>
  resultOf({
    country: 'DE',
    documents: [german],
    lines: [lineOf({ currency: 'EUR', amountMinor: 123_456, party: MUELLER, description, ...given })],
  });

const NORTE = 'COMERCIALIZADORA DEL NORTE SA DE CV';
const mexican = documentOf({ id: 'd1', series: 'A', number: '981312', totalMinor: 1_234_567 });
const mexicanLine = (description: string, given: Partial<MatchLine> = {}, more: MatchDocument[] = []) =>
  resultOf({
    documents: [mexican, ...more],
    lines: [lineOf({ amountMinor: 1_234_567, party: NORTE, description, ...given })],
  });

for (const words of [
  'ECHTZEIT-GUTSCHRIFT RE-2026-0850',
  'Echtzeit-Gutschrift RE 2026-0850',
  'SEPA-GUTSCHRIFT RE-2026-0850',
  'SEPA GUTSCHRIFT NR. 2026-0850',
  'SEPA-ECHTZEIT-GUTSCHRIFT RE-2026-0850',
  'INSTANT GUTSCHRIFT RE-2026-0850',
  'Echtzeitüberweisung Gutschrift RE-2026-0850',
  '01.04.2026 SEPA-GUTSCHRIFT RE-2026-0850',
  'Gutschrift Ausgleich RE-2026-0850',
  'ECHTZEIT-GUTSCHRIFT AUSGLEICH RG. 2026-0850',
  'GUTSCHRIFT AUS DAUERAUFTRAG RE-2026-0850',
  'Gutschrift aus Überweisung RE-2026-0850',
]) {
  test(`${words} is the bank's word for a credit`, () => {
    assert.equal(germanLine(words).outcome, 'auto');
  });
}

for (const words of [
  'Zu unserer GUTSCHRIFT 20260850',
  'RE-2026-0850 GUTSCHRIFT 4711',
  'SEPA-UEBERWEISUNG GUTSCHRIFT RE-2026-0850',
  'GUTSCHRIFT AUS RETOURE RE-2026-0850',
  'ECHTZEIT-GUTSCHRIFT ERSTATTUNG RE-2026-0850',
  'ECHTZEIT-GUTSCHRIFT Gutschrift Nr. 4711 zu RE-2026-0850',
  'SEPA-GUTSCHRIFT RUECKUEBERWEISUNG RE-2026-0850',
  'GUTSCHRIFT AUS LASTSCHRIFTRUECKGABE RE-2026-0850',
]) {
  test(`${words} speaks of money that comes back`, () => {
    assert.notEqual(germanLine(words).outcome, 'auto');
  });
}

for (const words of [
  'SPEI ABONO FACTURA A-981312',
  'ABONO SPEI FACTURA A-981312',
  'ABONO TRANSFERENCIA INMEDIATA FACTURA A-981312',
  'DEPOSITO ABONO INTERBANCARIO A981312',
]) {
  test(`${words} is the bank's word for a credit in Mexico`, () => {
    assert.equal(mexicanLine(words).outcome, 'auto');
  });
}

test('an abono that comes back, and a credit note, stay with a person', () => {
  for (const words of ['SPEI ABONO DEVOLUCION FACTURA A-981312', 'SPEI ABONO NOTA DE CREDITO A-981312'])
    assert.notEqual(mexicanLine(words).outcome, 'auto');
});

for (const words of [
  'Rechnung KdNr 10910',
  'RECHNUNG KD-NR. 10910',
  'Rechnung Kunden-Nr.: 10910',
  'RECHNUNG KUNDENNUMMER 10910',
  'Rechnung Kunde Nr 10910',
  'invoice customer no. 10910',
  'Rechnung zu Bestellung 10910',
]) {
  test(`${words}: a customer's or an order's number is no document`, () => {
    assert.equal(germanLine(words).outcome, 'auto');
  });
}

for (const words of [
  'PAGO FACTURA CTE 53120',
  'PAGO FACTURA NO. DE CLIENTE 53120',
  'PAGO FACTURA NUM CLIENTE: 53120',
  'PAGO FACTURA NOCLIENTE 53120',
  'PAGO FACTURA AUT. 198346',
  'PAGO FACTURA A98 AUT. 198346',
]) {
  test(`${words}: a customer's number, a bank's, or the head of the own one`, () => {
    assert.equal(mexicanLine(words).outcome, 'auto');
  });
}

test('a customer number never stands for the document with the same digits', () => {
  const other = documentOf({ id: 'd2', partyId: 'p0', series: 'A', number: '53120', totalMinor: 777_700 });
  assert.deepEqual(documentIds(mexicanLine('PAGO FACTURA CTE 53120', {}, [other])), ['d1']);
  assert.equal(mexicanLine('PAGO FACTURA CTE 53120', {}, [other]).outcome, 'auto');
});

test('an unknown number behind an invoice word still counts, and one that was not cut', () => {
  for (const words of ['PAGO FACTURA 53120', 'FACTURA NO. 53120', 'PAGO FACTURA A981 DE MARZO'])
    assert.notEqual(mexicanLine(words).outcome, 'auto', words);
});

test('the month of paying is no other document’s, unless the party has one of that month', () => {
  const old = documentOf({ ...mexican, issueDate: '2026-03-02', dueDate: '2026-04-20' });
  const paid = (description: string, more: MatchDocument[] = []) =>
    resultOf({
      documents: [old, ...more],
      lines: [lineOf({ amountMinor: 1_234_567, date: '2026-05-04', party: NORTE, description })],
    });
  assert.equal(paid('PAGO MAYO').outcome, 'auto');
  assert.equal(paid('Zahlung Mai').outcome, 'auto');
  assert.notEqual(paid('PAGO JUNIO').outcome, 'auto');
  const mays = documentOf({ id: 'd3', partyId: 'p0', number: '990001', issueDate: '2026-05-02' });
  assert.notEqual(paid('PAGO MAYO', [mays]).outcome, 'auto');
});

for (const percent of [-2.9, -1.4, 1.4, 2.9]) {
  test(`a card's rate ${percent} % off the day's is confirmed by number and name only`, () => {
    const dollars = documentOf({ ...mexican, currency: 'USD', totalMinor: 100_000, balanceMinor: 100_000 });
    const paid = (description: string, party: string | null): MatchResult =>
      resultOf({
        documents: [dollars],
        lines: [lineOf({ amountMinor: Math.round(100_000 * 18 * (1 + percent / 100)), party, description })],
      });
    assert.equal(paid('PAGO FACTURA A-981312', NORTE).outcome, 'auto');
    assert.notEqual(paid('PAGO FACTURA A-981312', null).outcome, 'auto');
    assert.notEqual(paid('PAGO', NORTE).outcome, 'auto');
  });
}
