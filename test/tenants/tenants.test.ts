// A small dose of `npm run tenants`: the pages. test/isolation has the tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES } from '../../src/console/routes.ts';
import { runTenants } from './run.ts';

test('no page, file, form or row names or changes a record of strangers', async () => {
  const parts = await runTenants({ tools: [], pages: ['c'], among: ['a', 'c'] });
  assert.deepEqual(
    parts.flatMap(({ leaks }) => leaks),
    [],
  );
  const [own, foreign] = parts;
  assert.ok(
    (own?.tried ?? 0) > PAGES.length / 2 && (foreign?.tried ?? 0) > PAGES.length,
    JSON.stringify(parts),
  );
});
