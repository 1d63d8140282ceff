// `npm run image`: all steps of the Dockerfile in a bare folder, from the commit and not from this folder, the last of them
// as its user, with a private database. It installs the locked packages, so it is no part of the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/base/package-root.ts';
import { assemble, readImage, runImage } from './image.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-image-'));
const [build, app, data] = ['build', 'app', 'data'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  chmodSync(folder, 0o755);
  for (const path of [build, app, data]) mkdirSync(path);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: packageRoot(), maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', build], { input: archive });
  const image = readImage();
  for (const command of image.build) {
    say(command);
    const { status } = spawnSync('sh', ['-c', command], {
      cwd: build,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`${command}: exit code ${status}`);
  }
  assemble(image, build, app, true);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(data, image.user, image.user);
  const extra = { DATA_DIR: data, DATABASE_DOWNLOAD: '1', PORT: '3080', ADMIN_PORT: '3081', HOME: data };
  const run = await runImage(image, app, extra, isRoot ? 'user' : undefined);
  say(run.ready);
  say(`exit codes of health check, service, and health check after it: ${run.codes.join(', ')}`);
  if (run.codes.join() !== '0,0,1') throw new Error(run.log);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
