// A small dose of `npm run soak`.
// Runs alone: it measures memory and delays, and mostly waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSoak } from './run.ts';
import { longDose } from '../support/dose.ts';

test('some seconds of mixed load over two instances lose nothing and hold nothing', async () => {
  const { done, losses, events } = await runSoak(longDose(2));
  assert.deepEqual(losses, []);
  for (const what of [
    'create_invoice',
    'record_bill_payment',
    'import_statement',
    'reads',
    'pages',
    'no JSON',
  ])
    assert.ok((done[what] ?? 0) > 0, `${what}: ${JSON.stringify(done)}`);
  assert.ok(events > 0);
});
