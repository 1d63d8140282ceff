// `npm run readers`: refuses parameters that nobody reads. With --changed only if the spec is not that of the last good
// run: a new parameter stops the build, and other builds do not wait.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSpec } from '../../generator/generate.ts';
import { readSpecFiles } from '../../generator/load/load.ts';
import { report } from '../../generator/problem.ts';
import { checkReaders } from './unread.ts';

const SEEN = 'dist/.readers';

const readSeen = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const root = process.cwd();
const files = readSpecFiles(root);

const spec = createHash('sha256')
  .update(JSON.stringify([...files].flat()))
  .digest('hex');
const seen = join(root, SEEN);
const isKnown = process.argv.includes('--changed') && readSeen(seen) === spec;
if (!isKnown) {
  const problems = checkReaders(checkSpec(files), root);
  if (problems.length > 0) process.stderr.write(report(problems));
  else {
    mkdirSync(dirname(seen), { recursive: true });
    writeFileSync(seen, spec);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
