// A small dose of `npm run tenants`: the pages. test/isolation has the tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNED } from './addresses.ts';
import { runTenants } from './run.ts';
import { longDoseOf, seedOf } from '../support/dose.ts';

const TRIED = longDoseOf(OWNED, 0.15, seedOf(import.meta.filename));

test('no page, file, form or row names or changes a record of strangers', async () => {
  const parts = await runTenants({ tools: [], pages: ['c'], among: ['a', 'c'], only: TRIED });
  assert.deepEqual(
    parts.flatMap(({ leaks }) => leaks),
    [],
  );
  const [own, foreign] = parts;
  assert.ok((own?.tried ?? 0) >= TRIED.length && (foreign?.tried ?? 0) > TRIED.length, JSON.stringify(parts));
});
