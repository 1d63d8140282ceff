// `npm run faults:database [-- KILLS]`: kills the private server under load so often, then fills a small disk that it is
// on (a mount of its own, for which the system must allow user namespaces). Ends with 1 on any loss.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDisk, killServer, type Told } from './run.ts';

const DISK = '700m';

const tell = (what: string, told: Told): void => {
  console.log(`${what}: ${JSON.stringify(told)}`);
  if (told.losses.length > 0) process.exitCode = 1;
};

const [first = '10', folder] = process.argv.slice(2);
if (first === 'disk' && folder !== undefined) tell('full disk', await fillDisk(folder));
else {
  const work = mkdtempSync(join(tmpdir(), 'folio-server-'));
  tell('kills', await killServer(join(work, 'killed'), Number(first)));
  const mounted = 'mkdir "$1" && mount -t tmpfs -o size="$2" tmpfs "$1" && exec "$3" "$4" disk "$1"';
  const disk = [join(work, 'disk'), DISK, process.execPath, import.meta.filename];
  const { status } = spawnSync('unshare', ['-rm', 'sh', '-c', mounted, 'sh', ...disk], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  rmSync(work, { recursive: true, force: true });
}
