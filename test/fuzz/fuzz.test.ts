// A small dose; `npm run fuzz` gives the whole one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from './run.ts';
import { dose, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('bad calls are refused with declared codes and leave the books alone', async () => {
  const { losses, codes, compared } = await runFuzz(dose(120), SEED);
  assert.deepEqual(losses, []);
  assert.ok(compared > 0, 'the books were compared');
  assert.ok(Object.keys(codes).length > 5, JSON.stringify(codes));
});
