// Installs the locked dependencies when they are missing or differ from package-lock.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './root.mjs';

const LOCK_FILE = join(ROOT, 'package-lock.json');
/** npm's record of the installed packages, which it writes last, when all of them are there. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');

export const isInstalled = () => {
  if (!existsSync(INSTALLED)) return false;
  const locked = readPackages(LOCK_FILE);
  const installed = readPackages(INSTALLED);
  const isSame = (path) =>
    installed[path]?.version === locked[path].version &&
    installed[path]?.integrity === locked[path].integrity;
  return (
    // Optional packages are for other platforms; npm skips those that do not fit this one.
    Object.keys(locked).every(
      (path) => path === '' || isSame(path) || (locked[path].optional && !installed[path]),
    ) && Object.keys(installed).every((path) => Object.hasOwn(locked, path))
  );
};

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
};

export const install = async () => {
  say('Installing the locked dependencies ...');
  const [command, ...first] = npm();
  // The build needs the development dependencies; a NODE_ENV or npm setting of the caller must not omit them.
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  if (error !== undefined)
    throw new Error(`npm could not be run to install the dependencies: ${error.message}.`);
  if (status !== 0 || !isInstalled()) {
    throw new Error(
      `${stdout}${stderr}\nInstalling the dependencies with \`npm ci\` failed; see above.`.trim(),
    );
  }
};

/** The npm that started this, or the one on PATH when Node was started directly. */
const npm = () => {
  const running = process.env.npm_execpath;
  return running !== undefined && /npm-cli\.c?js$/.test(running) ? [process.execPath, running] : ['npm'];
};
