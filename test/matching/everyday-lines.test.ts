// The months of everyday lines: their labels fit their books, and nothing is confirmed that a person would not let pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matchLines } from '../../src/matching/index.ts';
import { readEverydayLines } from '../worlds/everyday-lines/read.ts';
import { judge } from './score.ts';

for (const country of ['MX', 'DE'] as const) {
  const world = readEverydayLines(country);

  test(`150 lines, whose labels fit the books: ${country}`, () => {
    const { input, truth } = world;
    assert.equal(input.lines.length, 150);
    const left = new Map(input.documents.map(({ id, balanceMinor }) => [id, balanceMinor]));
    for (const [at, { allocations }] of truth.entries()) {
      const line = input.lines[at];
      for (const { documentId, amountMinor } of allocations) {
        const document = input.documents.find(({ id }) => id === documentId);
        assert.equal(document?.open, true, documentId);
        assert.equal(document.type, line?.direction === 'credit' ? 'invoice' : 'bill', documentId);
        if (document.currency !== input.currency) continue;
        left.set(documentId, (left.get(documentId) ?? 0) - amountMinor);
        assert.ok((left.get(documentId) ?? -1) >= 0, documentId);
        assert.ok(document.issueDate <= (line?.date ?? ''), `${documentId} is issued after it is paid`);
      }
      assert.equal(world.best[at] === 'open', allocations.length === 0);
    }
    const isParty = new Set(input.parties.map(({ id }) => id));
    assert.deepEqual(
      input.documents.filter(({ partyId }) => !isParty.has(partyId)),
      [],
    );
  });

  test(`no wrong one is confirmed: ${country}`, () => {
    const judged = judge(world, matchLines(world.input));
    const wrong = judged.flatMap(({ outcome, right }, at) =>
      outcome === 'auto' && !right ? [world.input.lines[at]?.description] : [],
    );
    assert.deepEqual(wrong, []);
  });
}
