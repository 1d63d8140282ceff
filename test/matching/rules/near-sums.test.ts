// Sums that miss what is owed: lists less a discount or a credit note, a surplus, cash; and lines about other things.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/base/said.ts';
import type { MatchDocument, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import { documentIds, documentOf, lineOf, resultOf } from './support.ts';

const MUELLER = 'Müller & Söhne Metallbau GmbH';
const told = ({ reasons }: MatchResult): string => reasons.map(english).join(' | ');

const three = [123_456, 87_031, 45_500].map((totalMinor, at) =>
  documentOf({
    id: `d${at}`,
    number: `RE-2026-085${at}`,
    currency: 'EUR',
    totalMinor,
    issueDate: '2026-03-20',
  }),
);
const SUM = 123_456 + 87_031 + 45_500;
const paid = (
  amountMinor: number,
  description: string,
  documents: readonly MatchDocument[] = three,
  given: Partial<MatchLine> = {},
): MatchResult =>
  resultOf({
    country: 'DE',
    documents,
    lines: [lineOf({ currency: 'EUR', amountMinor, party: MUELLER, description, ...given })],
  });

for (const description of [
  'RE-2026-0850, RE-2026-0851, RE-2026-0852',
  'RE-2026-0850/0851/0852',
  'Rechnungen RE 2026-0850 und RE 2026-0851 und RE 2026-0852',
]) {
  test(`${description}: 2 % less on each is suggested, and said`, () => {
    const off = Math.round(SUM * 0.02);
    const result = paid(SUM - off, `${description} abzgl. 2% Skonto`);
    assert.deepEqual(
      [result.outcome, result.kind, documentIds(result)],
      ['suggest', 'several', ['d0', 'd1', 'd2']],
    );
    assert.equal(
      result.allocations.reduce((sum, each) => sum + each.amountMinor, 0),
      SUM - off,
    );
    for (const [at, { amountMinor }] of result.allocations.entries())
      assert.ok(Math.abs(amountMinor - (three[at]?.totalMinor ?? 0) * 0.98) <= 3);
    assert.match(told(result), /less 51\.20: cash discount of 2 %/iu);
  });

  test(`${description}: a cent off is the sum`, () => {
    for (const cents of [-1, 1]) {
      const result = paid(SUM + cents, description);
      assert.notEqual(result.outcome, 'none');
      assert.deepEqual([documentIds(result), result.differenceMinor], [['d0', 'd1', 'd2'], cents]);
    }
  });
}

for (const words of [
  'abzgl. Gutschrift 4711',
  'minus Gutschrift 4711',
  'MENOS NC 4711',
  'less credit note 4711',
]) {
  test(`a list ${words} is suggested and not confirmed`, () => {
    const result = paid(SUM - 20_000, `RE-2026-0850, RE-2026-0851, RE-2026-0852 ${words}`);
    assert.deepEqual([result.outcome, documentIds(result)], ['suggest', ['d0', 'd1', 'd2']]);
    assert.equal(
      result.allocations.reduce((sum, each) => sum + each.amountMinor, 0),
      SUM - 20_000,
    );
  });
}

test('what nothing explains is no payment of the list', () => {
  assert.notEqual(paid(SUM - 20_011, 'RE-2026-0850, RE-2026-0851, RE-2026-0852').outcome, 'auto');
  assert.notEqual(paid(SUM - 20_000, 'Gutschrift Nr. 4711 zu RE-2026-0850, RE-2026-0851').outcome, 'auto');
});

for (const [surplus, outcome] of [
  [99, 'auto'],
  [100, 'suggest'],
  [101, 'suggest'],
  [2_000, 'suggest'],
  [25_000, 'suggest'],
] as const) {
  test(`${surplus} cents too much: ${outcome}`, () => {
    const result = paid(123_456 + surplus, 'RECHNUNG RE-2026-0850');
    assert.deepEqual([result.outcome, documentIds(result)], [outcome, ['d0']]);
    assert.deepEqual([result.allocations[0]?.amountMinor, result.differenceMinor], [123_456, surplus]);
  });
}

test('a surplus on a bill, or without the number, is nobody’s', () => {
  const bill = documentOf({ id: 'b1', type: 'bill', number: '774411', currency: 'EUR', totalMinor: 90_000 });
  assert.equal(paid(92_500, 'Rechnung 774411', [bill], { direction: 'debit' }).outcome, 'none');
  assert.equal(paid(125_500, 'Zahlung').outcome, 'none');
});

const stranger = documentOf({
  id: 's1',
  partyId: 'p4',
  number: 'RE-2026-0990',
  currency: 'EUR',
  totalMinor: 250_037,
});
for (const words of [
  'GUTSCHRIFT DARLEHEN',
  'Darlehensauszahlung 4711',
  'KREDITAUSZAHLUNG',
  'MIETE APRIL',
  'Mieteinnahme Musterstr. 5',
  'VERSICHERUNG SCHADENZAHLUNG',
  'Privateinlage',
  'EINLAGE GESELLSCHAFTER',
  'Steuererstattung',
  'Lohn Maerz',
  'DISPOSICION DE CREDITO',
  'PRESTAMO 4711',
  'RENTA ABRIL',
  'INDEMNIZACION SINIESTRO',
  'APORTACION DE SOCIO',
  'loan drawdown',
  'rent april',
  'insurance claim',
  'shareholder contribution',
]) {
  test(`${words} suggests no stranger's invoice of the same amount`, () => {
    const result = paid(250_037, words, [stranger], { party: null });
    assert.equal(result.outcome, 'none');
    assert.match(told(result), /speaks of: .*(?:loan|rent|insurance|owner|tax|payroll)/u);
    assert.ok(result.confidence < 0.7 || result.kind === 'none');
  });
}

test('rent that names its invoice or its customer is a payment', () => {
  const rent = documentOf({ ...stranger, issueDate: '2026-03-05' });
  assert.equal(
    paid(250_037, 'MIETE RE-2026-0990', [rent], { party: 'Autohaus Lindner GmbH' }).outcome,
    'auto',
  );
  assert.notEqual(paid(250_037, 'MIETE', [rent], { party: 'Autohaus Lindner GmbH' }).outcome, 'none');
});

for (const words of [
  'BAREINZAHLUNG',
  'SB-Einzahlung',
  'DEPOSITO EN EFECTIVO',
  'DEPOSITO EFVO SUC 12',
  'CASH DEPOSIT',
]) {
  test(`${words} of the amount of one open invoice is suggested, of two or of none is not`, () => {
    const result = paid(250_037, words, [stranger], { party: null });
    assert.deepEqual([result.outcome, documentIds(result)], ['suggest', ['s1']]);
    const twin = documentOf({ ...stranger, id: 's2', number: 'RE-2026-0991', partyId: 'p5' });
    assert.equal(paid(250_037, words, [stranger, twin], { party: null }).outcome, 'none');
    assert.equal(paid(250_038, words, [stranger], { party: null }).outcome, 'none');
    assert.equal(paid(250_037, `${words} DEVOLUCION`, [stranger], { party: null }).outcome, 'none');
  });
}

const UUID = '6bf29a49-0c1d-4e2f-9a3b-0790b072b551';
const fiscal = documentOf({ id: 'f1', series: 'A', number: '981312', uuid: UUID, totalMinor: 1_234_567 });
for (const words of [
  'CFDI 0790B072B551',
  'UUID ...72B551',
  'UUID TERMINA EN B072B551',
  'FOLIO FISCAL TERMINACION 72b551',
  'PAGO 0790b072b551',
  'CFDI 6BF29A49',
  UUID.toUpperCase(),
]) {
  test(`${words} names the invoice by its fiscal id`, () => {
    const line = (description: string) =>
      resultOf({ documents: [fiscal], lines: [lineOf({ amountMinor: 1_234_567, description })] });
    assert.deepEqual([line(words).outcome, documentIds(line(words))], ['auto', ['f1']]);
    if (words !== UUID.toUpperCase()) assert.notEqual(line(words.replace(/.$/u, '7')).outcome, 'auto');
  });
}
