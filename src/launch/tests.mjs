// Runs the compiled tests, all of them or those whose path contains one of the given texts, on one database server.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTests } from './bundle-tests.mjs';
import { ROOT } from './root.mjs';

const TESTS = join(ROOT, 'dist', 'test');
/** Separate programs with their own npm scripts. */
const NOT_TESTS = ['bench', 'conformance'];
/** Time for one file; a test that hangs must not hang the run. */
const FILE_TIMEOUT_MS = 300_000;

/** One more than there are processors: most files wait for the database or for a program of theirs half of the time. */
const FILES_AT_ONCE = availableParallelism() + 1;

/** Which files a command runs: those of `npm test`, or those in a browser. */
const ENDINGS = { test: '.test.js', browser: '.browser.js' };

export const runTests = async (kind, args) => {
  const ending = ENDINGS[kind];
  const options = args.filter((arg) => arg.startsWith('-'));
  const files = testFiles(
    ending,
    args.filter((arg) => !arg.startsWith('-')),
  );
  if (files.length === 0) {
    process.stderr.write('No test file fits.\n');
    process.exit(1);
  }
  const server = await startServer();
  const template = await createTemplate(server.url);
  const runner = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${FILES_AT_ONCE}`,
      `--test-timeout=${FILE_TIMEOUT_MS}`,
      ...options,
      ...(files.length > 1 ? await bundleTests(files) : files),
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url, TEST_TEMPLATE: template.name },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => runner.kill(signal));
  }
  runner.on('exit', async (status, signal) => {
    await template.drop();
    await server.stop();
    process.exit(status ?? (signal === null ? 1 : 128));
  });
};

/** Filters are parts of source paths: `tools/invoices`, `test/db/ids.test.ts`. */
const testFiles = (ending, filters) => {
  if (!existsSync(TESTS)) return [];
  const wanted = filters.map((filter) => filter.replace(/^\.?\//, '').replace(/\.ts$/, '.js'));
  return readdirSync(TESTS, { recursive: true })
    .filter((path) => path.endsWith(ending) && !NOT_TESTS.includes(path.split('/')[0]))
    .map((path) => join(TESTS, path))
    .filter(
      (path) =>
        wanted.length === 0 || wanted.some((part) => relative(join(ROOT, 'dist'), path).includes(part)),
    )
    .sort();
};

/** A migrated database that test files copy. */
const createTemplate = async (url) => {
  const database = await import(pathToFileURL(join(ROOT, 'dist/test/support/database.js')).href);
  return database.createTemplate(url);
};

/** The server of DATABASE_URL, or a private one whose data is discarded after the tests. */
const startServer = async () => {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const { startTestServer } = await import(pathToFileURL(join(ROOT, 'dist/test/support/server.js')).href);
  try {
    return await startTestServer();
  } catch (error) {
    process.stderr.write(`${error.name === 'StartError' ? error.message : error.stack}\n`);
    return process.exit(1);
  }
};
