// `npm run nodes [-- 22 24] [all | PATH ...]`: tests on the other versions of Node that Folio runs on: a cross-section of
// what stands on Node itself, all of them, or those whose path contains one of the texts. Each version comes as the npm
// package `node`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.ts';

const ROOT = packageRoot();
/** Text and time, sockets and HTTP, files and streams, threads and processes, TLS and signatures, and calls from end to end. */
const CROSS_SECTION = [
  'test/base/',
  'test/db/transaction',
  'test/db/fail-over',
  'test/db/values',
  'test/dispatch/',
  'test/long/launch/',
  'test/transport/',
  'test/pdf/',
  'test/providers/pac/stamp',
  'test/tools/writes/',
  'test/tools/invoices/create_invoice',
  'test/admin/backup',
  'test/long/admin/backup',
  'test/admin/statement-files',
  'test/webhooks/delivery',
  'test/worker/queue',
];

const RELEASES: Readonly<Record<string, string>> = { 22: '22.23.3', 24: '24.21.0' };

/** The folder of the program. */
const install = (release: string): string => {
  const home = join(ROOT, '.data', 'nodes', release);
  const folder = join(home, 'node_modules', 'node', 'bin');
  if (existsSync(join(folder, 'node'))) return folder;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"private":true}\n');
  cpSync(join(ROOT, '.npmrc'), join(home, '.npmrc'));
  const { status } = spawnSync('npm', ['install', `node@${release}`], { cwd: home, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Node ${release} could not be installed`);
  return folder;
};

const given = process.argv.slice(2);
const chosen = given.filter((arg) => Object.hasOwn(RELEASES, arg));
const named = given.filter((arg) => !chosen.includes(arg));
const paths = named[0] === 'all' ? [] : named.length > 0 ? named : CROSS_SECTION;
const failed = (chosen.length === 0 ? Object.keys(RELEASES) : chosen).filter((major) => {
  const release = RELEASES[major] ?? '';
  const folder = install(release);
  console.log(`Node ${release}`);
  const layer = paths.length === 0 ? 'test:full' : 'test';
  const { status } = spawnSync(join(folder, 'node'), ['src/launch/launch.mjs', layer, ...paths], {
    cwd: ROOT,
    stdio: 'inherit',
    // What a test starts by name runs on it too.
    env: { DOSE: '1', ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return status !== 0;
});
console.log(failed.length === 0 ? 'passed' : `failed on Node ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
