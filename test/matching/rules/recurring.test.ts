// Bills that recur, of which the next one is paid before it is entered; and what looks like that and is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MatchDocument, MatchResult } from '../../../src/matching/types.ts';
import { english } from '../../../src/base/said.ts';
import { documentOf, lineOf, resultOf } from './support.ts';

const rentOf = (month: string, given: Partial<MatchDocument> = {}): MatchDocument =>
  documentOf({
    id: `d${month}`,
    type: 'bill',
    partyId: 'p4',
    number: `70${month}`,
    totalMinor: 361_167,
    issueDate: `2026-${month}-02`,
    dueDate: `2026-${month}-17`,
    ...given,
  });

const paid = { open: false, balanceMinor: 0 };
const payment = lineOf({
  date: '2026-05-16',
  direction: 'debit',
  amountMinor: 361_167,
  description: 'PAGO TRANSFERENCIA SPEI',
  party: 'TRANSPORTES XALAPA SA DE CV',
});

const told = (result: MatchResult): string => result.reasons.map(english).join('\n');

test('an overdue one of a series is suggested alone while the next is due and not there', () => {
  const documents = [rentOf('01', paid), rentOf('02', paid), rentOf('03')];
  const result = resultOf({ documents, lines: [payment] });
  assert.notEqual(result.outcome, 'auto');
  assert.match(told(result), /next document of this party/);
});

test('the last one is confirmed while the next is not due', () => {
  const documents = [rentOf('03', paid), rentOf('04', paid), rentOf('05')];
  assert.equal(resultOf({ documents, lines: [payment] }).outcome, 'auto');
});

test('one that the text names is confirmed though the next is not there', () => {
  const documents = [rentOf('01', paid), rentOf('02', paid), rentOf('03', { number: '70318' })];
  const lines = [{ ...payment, description: 'PAGO FACTURA 70318' }];
  assert.equal(resultOf({ documents, lines }).outcome, 'auto');
});

test('a number beside that of the bill is not taken for a slip', () => {
  const documents = [rentOf('05', { number: '6381' })];
  const lines = [{ ...payment, description: 'PAGO 6391' }];
  assert.notEqual(resultOf({ documents, lines }).outcome, 'auto');
});

test('a line that names an invoice and pays 2.00 more leaves nothing to a second payment', () => {
  const parties = [{ id: 'school', name: 'Förderverein Grundschule Nord e.V.', taxId: null }];
  const invoice = documentOf({
    id: 'i446',
    partyId: 'school',
    number: 'RE-2026-0446',
    title: 'Türstopper',
    currency: 'EUR',
    totalMinor: 23_800,
    issueDate: '2026-10-16',
    dueDate: '2026-10-30',
  });
  const payer = { currency: 'EUR', party: 'Foerderverein Grundschule Nord' } as const;
  const first = lineOf({
    ...payer,
    id: 'l0',
    date: '2026-10-16',
    amountMinor: 24_000,
    description: 'RE 0446 Türstopper',
  });
  const second = lineOf({ ...payer, date: '2026-10-30', amountMinor: 23_800, description: 'Türstopper' });
  const example = { country: 'DE', parties, documents: [invoice] } as const;
  assert.equal(resultOf({ ...example, lines: [second] }).outcome, 'auto');
  assert.notEqual(resultOf({ ...example, lines: [second, first] }).outcome, 'auto');
});
