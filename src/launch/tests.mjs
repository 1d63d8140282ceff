// Runs the compiled tests, all of a layer or those whose path contains one of the given texts, on one database server.
// Most share a few processes, since starting one and loading the code costs more than the tests of a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTests } from './bundle-tests.mjs';
import { ROOT } from './root.mjs';
import { findTests } from './test-files.mjs';

/** A folder for each run, since two may go on at once. */
const RUNS = join(ROOT, 'dist', 'runs');
const FOLDER = join(RUNS, String(process.pid));
/** Several files that run together, and what they start. */
const JOINED = join(FOLDER, 'bundled');
/** Where its processes say which files are taken. */
const TAKEN = join(FOLDER, 'taken');
/** How much has failed, as the reporter says. */
const FAILED = join(FOLDER, 'failed');
const COUNT_FAILURES = pathToFileURL(join(ROOT, 'src/launch/count-failures.mjs')).href;
/** How long each file took in the last run that had it. */
const TIMES = join(ROOT, '.data', 'test-times.json');
/** About how long those of five seconds and more take, for a machine that has no times of its own. */
const SECONDS = join(ROOT, 'test', 'seconds.json');
const SHORT_SECONDS = 1;
/** For whatever hangs so that its process cannot end by itself. */
const RUN_TIMEOUT_MS = 3_600_000;

/** More than there are processors: most files wait for the database or for a program of theirs half of the time. */
const GROUPS = availableParallelism() + 3;

/** How much of what draws at random, kills or floods a run of each layer does unless DOSE says. */
const DOSES = { test: 1, 'test:touched': 1, 'test:full': 10, browser: 1, gate: 1 };

/** The gate takes so much of the tests that take long: they run whole where a change touches what they cover. */
const SHARE_OF_THE_GATE = 0.5;

/**
 * Megabytes of memory for what is new, several times the usual: tests make much and keep little of it. Beginning with more would
 * be too much for threads whose memory is bounded.
 */
const YOUNG_MB = 64;

export const runTests = async (layer, args) => {
  const options = args.filter((arg) => arg.startsWith('-'));
  const files = findTests(
    layer,
    args.filter((arg) => !arg.startsWith('-')),
  );
  if (files.length === 0) {
    const isFine = layer === 'test:touched';
    process.stderr.write(isFine ? 'No long test covers what has changed.\n' : 'No test file fits.\n');
    process.exit(isFine ? 0 : 1);
  }
  const dose = doseOf(layer);
  const joining = joined(files.map(({ path }) => path));
  let worst = 0;
  for (const start of serversOf(layer)) {
    const [server, paths] = await Promise.all([start(), joining]);
    const bundled = files.map((file, index) => ({ ...file, path: paths[index] }));
    const entries = writeEntries(bundled, Number(dose));
    const shares = layer === 'gate' ? { SHARE: process.env.SHARE || String(SHARE_OF_THE_GATE) } : {};
    const status = await runOn(server, [...options, ...entries], { DOSE: dose, ...shares });
    if (status === undefined) {
      worst = 128;
      break;
    }
    const missing = keepTimes(files);
    for (const name of missing) process.stderr.write(`${name} did not run to its end.\n`);
    worst = Math.max(worst, status, missing.length > 0 ? 1 : 0);
  }
  rmSync(FOLDER, { recursive: true, force: true });
  process.exit(worst);
};

/** Several files load what they share once; one is as fast without. */
const joined = (paths) => {
  for (const run of existsSync(RUNS) ? readdirSync(RUNS) : [])
    if (!isRunning(Number(run))) rmSync(join(RUNS, run), { recursive: true, force: true });
  return paths.length > 1 ? bundleTests(paths, JOINED) : paths;
};

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** The environment's, or what the layer usually does; the groups and the tests read it. */
const doseOf = (layer) => {
  const dose = process.env.DOSE || String(DOSES[layer]);
  if (Number(dose) > 0) return dose;
  process.stderr.write(`DOSE must be a number above 0: ${dose}\n`);
  return process.exit(1);
};

