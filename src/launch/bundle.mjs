// Joins what the compiler has made: the programs and their threads into dist/bin, the scripts and styles of the pages into
// dist/assets. A program then loads a few files instead of a thousand, which takes a third of the time.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleAssets } from './assets.mjs';
import { ROOT } from './root.mjs';

const BIN = join(ROOT, 'dist', 'bin');
const COMPILED = join(ROOT, 'dist', 'src');
/** Threads and processes are started by their names beside the program: all are in one folder. */
const ENTRY = /^start\/(main|admin)\.js$|-thread\.js$|\/reading-process\.js$/;
/** Packages that are loaded when something needs them, or that read files of their own. */
const ON_DEMAND =
  /^(pdfkit|nodemailer|openid-client|@opentelemetry|@simplewebauthn|@peculiar|@nodecfdi|@expo-google-fonts|ajv|ajv-formats)(\/|$)/;
/** What the older packages call. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
/** The names of the last build: a service that runs goes on loading its parts by them. */
const LIST = join(BIN, 'files.json');

export const bundle = async () => {
  await Promise.all([bundleAssets(), bundlePrograms()]);
};

const bundlePrograms = async () => {
  const entries = readdirSync(COMPILED, { recursive: true }).filter((path) => ENTRY.test(path));
  const made = await Promise.all(entries.map((path) => joined(join(COMPILED, path))));
  mkdirSync(BIN, { recursive: true });
  const before = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
  // Programs come after their parts, and no file is ever seen half-written.
  const isProgram = ({ path }) => entries.some((entry) => basename(entry) === basename(path));
  const files = made.flat().sort((a, b) => Number(isProgram(a)) - Number(isProgram(b)));
  for (const { path, contents } of files) put(path, contents);
  const names = files.map(({ path }) => basename(path));
  const kept = new Set([...names, ...before]);
  for (const name of readdirSync(BIN)) if (!kept.has(name)) rmSync(join(BIN, name));
  put(LIST, JSON.stringify(names));
};

const put = (path, contents) => {
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
};

/** One program, with what it may load later in files of their own. */
const joined = async (entry) => {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: BIN,
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    sourcemap: 'linked',
    sourcesContent: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    banner: { js: REQUIRE },
    plugins: [{ name: 'folio', setup: keepOnDemand }],
  });
  return outputFiles;
};

const keepOnDemand = ({ onResolve }) =>
  onResolve({ filter: ON_DEMAND }, ({ path }) => ({ path, external: true }));

if (process.argv[1] === import.meta.filename) await bundle();
