// Payments that a bank takes back weeks later, or with its fee inside: named where it is certain, and never paid with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { english } from '../../../src/base/said.ts';
import type { MatchLine } from '../../../src/matching/types.ts';
import { ANYBODY, fit } from '../../../src/base/text/fit.ts';
import { documentOf, lineOf, runExample } from './support.ts';

const AMOUNT = 13_090;
const NAME = 'Annegret Vogel';

const sentOn = (id: string, date: string, given: Partial<MatchLine> = {}): MatchLine =>
  lineOf({
    id,
    date,
    amountMinor: AMOUNT,
    currency: 'EUR',
    description: 'Lastschrift RE-2026-0405',
    party: NAME,
    ...given,
  });

const backOn = (date: string, given: Partial<MatchLine> = {}): MatchLine =>
  lineOf({
    id: 'back',
    date,
    direction: 'debit',
    amountMinor: AMOUNT,
    currency: 'EUR',
    description: 'RUECKLASTSCHRIFT RE-2026-0405',
    party: NAME,
    ...given,
  });

/** A bill of the same amount stands open, of somebody whom the line may name. */
const bill = documentOf({
  id: 'bill',
  type: 'bill',
  currency: 'EUR',
  totalMinor: AMOUNT,
  partyId: 'vogel',
  number: '4711',
});
const parties = [{ id: 'vogel', name: NAME, taxId: null }];

const run = (back: MatchLine, sents: readonly MatchLine[], more: readonly MatchLine[] = []) => {
  const { results } = runExample({
    country: 'DE',
    documents: [bill],
    parties,
    lines: [back, ...more],
    paid: sents.map((line) => ({ line, paymentId: `pay-${line.id}` })),
  });
  const result = results.find(({ lineId }) => lineId === back.id) ?? assert.fail('no result');
  return { outcome: result.outcome, said: fit(result.reasons.map(english).join('; '), ANYBODY) };
};

const isNamed = (payment: string) => ({
  outcome: 'none',
  said: `To be booked by an administrator: it returns the payment ${payment}, which is confirmed`,
});
const UNSURE = /: it takes a payment back, and which one is not certain$/;

describe('taken back weeks later', () => {
  for (const [title, date, given] of [
    ['eight weeks to the day', '2026-04-27', {}],
    ['with the fee inside', '2026-04-10', { amountMinor: AMOUNT + 300 }],
    ['within days, with the fee inside', '2026-03-05', { amountMinor: AMOUNT + 811 }],
    ['a common word beside a code', '2026-04-10', { description: 'RETOURE MS03 RE-2026-0405' }],
    ['a common word beside what was collected', '2026-04-10', { description: 'Rückgabe SEPA-Lastschrift' }],
    ['a short word', '2026-04-10', { description: 'RLS RE-2026-0405' }],
    ['a cheque', '2026-04-10', { description: 'SCHECKRUECKGABE 0405' }],
    ['Spanish', '2026-04-10', { description: 'DEVOLUCION DE DOMICILIACION AM04' }],
    ['Spanish, a cheque', '2026-04-10', { description: 'CHEQUE DEVUELTO' }],
    ['English', '2026-04-10', { description: 'RETURNED DIRECT DEBIT' }],
    ['not authorised, within thirteen months', '2027-03-31', { description: 'RUECKLASTSCHRIFT MD01' }],
    ['disputed, within thirteen months', '2027-01-10', { description: 'Rückgabe Lastschrift MD06' }],
  ] satisfies readonly (readonly [string, string, Partial<MatchLine>])[])
    test(title, () => {
      const { outcome, said } = run(backOn(date, given), [sentOn('sent', '2026-03-02')]);
      // What else the text speaks of may follow.
      assert.deepEqual({ outcome, said: said.split(';')[0] }, isNamed('pay-sent'));
    });

  test('a transfer of ours, less the fee', () => {
    const sent = sentOn('sent', '2026-03-02', { direction: 'debit' });
    const back = backOn('2026-03-20', {
      direction: 'credit',
      amountMinor: AMOUNT - 500,
      description: 'RETOURE AC04',
    });
    assert.deepEqual(run(back, [sent]), isNamed('pay-sent'));
  });
});

