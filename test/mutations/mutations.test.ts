// A small dose of `npm run mutations`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissed, runMutations, tableOf } from './run.ts';
import { dose, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('wrong calls are answered with what is wrong, what is allowed and the way back', async () => {
  const results = await runMutations(dose(25), SEED);
  const missed = results.filter(isMissed).map(({ mutation, verdict }) => ({ mutation, ...verdict }));
  assert.equal(missed.length, 0, `SEED=${SEED}\n${tableOf(results)}\n${JSON.stringify(missed, null, 1)}`);
});
