// The seam for a scorer outside: it may lower anything, lift nothing into automatic confirmation, and never delays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLines, matchLinesWith, type ExternalScorer } from '../../../src/matching/index.ts';
import { documentIds, documentOf, inputOf, lineOf } from './support.ts';

const documents = [
  documentOf({ id: 'd1', partyId: 'p0', series: 'A', number: '1203', totalMinor: 1_234_567 }),
  documentOf({ id: 'd2', partyId: 'p5', series: 'A', number: '1204', totalMinor: 765_432 }),
];
const lines = [
  lineOf({ id: 'sure', amountMinor: 1_234_567, description: 'PAGO A1203 COMERCIALIZADORA DEL NORTE' }),
  lineOf({ id: 'amount', amountMinor: 765_432, description: 'DEPOSITO EN EFECTIVO' }),
];
const input = inputOf({ lines, documents });

const scorer = (logit: (kind: string) => number): ExternalScorer => ({
  version: 'test-1',
  score: async (_line, hypotheses) =>
    hypotheses.map((hypothesis) => ({ id: hypothesis.id, logit: logit(hypothesis.kind) })),
});

test('it may lower what the model would confirm', async () => {
  const result = await matchLinesWith(
    input,
    scorer((kind) => (kind === 'none' ? 20 : -20)),
    { timeoutMs: 1000 },
  );
  assert.ok(result.results.every((entry) => entry.outcome === 'none'));
  assert.equal(result.externalVersion, 'test-1');
});

test('it lifts nothing above a suggestion that the gates would not confirm', async () => {
  const result = await matchLinesWith(
    input,
    scorer((kind) => (kind === 'exact' ? 25 : -25)),
    { timeoutMs: 1000 },
  );
  const amount = result.results.find((entry) => entry.lineId === 'amount');
  assert.deepEqual(amount === undefined ? [] : documentIds(amount), ['d2']);
  assert.equal(amount?.outcome, 'suggest');
  assert.ok((amount?.confidence ?? 1) <= 0.89);
});

test('a scorer that is late, fails or babbles changes nothing', async () => {
  const plain = matchLines(input).results;
  const late: ExternalScorer = {
    version: 'late',
    score: async (_line, _hypotheses, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve([]), 5000);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve([]);
        });
      }),
  };
  const failing: ExternalScorer = { version: 'fails', score: async () => Promise.reject(new Error('no')) };
  const babbling: ExternalScorer = {
    version: 'babbles',
    score: async () => [
      { id: 'x', logit: Number.NaN },
      { id: '', logit: 1e9 },
    ],
  };
  for (const bad of [late, failing, babbling]) {
    const start = Date.now();
    const { results } = await matchLinesWith(input, bad, { timeoutMs: 60 });
    assert.deepEqual(results, plain, bad.version);
    assert.ok(Date.now() - start < 3000);
  }
});