/** Resolves to the exit code, or to undefined when a signal has ended the run. */
const runOn = async (server, args, doses) => {
  const template = await createTemplate(server.url);
  const runner = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      `--max-semi-space-size=${YOUNG_MB}`,
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${COUNT_FAILURES}`,
      `--test-reporter-destination=${FAILED}`,
      // The files that run alone do so one by one beside the groups.
      `--test-concurrency=${GROUPS + 1}`,
      `--test-timeout=${RUN_TIMEOUT_MS * Math.max(1, Number(doses.DOSE))}`,
      ...args,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...doses,
        TEST_DATABASE_URL: server.url,
        TEST_TEMPLATE: template.name,
        TEST_JOINED: JOINED,
      },
    },
  );
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      isStopped = true;
      runner.kill(signal);
    });
  }
  const [status] = await once(runner, 'exit');
  await template.drop();
  await server.stop();
  if (isStopped) return undefined;
  return status === 0 && readFileSync(FAILED, 'utf8') !== '0' ? 1 : (status ?? 128);
};

/** What the runner is given: a program for each group, and one for each file that runs alone. */
const writeEntries = (files, dose) => {
  rmSync(TAKEN, { recursive: true, force: true });
  mkdirSync(TAKEN, { recursive: true });
  const times = readFacts(TIMES);
  const seconds = readFacts(SECONDS);
  // A file that neither knows is new or short.
  const tookOf = (name) => times[name]?.wall ?? (seconds[name] ?? SHORT_SECONDS) * 1_000;
  const listed = files
    .map((file) => ({ ...file, took: tookOf(file.name), bytes: statSync(file.path).size }))
    .sort((a, b) => (a.took === b.took ? b.bytes - a.bytes : b.took - a.took));
  const shared = listed.filter(({ alone }) => !alone);
  const waiting = shared.filter(isWaiting);
  const working = shared.filter((file) => !isWaiting(file));
  // Every other one begins with those that wait, so that processors have work beside them.
  const groups = Array.from({ length: Math.min(GROUPS, shared.length) }, (_, index) =>
    index % 2 === 0 ? [...waiting, ...working] : [...working, ...waiting],
  );
  const lonely = listed.filter(({ alone }) => alone).map((file) => [file]);
  return [...groups, ...lonely].map((group, index) => {
    // The runner takes them in the order of their names.
    const entry = join(FOLDER, `${String(index).padStart(3, '0')}.mjs`);
    const given = {
      folder: TAKEN,
      dose,
      files: group.map(({ name, path }) => ({ name, path, mark: markOf(name) })),
    };
    const program = pathToFileURL(join(ROOT, 'src/launch/test-group.mjs')).href;
    writeFileSync(
      entry,
      `import { runGroup } from ${JSON.stringify(program)};\nawait runGroup(${JSON.stringify(given)});\n`,
    );
    return entry;
  });
};

/** It starts whole programs or a browser, and waits for them. */
const isWaiting = ({ name }) => /^test\/long\/|\.browser\.ts$/.test(name);

const markOf = (name) => encodeURIComponent(name);

const readFacts = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
};

/** The names of the files that did not end, which happens when their process does. */
const keepTimes = (files) => {
  const times = readFacts(TIMES);
  const missing = [];
  for (const { name } of files) {
    const mark = join(TAKEN, `${markOf(name)}.done`);
    if (existsSync(mark)) times[name] = JSON.parse(readFileSync(mark, 'utf8'));
    else missing.push(name);
  }
  mkdirSync(join(ROOT, '.data'), { recursive: true, mode: 0o700 });
  writeFileSync(TIMES, JSON.stringify(times));
  return missing;
};

/** One server, and for all tests Oracle's too where MYSQLD names its program. */
const serversOf = (layer) => {
  const program = process.env.MYSQLD;
  const isOnBoth = layer === 'test:full' && program !== undefined && program !== '';
  return isOnBoth ? [startServer, () => startMysql(program)] : [startServer];
};

/** The server of DATABASE_URL, or a private one whose data is discarded after the tests. */
const startServer = async () => {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const { startTestServer } = await support('server');
  try {
    return await startTestServer();
  } catch (error) {
    process.stderr.write(`${error.name === 'StartError' ? error.message : error.stack}\n`);
    return process.exit(1);
  }
};

const startMysql = async (program) => (await support('mysql-server')).startMysqlServer(program);

/** A migrated database that test files copy. */
const createTemplate = async (url) => (await support('database')).createTemplate(url);

const support = (name) => import(pathToFileURL(join(ROOT, `dist/test/support/${name}.js`)).href);
