// Compiles when a source has changed since the last build, and removes outputs from dist whose source is gone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundle } from './bundle.mjs';
import { ROOT, say } from './root.mjs';

const DIST = join(ROOT, 'dist');
/** Written after a successful build: of each purpose, the state of its sources. */
const STAMP = join(DIST, '.built-from');
const BUILD_INFO = '.tsbuildinfo';
const SOURCE_FOLDERS = ['src', 'generated', 'codegen', 'test'];
/** The folders of what runs. A service does not wait for a test to be compiled. */
const PURPOSES = { programs: ['src', 'generated'], tests: SOURCE_FOLDERS };
const SOURCE_FILES = ['tsconfig.json', 'package.json', 'package-lock.json'];

/** By names, sizes and times, without reading a source; by what is in them where a copy has lost its times. */
export const isBuilt = (purpose) => {
  const stamp = readStamp();
  const built = stamp[purpose];
  if (built === undefined) return false;
  const files = sourcesOf(purpose);
  const times = timesOf(files);
  if (built.times === times) return true;
  if (built.content !== contentOf(files)) return false;
  try {
    writeStamp({ ...stamp, [purpose]: { ...built, times } });
  } catch {
    // An installation that nobody may write is looked at so each time.
  }
  return true;
};

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8'));
  } catch {
    return {};
  }
};

const writeStamp = (stamp) => {
  writeFileSync(`${STAMP}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${STAMP}.${process.pid}`, STAMP);
};

/** The state of the sources of each purpose. */
const readState = () =>
  Object.fromEntries(
    Object.keys(PURPOSES).map((purpose) => {
      const files = sourcesOf(purpose);
      return [purpose, { times: timesOf(files), content: contentOf(files) }];
    }),
  );

const sourcesOf = (purpose) => [
  ...PURPOSES[purpose].flatMap((folder) => [...filesBelow(join(ROOT, folder))]),
  ...SOURCE_FILES.map((name) => join(ROOT, name)).filter((path) => existsSync(path)),
];

const nameOf = (file) => file.slice(ROOT.length);

const digest = (lines) =>
  createHash('sha256')
    .update([process.versions.node, ...lines].join('\n'))
    .digest('hex');

const timesOf = (files) =>
  digest(
    files.map((file) => {
      const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
      return `${nameOf(file)} ${size} ${mtimeMs}`;
    }),
  );

const contentOf = (files) =>
  digest(
    files.map((file) => `${nameOf(file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`),
  );

function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

export const build = async () => {
  say('Building ...');
  // Taken before the build, so that a file saved during it is built next time.
  const from = readState();
  removeStale();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}The build failed; see above.`);
  await bundle();
  writeStamp(from);
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
