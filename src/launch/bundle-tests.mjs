// Joins the compiled tests with what they import: a process then loads some dozen modules instead of a thousand, which
// takes a third of the time of all tests. Threads are those that the programs start; so
// are the programs, and those of the tests' own are joined with them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.mjs';

const DIST = join(ROOT, 'dist');
/** Where a module names the script of its thread. */
const THREAD = /new URL\('\.\/([\w-]+-thread\.js)', import\.meta\.url\)/g;
/** Packages of many small modules; all others are loaded as they are. */
const JOINED = /^(kysely|uuid)$/;

/** What tests start, once for each worker that they kill; test/support/programs.ts finds it. */
const CHILD = /(^|\/|-)child\.js$/;

/** The bundled tests, in `folder`, in the place of the given ones. */
export const bundleTests = async (files, folder) => {
  const { build } = await import('esbuild');
  const tests = join(DIST, 'test');
  const children = readdirSync(tests, { recursive: true })
    .filter((path) => CHILD.test(path))
    .map((path) => join(tests, path));
  await build({
    entryPoints: [...files, ...children],
    outbase: DIST,
    outdir: folder,
    bundle: true,
    splitting: true,
    sourcemap: 'linked',
    // Nobody reads it, and every process would.
    sourcesContent: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    define: Object.fromEntries(
      ['url', 'dirname', 'filename'].map((name) => [`import.meta.${name}`, `meta_${name}`]),
    ),
    plugins: [{ name: 'folio', setup: setUp }],
  });
  return files.map((file) => join(folder, relative(DIST, file)));
};

const setUp = ({ onResolve, onLoad }) => {
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || JOINED.test(path) ? undefined : { path, external: true },
  );
  // Each module keeps the place where it was compiled, next to the files that it reads and starts.
  onLoad({ filter: /\/dist\/.*\.js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    if (path.includes('node_modules') || !text.includes('import.meta')) return undefined;
    const meta = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
    const names = Object.entries(meta).map(([name, value]) => `meta_${name} = ${JSON.stringify(value)}`);
    return { contents: `const ${names.join(', ')};${text.replaceAll(THREAD, joinedThread)}`, loader: 'js' };
  });
};

/** As the build has joined it: a thread then loads one file instead of a hundred, and tests start many. */
const joinedThread = (named, script) => {
  const joined = join(DIST, 'bin', script);
  return existsSync(joined) ? `new URL(${JSON.stringify(pathToFileURL(joined).href)})` : named;
};
