import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../src/base/package-root.ts';
import { type Planted, PLANTED } from './planted/index.ts';

const read = (file: string): string => readFileSync(join(packageRoot(), file), 'utf8');

const flawsOf = ({ name, file, find, put, tests }: Planted): readonly string[] => [
  ...(read(file).split(find).length === 2 ? [] : [`${name}: ${file} does not have "${find}" once`]),
  ...(find === put ? [`${name} changes nothing`] : []),
  ...(tests.length === 0 ? [`${name} names no tests`] : []),
  ...tests
    .filter((path) => !existsSync(join(packageRoot(), `${path}.test.ts`)))
    .map((path) => `${name}: there is no ${path}.test.ts`),
];

test('each planted fault has its place in the source, once, and tests that are there', () => {
  assert.deepEqual(PLANTED.flatMap(flawsOf), []);
});

test('planted faults have names of their own', () => {
  assert.equal(new Set(PLANTED.map(({ name }) => name)).size, PLANTED.length);
});
