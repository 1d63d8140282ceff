// A small dose of `npm run bench:floods`, with room for a busy machine.
// Runs alone: it measures how long a client waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runFloods } from './run.ts';
import { dose } from '../support/dose.ts';

test('an honest client is answered while another sends large bodies', async () => {
  const [quiet, flooded] = await runFloods({ names: ['bodies of 1 MB'], seconds: dose(1) });
  assert.ok(quiet !== undefined && flooded !== undefined);
  assert.deepEqual([quiet.failed, flooded.failed], [[], []]);
  assert.ok((flooded.flood['400'] ?? 0) + (flooded.flood['429'] ?? 0) > 0, JSON.stringify(flooded.flood));
  assert.ok(flooded.p95 < Math.max(1_000, 10 * quiet.p95), JSON.stringify([quiet, flooded]));
});
