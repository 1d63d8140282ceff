// A small dose of `npm run webhooks:load`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight, runLoad } from './load/run.ts';

test('nothing is lost, comes twice or is numbered wrongly, though some receivers fail', async () => {
  const told = await runLoad({ events: 300, endpoints: 5, failing: 1, companies: 1 });
  assert.deepEqual([told.expected, told.twice, told.failing_expected], [1_200, 0, 300]);
  assert.ok(isRight(told), JSON.stringify(told));
});
