// A small dose of the fault injector; `npm run faults` gives the whole one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFaults } from './run.ts';

const FILINGS = 40;

test('whatever dies while documents are filed, each is filed once or is back in its draft with the reason', async (t) => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}`);
  const report = await runFaults(FILINGS, seed);
  t.diagnostic(JSON.stringify(report));
  assert.ok((report.ends['file orders'] ?? 0) >= FILINGS);
  assert.ok((report.ends['invoice: filed'] ?? 0) > 0);
  assert.ok(Object.keys(report.kills).length > 0, 'workers were killed');
});
