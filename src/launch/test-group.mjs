// Runs test files one after the other in this process, each as a suite under its own name, and takes the next one from
// the list that all processes of a run share. A file that leaves something behind for those after it fails.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const TIMING = {
  /** For one file; a test that hangs must not hang the run. */
  fileMs: 300_000,
  /** Connections and programs that a file has ended take a moment until they are gone. */
  settleMs: 5_000,
  /** Reports must reach the runner before a process ends that cannot end by itself. */
  lastWordsMs: 3_000,
};
const LOOK_EVERY_MS = 5;

/** Work that ends by itself, and does not keep a process running that has nothing else to do. */
const PASSING = /^(CloseReq|FSReq\w+|GetAddrInfoReqWrap|Immediate|MessagePort|TTYWrap)$/;

/**
 * `files`: `{ name, path, mark }`, where the name is that of the source. In `folder` the processes of a run tell each other
 * by the marks which files are taken, and how long each took.
 */
export const runGroup = async ({ files, folder, dose, timing }) => {
  const { fileMs, settleMs, lastWordsMs } = { ...TIMING, ...timing };
  let current;
  process.on('exit', () => {
    if (current === undefined) return;
    process.stderr.write(`The process of the tests ended during ${current}.\n`);
    process.exitCode = 1;
  });
  // They are opened on their first use, which would be told as something that a file left behind.
  void [process.stdin, process.stdout, process.stderr];
  let isSpoilt = false;
  const limitMs = fileMs * Math.max(1, dose);
  for (const { name, path, mark } of files) {
    if (!take(join(folder, mark))) continue;
    current = name;
    const start = { wall: performance.now(), cpu: process.cpuUsage() };
    const patience = setTimeout(() => {
      process.stderr.write(`${name} did not end within ${limitMs} ms.\n`);
      process.exit(1);
    }, limitMs);
    patience.unref();
    const leftBehind = await runFile(name, path, settleMs);
    clearTimeout(patience);
    isSpoilt ||= leftBehind;
    current = undefined;
    writeFileSync(join(folder, `${mark}.done`), JSON.stringify(tookSince(start)));
  }
  if (isSpoilt) setTimeout(() => process.exit(1), lastWordsMs).unref();
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
    // Hooks at the root of the file are those of this suite; the last one comes after the file's own.
    void describe(name, async () => {
      try {
        await import(pathToFileURL(path).href);
      } catch (error) {
        resolve(false);
        throw error;
      }
      after(async () => {
        const found = await whatIsLeft(before, settleMs);
        resolve(found.length > 0);
        assert.deepEqual(found, [], `${name} leaves nothing behind`);
      });
    });
  });

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
  return [...found, ...excess().map((kind) => `an open ${kind}`)];
};
