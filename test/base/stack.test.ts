// Places in the bundles are found as Node itself finds them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { originOf } from '../../src/base/stack.ts';
import { packageRoot } from '../../src/base/package-root.ts';

const EVERY = 97;

test('every place of a bundle is that of its map', () => {
  const path = join(packageRoot(), 'dist/bin/print-thread.js');
  const file = pathToFileURL(path).href;
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const lines = readFileSync(path, 'utf8').split('\n');
  let found = 0;
  for (let line = 0; line < lines.length; line += EVERY) {
    const column = Math.floor((lines[line]?.length ?? 0) / 2);
    const entry = map.findEntry(line, column);
    const isHere = 'originalSource' in entry && entry.generatedLine === line;
    const expected = isHere
      ? `${fileURLToPath(new URL(entry.originalSource, file))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : undefined;
    assert.equal(originOf(file, line + 1, column + 1), expected, `line ${line + 1}`);
    if (isHere) found += 1;
  }
  assert.ok(found > 10);
});
