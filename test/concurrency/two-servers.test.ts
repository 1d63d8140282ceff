// A private server that starts leaves the temporary tables of others alone: servers clear the folder for these at their
// start, and statements that sort on disk then fail in the middle.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';

test('a server that starts removes no temporary tables of another', async () => {
  const theirs = join(tmpdir(), `#sql-temptable-of-another-${process.pid}.MAI`);
  const data_dir = mkdtempSync(join(tmpdir(), 'folio-server-'));
  writeFileSync(theirs, 'rows');
  try {
    const server = await startEmbedded({ data_dir, download: true, say: () => undefined, profile: 'test' });
    await server.stop();
    assert.ok(existsSync(theirs), 'the file is still there');
  } finally {
    rmSync(theirs, { force: true });
    rmSync(data_dir, { recursive: true, force: true });
  }
});
