// A small dose of `npm run mutations`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissed, runMutations, tableOf } from './run.ts';

test('wrong calls are answered with what is wrong, what is allowed and the way back', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const results = await runMutations(100, seed);
  const missed = results.filter(isMissed).map(({ mutation, verdict }) => ({ mutation, ...verdict }));
  assert.equal(missed.length, 0, `seed ${seed}\n${tableOf(results)}\n${JSON.stringify(missed, null, 1)}`);
});
