// A small dose; `npm run fuzz` gives the whole one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from './run.ts';

test('bad calls are refused with declared codes and leave the books alone', async (t) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}`);
  const { losses, codes, compared } = await runFuzz(400, seed);
  assert.deepEqual(losses, []);
  assert.ok(compared > 0, 'the books were compared');
  assert.ok(Object.keys(codes).length > 5, JSON.stringify(codes));
});
