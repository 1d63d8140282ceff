// Lines that were decided go on contesting, and what was left alone needs more than the next document that looks alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchDecided, MatchLine } from '../../../src/matching/types.ts';
import { documentOf, lineOf, resultOf, runExample } from './support.ts';
import { ANYBODY, fit } from '../../../src/base/text/fit.ts';
import { english } from '../../../src/base/said.ts';

const NAME = 'COMERCIALIZADORA DEL NORTE SA DE CV';
const invoice = documentOf({
  id: 'd1',
  partyId: 'p0',
  series: 'A',
  number: '1203',
  totalMinor: 1_234_500,
  issueDate: '2026-03-02',
});
const sibling = { ...invoice, id: 'd2', number: '1290', issueDate: '2026-04-20', dueDate: '2026-05-20' };
const paid = (id: string, date: string): MatchLine =>
  lineOf({ id, date, amountMinor: 1_234_500, description: 'PAGO MENSUAL', party: NAME });

const decidedFor = (line: MatchLine, byHand = false): MatchDecided => ({
  line,
  allocations: [{ documentId: 'd1', amountMinor: 1_234_500 }],
  byHand,
});
const closed = { ...invoice, open: false, balanceMinor: 0 };

test('a second run over the same lines confirms nothing that the first left', () => {
  const lines = [paid('l1', '2026-04-01'), paid('l2', '2026-04-03')];
  const first = runExample({ documents: [invoice], lines });
  const [one, two] = first.results;
  assert.equal(two?.outcome, 'none', JSON.stringify(two));
  const suggested: MatchDecided = { line: paid('l1', '2026-04-01'), allocations: [], byHand: false };
  const second = resultOf(
    one?.outcome === 'auto'
      ? {
          documents: [closed],
          lines: [paid('l2', '2026-04-03')],
          decided: [decidedFor(paid('l1', '2026-04-01'))],
        }
      : { documents: [invoice], lines: [paid('l2', '2026-04-03')], decided: [suggested] },
  );
  assert.notEqual(second.outcome, 'auto');
});

test('a payment that came twice does not take the next document that looks alike', () => {
  const result = resultOf({
    documents: [closed, sibling],
    decided: [decidedFor(paid('l1', '2026-04-01'))],
    leftAlone: ['l2'],
    lines: [paid('l2', '2026-04-03')],
  });
  assert.notEqual(result.outcome, 'auto');
});

test('what was left alone is confirmed by a document that was entered late', () => {
  const late = { ...invoice, enteredSince: true };
  const input = { documents: [late], leftAlone: ['l1'], lines: [paid('l1', '2026-04-01')] };
  assert.equal(resultOf(input).outcome, 'auto');
  assert.notEqual(resultOf({ ...input, documents: [{ ...late, enteredSince: false }] }).outcome, 'auto');
});

test('a decided line does not spend its document twice', () => {
  const half = { ...invoice, balanceMinor: 617_250 };
  const part = { ...paid('l1', '2026-03-20'), amountMinor: 617_250 };
  const result = resultOf({
    documents: [half],
    decided: [{ line: part, allocations: [{ documentId: 'd1', amountMinor: 617_250 }], byHand: true }],
    lines: [{ ...paid('l2', '2026-04-01'), amountMinor: 617_250, description: 'RESTO FACTURA A-1203' }],
  });
  assert.deepEqual(
    [result.outcome, result.allocations],
    ['auto', [{ documentId: 'd1', amountMinor: 617_250 }]],
  );
});

test('a name that a person gave twice is known, and lessons are not counted beside their lines', () => {
  const stranger = 'BRANDLESS';
  const taught = (id: string, amountMinor: number, date: string): MatchLine => ({
    ...paid(id, date),
    amountMinor,
    party: stranger,
  });
  const settled = [611_100, 722_200].map((totalMinor, at) =>
    documentOf({
      id: `old${at}`,
      partyId: 'p0',
      totalMinor,
      balanceMinor: 0,
      open: false,
      issueDate: '2026-02-20',
    }),
  );
  const decided = settled.map(({ id, totalMinor }, at) => ({
    line: taught(`t${at}`, totalMinor, '2026-03-20'),
    allocations: [{ documentId: id, amountMinor: totalMinor }],
    byHand: true,
  }));
  const memory = [{ kind: 'alias' as const, value: 'brandless', partyId: 'p0', count: 2, byHand: 2 }];
  const after = (lessons: number) =>
    resultOf({
      documents: [invoice, ...settled],
      decided: decided.slice(0, lessons),
      memory: memory.map((each) => ({ ...each, count: lessons, byHand: lessons })),
      lines: [taught('l1', 1_234_500, '2026-04-01')],
    });
  assert.deepEqual(
    [after(0), after(1), after(2)].map(({ outcome }) => outcome),
    ['suggest', 'suggest', 'auto'],
  );
});

test('a return that comes after its transfer was confirmed names the match that has to be undone', () => {
  const back = lineOf({
    id: 'back',
    date: '2026-04-03',
    direction: 'debit',
    amountMinor: 1_234_500,
    description: 'DEVOLUCION SPEI CUENTA INEXISTENTE',
    party: NAME,
  });
  const sent = paid('sent', '2026-04-01');
  const result = resultOf({
    documents: [closed],
    decided: [decidedFor(sent)],
    otherLines: [sent],
    lines: [back],
  });
  assert.equal(result.outcome, 'none');
  assert.match(
    fit(result.reasons.map(english).join('\n'), ANYBODY),
    /To be booked by an administrator: it returns the transfer sent, whose match is confirmed/,
  );
});
