// Installs and builds, then runs a program in this same process, so that signals and exit codes need no forwarding.
// Messages go to standard error: standard output belongs to the program.
import { accessSync, constants } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { endWithParent } from './parent.mjs';
import { ROOT } from './root.mjs';

/** Exit codes for programs ended by a signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Which tests a command runs. */
const TEST_LAYERS = ['test', 'test:touched', 'test:full', 'browser', 'gate'];

const PROGRAMS = { start: 'main.js', admin: 'admin.js' };

/** Installs and builds, and runs nothing. */
const READY = 'ready';

export const run = async (command, args) => {
  const isTests = TEST_LAYERS.includes(command);
  if (!isTests && command !== READY && !Object.hasOwn(PROGRAMS, command)) {
    process.stderr.write(
      `usage: launch.mjs start | admin COMMAND ... | ready | ${TEST_LAYERS.join(' | ')} [path ...]\n`,
    );
    process.exit(1);
  }
  try {
    await prepare(isTests || command === READY ? 'tests' : 'programs');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  if (command === READY) return;
  endWithParent();
  // The service handles signals itself. The others exit normally, so that they release what they hold.
  if (command !== 'start') {
    for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => process.exit(code));
  }
  if (isTests) await (await import('./tests.mjs')).runTests(command, args);
  else await runProgram(PROGRAMS[command], args);
};

const NOT_WRITABLE = `${ROOT} was not built by this command, or has changed since, and may not be written by this user. Run this command once as the owner, or the program itself: node dist/bin/main.js, node dist/bin/admin.js.`;

const isWritable = () => {
  try {
    accessSync(ROOT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Two launches of a fresh clone at once: the second waits, and then finds everything done. */
const prepare = async (purpose) => {
  if (isInstalled() && isBuilt(purpose)) return;
  if (!isWritable()) throw new Error(NOT_WRITABLE);
  await withLock(async () => {
    if (!isInstalled()) await install();
    if (!isBuilt(purpose)) await build();
  });
};

const runProgram = async (name, args) => {
  const program = join(ROOT, 'dist', 'bin', name);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
};
