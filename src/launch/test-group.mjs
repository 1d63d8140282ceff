// Runs test files one after the other in this process, each as a suite under its own name, and takes the next one from
// the list that all processes of a run share. A file that leaves something behind for those after it fails.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { follow, rest } from './quiet-hooks.mjs';

// After what stands in its way.
const { after, describe } = await import('node:test');

const TIMING = {
  /** For one file; a test that hangs must not hang the run. */
  fileMs: 300_000,
  /** Connections and programs that a file has ended take a moment until they are gone. */
  settleMs: 5_000,
  /** Reports must reach the runner before a process ends that a file keeps from ending. */
  lastWordsMs: 3_000,
  /** A process whose files have all ended, and that has only its shared database to drop. */
  endMs: 30_000,
};
const LOOK_EVERY_MS = 5;

/** Work that ends by itself, and does not keep a process running that has nothing else to do. */
const PASSING = /^(CloseReq|FSReq\w+|GetAddrInfoReqWrap|Immediate|MessagePort|TTYWrap)$/;

/**
 * `files`: `{ name, path, mark }`, where the name is that of the source. In `folder` the processes of a run tell each other
 * by the marks which files are taken, and how long each took.
 */
export const runGroup = async ({ files, folder, dose, timing }) => {
  const { fileMs, settleMs, lastWordsMs, endMs } = { ...TIMING, ...timing };
  let current;
  let last;
  process.on('exit', () => {
    if (current === undefined) return;
    process.stderr.write(`The process of the tests ended during ${current}.\n`);
    process.exitCode = 1;
  });
  // The runner tells of these without the file and the place.
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
    process.on(event, (error) =>
      process.stderr.write(`An error outside of a test during or after ${last}: ${inspect(error)}\n`),
    );
  Reflect.set(globalThis, CHECKS, []);
  // They are opened on their first use, which would be told as something that a file left behind.
  void [process.stdin, process.stdout, process.stderr];
  let isSpoilt = false;
  const limitMs = fileMs * Math.max(1, dose);
  for (const { name, path, mark } of files) {
    if (!take(join(folder, mark))) continue;
    current = name;
    last = name;
    const start = { wall: performance.now(), cpu: process.cpuUsage() };
    const patience = setTimeout(() => {
      process.stderr.write(`${name} did not end within ${limitMs} ms.\n`);
      process.exit(1);
    }, limitMs);
    patience.unref();
    const leftBehind = await runFile(name, path, settleMs);
    // Of what nobody has waited for is told now.
    await pause(0);
    clearTimeout(patience);
    isSpoilt ||= leftBehind;
    current = undefined;
    writeFileSync(join(folder, `${mark}.done`), JSON.stringify(tookSince(start)));
  }
  const giveUp = () => {
    if (!isSpoilt)
      process.stderr.write(`The process of the tests does not end; ${last} was its last file.\n`);
    process.exit(1);
  };
  setTimeout(giveUp, isSpoilt ? lastWordsMs : endMs).unref();
};

/** Milliseconds, by the clock and of this process's processor time. */
const tookSince = ({ wall, cpu }) => {
  const { user, system } = process.cpuUsage(cpu);
  return { wall: Math.round(performance.now() - wall), cpu: Math.round((user + system) / 1_000) };
};

/** Making a folder is atomic: only one process makes it. */
const take = (place) => {
  try {
    mkdirSync(place);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Resolves when all of the file's tests have ended; says whether it left something behind. */
const runFile = (name, path, settleMs) =>
  new Promise((resolve) => {
    const before = stateOf();
    follow();
    void describe(name, () => {
      // Hooks at the root of the file are those of this suite. One that fails keeps those after it from being run.
      describe('tests', async () => {
        try {
          await import(pathToFileURL(path).href);
        } finally {
          rest();
        }
      });
      after(async () => {
        const found = await whatIsLeft(before, settleMs);
        resolve(found.length > 0);
        assert.deepEqual(found, [], `${name} leaves nothing behind`);
      });
    });
  });

/** What helpers look at after each file, as a list of functions that give faults in words. */
const CHECKS = Symbol.for('folio.test.checks');

const stateOf = () => ({ environment: { ...process.env }, folder: process.cwd(), open: openOf() });

/** How many of each kind keep this process running. */
const openOf = () => {
  const open = new Map();
  for (const kind of process.getActiveResourcesInfo())
    if (!PASSING.test(kind)) open.set(kind, (open.get(kind) ?? 0) + 1);
  return open;
};

/** In words; the environment and the folder are put back, so that the next file is not blamed. */
const whatIsLeft = async ({ environment, folder, open }, settleMs) => {
  const found = [];
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
  for (const name of names) {
    if (process.env[name] === environment[name]) continue;
    found.push(`a changed variable ${name}`);
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  }
  if (process.cwd() !== folder) found.push(`another working folder, ${process.cwd()}`);
  process.chdir(folder);
  const excess = () =>
    [...openOf()].filter(([kind, count]) => count > (open.get(kind) ?? 0)).map(([kind]) => kind);
  const end = performance.now() + settleMs;
  while (excess().length > 0 && performance.now() < end) await pause(LOOK_EVERY_MS);
  found.push(...Reflect.get(globalThis, CHECKS).flatMap((check) => check()));
  return [...found, ...excess().map((kind) => `an open ${kind}`)];
};
