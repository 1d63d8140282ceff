// Which test files a command runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './root.mjs';

const TESTS = join(ROOT, 'dist', 'test');
/** Separate programs with their own npm scripts. */
const NOT_TESTS = ['bench', 'long/conformance'];
const LONG = 'test/long/';
/** What the long tests cover, kept by hand. */
const COVERS = join(ROOT, LONG, 'covers.yaml');
/** A file whose tests need a process of their own says so, and why. */
const ALONE = /^\/\/ Runs alone: /m;

/**
 * `{ name, path, alone }` each. Filters are parts of source paths: `tools/invoices`, `test/db/ids.test.ts`; they find
 * long tests too.
 */
export const findTests = (layer, filters) => {
  if (!existsSync(TESTS)) return [];
  const ending = layer === 'browser' ? '.browser.js' : '.test.js';
  const isOfLayer = layerOf(layer, filters);
  const wanted = filters.map((filter) => filter.replace(/^\.?\//, ''));
  return readdirSync(TESTS, { recursive: true })
    .filter((path) => path.endsWith(ending) && !NOT_TESTS.some((folder) => path.startsWith(`${folder}/`)))
    .map((path) => ({ name: `test/${path.replace(/\.js$/, '.ts')}`, path: join(TESTS, path) }))
    .filter(
      ({ name }) => isOfLayer(name) && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
    )
    .map((file) => ({ ...file, alone: ALONE.test(readFileSync(join(ROOT, file.name), 'utf8')) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

const layerOf = (layer, filters) => {
  const isLong = (name) => name.startsWith(LONG);
  if (layer === 'test:touched') return isTouched();
  return layer === 'test' && filters.length === 0 ? (name) => !isLong(name) : () => true;
};

/** Whether a long test covers something that the change touches; without a history all do. */
const isTouched = () => {
  const changed = changedPaths();
  const covers = Object.entries(parse(readFileSync(COVERS, 'utf8')));
  return (name) =>
    covers.some(
      ([tests, places]) =>
        name.startsWith(tests) &&
        (changed === undefined ||
          [tests, ...places].some((place) => changed.some((path) => path.startsWith(place)))),
    );
};

/** Since BASE, or else since the newest commit that is older than a landing takes. */
const changedPaths = () => {
  const base = process.env.BASE ?? git('rev-list', '-1', '--before=4 hours ago', 'HEAD');
  if (!base) return undefined;
  return git('diff', '--name-only', base)?.split('\n');
};

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