describe('not named', () => {
  for (const [title, date, given] of [
    ['nine weeks later', '2026-05-05', {}],
    ['not authorised, after thirteen months', '2027-04-03', { description: 'RUECKLASTSCHRIFT MD01' }],
    ['more inside than banks take', '2026-04-10', { amountMinor: AMOUNT + 3_100 }],
    ['less than was paid', '2026-04-10', { amountMinor: AMOUNT - 1 }],
    ['another currency', '2026-04-10', { currency: 'USD' }],
    ['before it was paid', '2026-03-01', {}],
    ['a refund', '2026-04-10', { description: 'Erstattung RE-2026-0405' }],
    ['goods that came back', '2026-04-10', { description: 'Retoure RE-2026-0405' }],
    ['goods that came back, Spanish', '2026-04-10', { description: 'DEVOLUCION DE MERCANCIA 0405' }],
    ["a supplier's payment", '2026-04-10', { description: 'Rechnung 4711' }],
    ['a code without a word', '2026-04-10', { description: 'Rechnung 4711 AC04' }],
  ] satisfies readonly (readonly [string, string, Partial<MatchLine>])[])
    test(title, () => {
      const { said } = run(backOn(date, given), [sentOn('sent', '2026-03-02')]);
      assert.doesNotMatch(said, /It returns|takes a payment back/);
    });

  test('several that nothing tells apart: none of them', () => {
    const back = backOn('2026-04-20', { description: 'RUECKLASTSCHRIFT' });
    const { outcome, said } = run(back, [
      sentOn('one', '2026-03-02', { description: 'Beitrag' }),
      sentOn('two', '2026-04-02', { description: 'Beitrag' }),
    ]);
    assert.equal(outcome, 'none');
    assert.match(said, UNSURE);
  });

  test('of several, the one whose number it has', () => {
    const told = run(backOn('2026-04-20'), [
      sentOn('one', '2026-03-02'),
      sentOn('two', '2026-04-02', { description: 'Lastschrift RE-2026-0588' }),
    ]);
    assert.deepEqual(told, isNamed('pay-one'));
  });

  test("somebody else's of the same amount", () => {
    const back = backOn('2026-04-20', { description: 'RUECKLASTSCHRIFT', party: 'Tischlerei Brandt GmbH' });
    const { outcome, said } = run(back, [sentOn('sent', '2026-03-02', { description: 'Beitrag' })]);
    assert.equal(outcome, 'none');
    assert.match(said, UNSURE);
  });

  test('a fee inside of what only the amount may tie to it', () => {
    const back = backOn('2026-04-20', {
      description: 'RUECKLASTSCHRIFT',
      party: null,
      amountMinor: AMOUNT + 300,
    });
    const { outcome, said } = run(back, [sentOn('sent', '2026-03-02', { description: 'Beitrag' })]);
    assert.notEqual(outcome, 'auto');
    assert.doesNotMatch(said, /It returns/);
  });

  test('two lines that claim one payment', () => {
    const twin = { ...backOn('2026-04-20'), id: 'twin' };
    assert.match(run(backOn('2026-04-20'), [sentOn('sent', '2026-03-02')], [twin]).said, UNSURE);
  });
});

test('what was paid in the same file weeks before goes on paying its invoice', () => {
  const invoice = documentOf({
    id: 'due',
    currency: 'EUR',
    totalMinor: AMOUNT,
    partyId: 'vogel',
    number: 'RE-2026-0405',
  });
  const { results } = runExample({
    country: 'DE',
    documents: [bill, invoice],
    parties,
    lines: [sentOn('sent', '2026-03-20'), backOn('2026-04-20', { amountMinor: AMOUNT + 300 })],
  });
  const byLine = new Map(results.map((each) => [each.lineId, each]));
  assert.deepEqual(
    byLine.get('sent')?.allocations.map(({ documentId }) => documentId),
    ['due'],
  );
  assert.equal(byLine.get('back')?.outcome, 'none');
});
