// Runs the compiled tests, all of a layer or those whose path contains one of the given texts, on one database server.
// Most share a few processes, since starting one and loading the code costs more than the tests of a file.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTests } from './bundle-tests.mjs';
import { ROOT } from './root.mjs';
import { markOf } from './test-group.mjs';
import { findTests } from './test-files.mjs';

const FOLDER = join(ROOT, 'dist', 'run');
/** How long each file took in the last run that had it. */
const TIMES = join(ROOT, '.data', 'test-times.json');
/** For whatever hangs so that its process cannot end by itself. */
const RUN_TIMEOUT_MS = 3_600_000;

/** One more than there are processors: most files wait for the database or for a program of theirs half of the time. */
const GROUPS = availableParallelism() + 1;

/** Each layer, and how much of what draws at random, kills or floods a run of it does unless DOSE says. */
const LAYERS = { test: 1, 'test:touched': 1, 'test:full': 10, browser: 1 };

export const runTests = async (layer, args) => {
  const options = args.filter((arg) => arg.startsWith('-'));
  const filters = args.filter((arg) => !arg.startsWith('-'));
  const files = findTests(layer, filters);
  if (files.length === 0) {
    process.stderr.write(
      layer === 'test:touched'
        ? 'The change touches nothing that the long tests cover.\n'
        : 'No test file fits.\n',
    );
    process.exit(layer === 'test:touched' ? 0 : 1);
  }
  const dose = process.env.DOSE ?? String(LAYERS[layer]);
  const entries = await writeEntries(files, Number(dose));
  const server = await startServer();
  const template = await createTemplate(server.url);
  const runner = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--test',
      '--test-reporter=spec',
      // The files that run alone do so one by one beside the groups.
      `--test-concurrency=${GROUPS + 1}`,
      `--test-timeout=${RUN_TIMEOUT_MS}`,
      ...options,
      ...entries,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, DOSE: dose, TEST_DATABASE_URL: server.url, TEST_TEMPLATE: template.name },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => runner.kill(signal));
  }
  runner.on('exit', async (status, signal) => {
    await template.drop();
    await server.stop();
    const missing = keepTimes(files);
    for (const name of missing) process.stderr.write(`${name} did not run to its end.\n`);
    process.exit(status === 0 && missing.length > 0 ? 1 : (status ?? (signal === null ? 1 : 128)));
  });
};

/** What the runner is given: a program for each group, and one for each file that runs alone. */
const writeEntries = async (files, dose) => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const paths = await (files.length > 1 ? bundleTests : (given) => given)(files.map(({ path }) => path));
  const times = readTimes();
  const listed = files
    .map((file, index) => ({
      ...file,
      path: paths[index],
      took: times[file.name]?.wall ?? statSync(file.path).size,
    }))
    .sort((a, b) => b.took - a.took);
  const shared = listed.filter(({ alone }) => !alone);
  const groups = Array.from({ length: Math.min(GROUPS, shared.length) }, () => shared);
  const lonely = listed.filter(({ alone }) => alone).map((file) => [file]);
  return [...groups, ...lonely].map((group, index) => {
    // The runner takes them in the order of their names.
    const entry = join(FOLDER, `${String(index).padStart(3, '0')}.mjs`);
    const given = { folder: FOLDER, dose, files: group.map(({ name, path }) => ({ name, path })) };
    const program = pathToFileURL(join(ROOT, 'src/launch/test-group.mjs')).href;
    writeFileSync(
      entry,
      `import { runGroup } from ${JSON.stringify(program)};\nawait runGroup(${JSON.stringify(given)});\n`,
    );
    return entry;
  });
};

const readTimes = () => {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8'));
  } catch {
    return {};
  }
};

/** The names of the files that did not end, which happens when their process does. */
const keepTimes = (files) => {
  const times = readTimes();
  const missing = [];
  for (const { name } of files) {
    const mark = join(FOLDER, `${markOf(name)}.done`);
    if (existsSync(mark)) times[name] = JSON.parse(readFileSync(mark, 'utf8'));
    else missing.push(name);
  }
  mkdirSync(join(ROOT, '.data'), { recursive: true });
  writeFileSync(TIMES, JSON.stringify(times));
  return missing;
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
