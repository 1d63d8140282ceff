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
/** What all of them stand on. */
const EVERYWHERE = ['test/support/', 'src/base/', 'src/launch/', 'package-lock.json'];
/** A file whose tests need a process of their own says so, and why. */
const ALONE = /^\/\/ Runs alone: /m;

/** The gate runs these at once, so that some use the processors while others wait. */
const OF_THE_GATE = ['test', 'browser'];

/**
 * `{ name, path, alone }` each. Filters are parts of source paths: `tools/invoices`, `test/db/ids.test.ts`; they find
 * long tests too.
 */
export const findTests = (layer, filters) => {
  if (!existsSync(TESTS)) return [];
  if (layer !== 'gate') return findOfLayer(layer, filters);
  const found = OF_THE_GATE.flatMap((each) => findOfLayer(each, filters));
  return [...new Map(found.map((file) => [file.name, file])).values()];
};

const findOfLayer = (layer, filters) => {
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
          [tests, ...EVERYWHERE, ...places].some((place) => changed.some((path) => path.startsWith(place)))),
    );
};

/** Since BASE, or else since the newest commit of the main line that is older than a change takes to be made. */
const changedPaths = () => {
  const base = process.env.BASE ?? commitBefore();
  if (!base) return undefined;
  const changed = git('diff', '--no-renames', '--name-only', '-z', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return changed === undefined ? undefined : `${changed}\0${added ?? ''}`.split('\0').filter(Boolean);
};

const HOURS_OF_A_CHANGE = 4;

/** By the time of the last commit, not by the clock, so that the same commit has the same base whenever it is asked. */
const commitBefore = () => {
  const last = Number(git('log', '-1', '--format=%ct', 'HEAD'));
  return git('rev-list', '-1', '--first-parent', `--before=${last - HOURS_OF_A_CHANGE * 3_600}`, 'HEAD');
};

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
