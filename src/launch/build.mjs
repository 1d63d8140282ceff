// Compiles when a source has changed since the last build, and removes outputs from dist whose source is gone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundleAssets } from './assets.mjs';
import { ROOT, say } from './root.mjs';

const DIST = join(ROOT, 'dist');
/** Written after a successful build: the state of its sources. */
const STAMP = join(DIST, '.built-from');
const BUILD_INFO = '.tsbuildinfo';
const SOURCE_FOLDERS = ['src', 'generated', 'codegen', 'test'];
const SOURCE_FILES = ['tsconfig.json', 'package.json', 'package-lock.json'];

export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();

/** Names, sizes and times of all sources: enough to notice a change without reading them. */
const fingerprint = () => {
  const hash = createHash('sha256').update(process.versions.node);
  const files = SOURCE_FOLDERS.flatMap((folder) => [...filesBelow(join(ROOT, folder))]);
  for (const file of [...files, ...SOURCE_FILES.map((name) => join(ROOT, name))]) {
    const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
    hash.update(`${relative(ROOT, file)}\n${size}\n${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

export const build = async () => {
  say('Building ...');
  // Taken before the build, so that a file saved during it is built next time.
  const from = fingerprint();
  removeStale();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}The build failed; see above.`);
  await bundleAssets();
  writeFileSync(STAMP, from);
};

/**
 * Removes outputs whose source is gone, and makes the compiler start over when one is missing: by its own record it
 * would not write that one again.
 */
const removeStale = () => {
  rmSync(STAMP, { force: true });
  const built = new Set();
  for (const folder of SOURCE_FOLDERS) {
    for (const file of filesBelow(join(DIST, folder))) {
      const path = relative(DIST, file).replace(/\.js(\.map)?$/, '');
      const source = [`${path}.ts`, `${path}.tsx`, path].find((name) => existsSync(join(ROOT, name)));
      if (source === undefined) rmSync(file);
      else if (!file.endsWith('.map')) built.add(source);
    }
  }
  if (!compiledSources().every((source) => built.has(source)))
    rmSync(join(DIST, BUILD_INFO), { force: true });
};

/** Without what tsconfig.json leaves out: the generator's test cases, and the scripts of pages, which are bundled. */
const compiledSources = () =>
  SOURCE_FOLDERS.flatMap((folder) => [...filesBelow(join(ROOT, folder))])
    .map((file) => relative(ROOT, file))
    .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.some((folder) => path.startsWith(folder)));

const LEFT_OUT = ['test/codegen/cases/', 'src/console/client/'];
