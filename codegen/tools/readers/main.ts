// `npm run readers`: refuses parameters that nobody reads, unless spec and code are those of the last good run. With
// --changed only the spec counts: a new parameter stops the build, and other builds do not wait.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** All that is looked through, so that the same is not looked through twice. */
const readCode = (): readonly string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((path) => `${path} ${readFileSync(join(root, 'src', path), 'utf8')}`);

const spec = hashOf([...files].flat());
const whole = hashOf([spec, ...readCode()]);
const seen = join(root, SEEN);
const [seenSpec, seenWhole] = readSeen(seen).split('\n');
const isKnown = process.argv.includes('--changed') ? seenSpec === spec : seenWhole === whole;
if (!isKnown) {
  const problems = checkReaders(checkSpec(files), root);
  if (problems.length > 0) process.stderr.write(report(problems));
  else {
    mkdirSync(dirname(seen), { recursive: true });
    writeFileSync(seen, `${spec}\n${whole}`);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
