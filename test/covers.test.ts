// Each test of the long layer, and each of which the gate runs a part, has its row in test/long/covers.yaml, which says with
// which changes it runs whole.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { packageRoot } from '../src/base/package-root.ts';

const ROOT = packageRoot();
const LONG = 'test/long';

const covers = parse(readFileSync(join(ROOT, LONG, 'covers.yaml'), 'utf8')) as Record<
  string,
  readonly string[]
>;

/** They take a dose of their own. */
const isShared = (path: string): boolean => /\blongDose(Of)?\(/.test(readFileSync(join(ROOT, path), 'utf8'));

const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path}`)
  .filter((path) => path.startsWith(`${LONG}/`) || isShared(path));

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

test('each long test has exactly one row, and each row a test', () => {
  const rows = Object.keys(covers);
  assert.deepEqual(
    files
      .map((file) => [file, rows.filter((row) => isBelow(file, row)).length])
      .filter(([, count]) => count !== 1),
    [],
  );
  assert.deepEqual(
    rows.filter((row) => !files.some((file) => isBelow(file, row))),
    [],
  );
});

test('each row names paths that are there', () => {
  for (const [row, paths] of Object.entries(covers)) assert.ok(paths.length > 0, row);
  assert.deepEqual(
    Object.values(covers)
      .flat()
      .filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});

interface TestFile {
  readonly name: string;
}

test('the gate runs the usual tests and those in a browser, each file once', async () => {
  const program = pathToFileURL(join(ROOT, 'src/launch/test-files.mjs')).href;
  const { findTests } = (await import(program)) as {
    findTests(layer: string, filters: readonly string[]): readonly TestFile[];
  };
  const namesOf = (layer: string): readonly string[] => findTests(layer, []).map(({ name }) => name);
  const [usual, browser] = ['test', 'browser'].map(namesOf);
  assert.ok(usual !== undefined && usual.length > 400 && browser !== undefined && browser.length > 5);
  assert.deepEqual(namesOf('gate').toSorted(), [...usual, ...browser].toSorted());
});
