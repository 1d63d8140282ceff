// A small dose of the fault injector; `npm run faults` gives the whole one.
// Runs alone: it mostly waits for the workers that it starts and kills.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lackOf, runFaults } from './run.ts';
import { longDose, seedOf } from '../support/dose.ts';

const FILINGS = longDose(5);
const SEED = seedOf(import.meta.filename);

test('whatever dies while documents are filed, each is filed once or is back in its draft with the reason', async (t) => {
  const report = await runFaults(FILINGS, SEED);
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(lackOf(report, FILINGS), []);
});
