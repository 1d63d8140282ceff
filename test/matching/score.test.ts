// The scorer: exact bounds against known values, and what counts as right.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MatchResult } from '../../src/matching/types.ts';
import { lowerBound } from './binomial.ts';
import { judge, summarise } from './score.ts';
import { makeWorld } from '../worlds/make-world.ts';
import type { World } from '../worlds/types.ts';

test('the smallest samples whose lower bound reaches 99.5 %', () => {
  const known: readonly (readonly [wrong: number, of: number])[] = [
    [0, 598],
    [1, 947],
    [2, 1_258],
    [5, 2_100],
    [10, 3_389],
    [20, 5_808],
  ];
  for (const [wrong, of] of known) {
    assert.ok(lowerBound(of - wrong, of) >= 0.995, `${wrong} of ${of}`);
    assert.ok(lowerBound(of - wrong - 1, of - 1) < 0.995, `${wrong} of ${of - 1}`);
  }
});

test('without a wrong one the bound has a closed form', () => {
  for (const of of [1, 10, 100, 5_000]) {
    assert.ok(Math.abs(lowerBound(of, of) - 0.05 ** (1 / of)) < 1e-12);
  }
  assert.equal(lowerBound(0, 0), 0);
  assert.equal(lowerBound(0, 50), 0);
  assert.ok(Math.abs(lowerBound(50, 100) - 0.4136) < 1e-3);
});

const world = makeWorld({ country: 'MX', lines: 200, seed: 1, profile: 'standard' });

/** A matcher that knows the truth, and one change to what it says. */
const answers = (
  { truth }: World,
  change: (result: MatchResult, index: number) => Partial<MatchResult> = () => ({}),
): readonly MatchResult[] =>
  truth.map(({ lineId, kind, allocations }, index) => {
    const outcome = allocations.length > 0 ? 'auto' : 'none';
    const number = outcome === 'auto' ? 0.95 : 0;
    const rest = { basis: 'other' as const, reasons: [], runnerUp: null, explainedBy: null };
    const result: MatchResult = {
      lineId,
      outcome,
      kind,
      confidence: number,
      probability: number,
      allocations,
      ...rest,
    };
    return { ...result, ...change(result, index) };
  });

const scoreOf = (results: readonly MatchResult[]) =>
  summarise(judge(world, { results, modelVersion: 'test' }));

test('the truth scores full marks', () => {
  const score = scoreOf(answers(world));
  assert.equal(score.autoPrecision.share, 1);
  assert.equal(score.autoRecall.share, 1);
  assert.equal(score.recall.share, 1);
  assert.equal(score.valueAutoRecall, 1);
  assert.ok(Math.abs(score.brier - 0.05 ** 2) < 1e-12);
  assert.equal(score.byConfidence.length, 1);
});

test('an amount that is off, a document too few and a confirmed line without a match are wrong', () => {
  const several = world.truth.findIndex(({ allocations }) => allocations.length > 1);
  const nothing = world.truth.findIndex(({ allocations }) => allocations.length === 0);
  const one = world.truth.findIndex(({ allocations }) => allocations.length === 1);
  const score = scoreOf(
    answers(world, ({ allocations }, index) => {
      if (index === several) return { allocations: allocations.slice(1) };
      if (index === one)
        return { allocations: allocations.map((part) => ({ ...part, amountMinor: part.amountMinor + 1 })) };
      if (index === nothing)
        return { outcome: 'auto', allocations: [{ documentId: 'invo_000001', amountMinor: 5 }] };
      return {};
    }),
  );
  assert.equal(score.autoPrecision.of - score.autoPrecision.right, 3);
  assert.equal(score.autoRecall.of - score.autoRecall.right, 2);
});

test('a suggestion counts for recall at suggest only', () => {
  const score = scoreOf(
    answers(world, ({ outcome }) => (outcome === 'auto' ? { outcome: 'suggest', confidence: 0.8 } : {})),
  );
  assert.equal(score.autoRecall.right, 0);
  assert.equal(score.recall.share, 1);
  assert.equal(score.suggestPrecision.share, 1);
});

test('results in another order are refused', () => {
  assert.throws(() => scoreOf(answers(world).toReversed()), /order/u);
});
