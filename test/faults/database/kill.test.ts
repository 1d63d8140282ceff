// A small dose of `npm run faults:database`.
// Runs alone: it mostly waits for the server that it starts and kills.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { killServer } from './run.ts';
import { dose } from '../../support/dose.ts';

const KILLS = dose(1);

test('a database server that is killed under load loses nothing that was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-server-'));
  try {
    const { faults, losses, acknowledged } = await killServer(folder, KILLS);
    assert.deepEqual(losses, []);
    assert.equal(faults, KILLS);
    assert.ok(acknowledged >= 20, `${acknowledged} bills were acknowledged`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
