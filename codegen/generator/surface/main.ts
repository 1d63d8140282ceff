// `npm run surface`: what changed for callers since the last release and since main. `-- --tag` tags the present surface.
import { processConsole } from '../console.ts';
import type { Console } from '../console.ts';
import { checkSpec } from '../generate.ts';
import { readSpecFiles } from '../load/load.ts';
import { report } from '../problem.ts';
import { breaksLast, show } from './compare.ts';
import { ACCEPTED, compareKept, listServed, MAIN, TAGGED, tagSurface } from './kept.ts';
import type { Compared } from './kept.ts';
import { describeSurface } from './present.ts';
import type { Change } from './surface.ts';

const listed = (title: string, changes: readonly Change[], { accepted }: Compared['verdict']): string =>
  changes.length === 0
    ? `${title}: nothing\n`
    : `${title}:\n${breaksLast(changes)
        .map(
          (each) =>
            `${show(each)}${accepted.some((one) => show(one) === show(each)) ? '  (accepted)' : ''}\n`,
        )
        .join('')}`;

/** What breaks callers without a reason stands last, where nobody overlooks it. */
const tell = ({ sinceRelease, sinceMain, verdict }: Compared, console: Console): number => {
  const { refused, problems } = verdict;
  const isSame = sinceRelease.length + sinceMain.length === 0;
  if (isSame) console.out('the surface is as tagged.\n');
  else
    console.out(
      listed('Since the last release', sinceRelease, verdict) + listed('Since main', sinceMain, verdict),
    );
  if (problems.length > 0) console.err(report(problems));
  if (refused.length > 0) {
    console.err(
      `${refused.length} breaking ${refused.length === 1 ? 'change' : 'changes'} not accepted. Undo, or add an entry with a reason to ${ACCEPTED}:\n${refused
        .map((each) => `${show(each)}\n`)
        .join('')}`,
    );
    return 1;
  }
  if (sinceMain.length > 0) console.err(`${MAIN} is behind. Run: npm run codegen\n`);
  return problems.length > 0 || sinceMain.length > 0 ? 1 : 0;
};

/** Compares, prints one line a change, and refuses what breaks callers without a reason. */
export const runSurface = (args: readonly string[], root: string, console: Console): number => {
  const { problems: faults, spec, tools } = checkSpec(readSpecFiles(root));
  if (spec === undefined) {
    console.err(report(faults));
    return 1;
  }
  const present = describeSurface(spec, tools);
  if (args.includes('--tag')) {
    tagSurface(root, present);
    console.out(
      `${TAGGED} is now the present surface. Entries of ${ACCEPTED} have done their work; remove them.\n`,
    );
    return 0;
  }
  const compared = compareKept(root, present);
  if (compared !== undefined) {
    const served = listServed(root, present);
    for (const each of served)
      console.err(`${each}: the last release did not have that name; remove \`was\`\n`);
    return tell(compared, console) === 0 && served.length === 0 ? 0 : 1;
  }
  console.err(`${TAGGED} is missing, so nothing can be compared. Run: npm run surface -- --tag\n`);
  return 1;
};

if (process.argv[1] === import.meta.filename) {
  process.exitCode = runSurface(process.argv.slice(2), process.cwd(), processConsole);
}
