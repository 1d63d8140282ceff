// A small dose of `npm run races`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONEY } from './money.ts';
import { runRaces } from './run.ts';
import { doseOf, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('every payment, match, import and closing that eight ask for at once is done once', async () => {
  const names = [...doseOf(Object.keys(MONEY), 0.3, SEED), 'approve'];
  const { told, losses } = await runRaces(8, 1, names);
  assert.deepEqual(losses, []);
  assert.deepEqual(
    told.map(({ name }) => name),
    names,
  );
});
