// What the books say after each of several runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MatchInput, MatchOutput, MatchResult } from '../../src/matching/types.ts';
import { makeOtherWorld } from '../worlds/other/make-world.ts';
import { replay, weeksOf } from './replay.ts';

const world = makeOtherWorld({ country: 'DE', profile: 'standard', lines: 300, seed: 5 });
const truths = new Map(world.truth.map((truth) => [truth.lineId, truth]));

/** Knows the truth, and confirms or suggests it. */
const knowing =
  (outcome: 'auto' | 'suggest', seen: MatchInput[] = []) =>
  (input: MatchInput): MatchOutput => {
    seen.push(input);
    const known = new Set(input.documents.map(({ id }) => id));
    const results = input.lines.map((line): MatchResult => {
      const { allocations } = truths.get(line.id) ?? { allocations: [] };
      const isKnown = allocations.length > 0 && allocations.every(({ documentId }) => known.has(documentId));
      return {
        lineId: line.id,
        outcome: isKnown ? outcome : 'none',
        kind: 'exact',
        basis: 'number',
        confidence: 0.95,
        probability: 0.99,
        allocations: isKnown ? allocations : [],
        reasons: [],
        runnerUp: null,
        explainedBy: null,
      };
    });
    return { results, modelVersion: 'test' };
  };

const settling = world.truth.filter(({ allocations }) => allocations.length > 0).length;
const autos = (standings: ReturnType<typeof replay>): number =>
  [...standings.values()].filter(({ result }) => result.outcome === 'auto').length;

test('what is confirmed lowers balances, is remembered and goes on contesting', () => {
  const seen: MatchInput[] = [];
  const standings = replay(world, knowing('auto', seen), [null, null]);
  const [first, second] = seen;
  assert.ok(autos(standings) > settling * 0.95);
  assert.equal(first?.decided?.length, 0);
  assert.equal(second?.decided?.length, autos(standings));
  assert.equal(second.lines.length, 300 - autos(standings));
  assert.deepEqual(second.leftAlone?.length, second.lines.length);
  assert.ok(second.memory.length > 0);
  const open = (input: MatchInput): number => input.documents.filter((document) => document.open).length;
  assert.ok(open(second) < open(first ?? second));
  assert.ok(second.documents.every(({ balanceMinor }) => balanceMinor >= 0));
});

test('a suggestion waits, unless a person answers it', () => {
  const seen: MatchInput[] = [];
  replay(world, knowing('suggest', seen), [null, null]);
  assert.ok((seen[1]?.decided ?? []).every(({ allocations }) => allocations.length === 0));
  assert.equal(seen[1]?.lines.length, 300 - (seen[1]?.decided ?? []).length);
  const answered: MatchInput[] = [];
  replay(world, knowing('suggest', answered), [null, null], { answered: true });
  const byHand = (answered[1]?.decided ?? []).filter((each) => each.byHand);
  assert.ok(byHand.length > settling * 0.95);
});

test('a weekly run knows what was there by then', () => {
  const seen: MatchInput[] = [];
  const weeks = weeksOf(world);
  const standings = replay(world, knowing('auto', seen), weeks);
  assert.equal(seen.length, weeks.length);
  for (const [index, input] of seen.entries()) {
    const day = weeks[index] ?? '';
    assert.ok(input.lines.every(({ date }) => date <= day));
    assert.ok(input.documents.every(({ issueDate }) => issueDate <= day));
  }
  assert.equal(standings.size, 300);
});
