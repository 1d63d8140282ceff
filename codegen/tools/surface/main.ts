// `npm run surface`: what changed for callers since the last tag. `-- --tag` tags the present surface.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processConsole } from '../../generator/console.ts';
import type { Console } from '../../generator/console.ts';
import { layOut } from '../../generator/emit/json.ts';
import { checkSpec } from '../../generator/generate.ts';
import { readSpecFiles } from '../../generator/load/load.ts';
import { report } from '../../generator/problem.ts';
import { judge } from './accepted.ts';
import { compareSurfaces, show } from './compare.ts';
import { describeSurface } from './present.ts';
import type { Surface } from './surface.ts';

const TAGGED = 'spec/surface.json';
const ACCEPTED = 'spec/accepted-breaks.yaml';

const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;

const tag = (root: string, present: Surface, console: Console): number => {
  writeFileSync(join(root, TAGGED), `${layOut(present)}\n`);
  console.out(
    `${TAGGED} is now the present surface. Entries of ${ACCEPTED} have done their work; remove them.\n`,
  );
  return 0;
};

/** Compares, prints one line a change, and refuses what breaks callers without a reason. */
export const runSurface = (args: readonly string[], root: string, console: Console): number => {
  const { problems: faults, spec, tools } = checkSpec(readSpecFiles(root));
  if (spec === undefined) {
    console.err(report(faults));
    return 1;
  }
  const present = describeSurface(spec, tools);
  if (args.includes('--tag')) return tag(root, present, console);
  const tagged = readText(join(root, TAGGED));
  if (tagged === undefined) {
    console.err(`${TAGGED} is missing, so nothing can be compared. Run: npm run surface -- --tag\n`);
    return 1;
  }
  const changes = compareSurfaces(JSON.parse(tagged) as Surface, present);
  const { refused, accepted, problems } = judge(changes, readText(join(root, ACCEPTED)));
  console.out(
    changes.map((each) => `${show(each)}${accepted.includes(each) ? '  (accepted)' : ''}\n`).join(''),
  );
  if (problems.length > 0) console.err(report(problems));
  if (refused.length > 0) {
    console.err(
      `${refused.length} breaking ${refused.length === 1 ? 'change' : 'changes'} not accepted. Undo, or add an entry with a reason to ${ACCEPTED}.\n`,
    );
  }
  if (refused.length > 0 || problems.length > 0) return 1;
  console.out(changes.length === 0 ? 'the surface is as tagged.\n' : '');
  return 0;
};

if (process.argv[1] === import.meta.filename) {
  process.exitCode = runSurface(process.argv.slice(2), process.cwd(), processConsole);
}
