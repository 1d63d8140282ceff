// `npm ci` refuses a lock file that lacks a package, also one that is for another platform. Such a lock file is what
// npm writes when a registry does not have all of them, and on the machine where it was written nothing seems wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test('the lock file knows the packages of every platform', () => {
  const file = readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { readonly packages: Readonly<Record<string, Locked>> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        packages[`node_modules/${name}`] === undefined &&
        packages[`${path}/node_modules/${name}`] === undefined,
    ),
  );
  assert.deepEqual(missing, []);
});
