// The command line of the generator: build, check, watch, and --explain TOOL.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudget } from './budget.ts';
import { processConsole } from './console.ts';
import type { Console } from './console.ts';
import { explain } from './explain.ts';
import { checkSpec, generate } from './generate.ts';
import type { Generated } from './generate.ts';
import { makePages } from './guides/guides.ts';
import { readSpecFiles } from './load/load.ts';
import { compare, isEmpty, write } from './output.ts';
import type { Difference } from './output.ts';
import { report } from './problem.ts';
import { breaksLast, show } from './surface/compare.ts';
import { moveOn } from './surface/kept.ts';
import { describeSurface } from './surface/present.ts';
import { watch } from './watch.ts';

const BUILD = 'npm run codegen';

const listDifference = ({ missing, stale, orphaned }: Difference): string =>
  [
    ...missing.map((path) => `missing   generated/${path}`),
    ...stale.map((path) => `stale     generated/${path}`),
    ...orphaned.map((path) => `orphaned  generated/${path}`),
  ].join('\n');

const countDifference = ({ missing, stale, orphaned }: Difference, total: number): string =>
  `${total} files: ${missing.length} new, ${stale.length} changed, ${orphaned.length} removed.\n`;

/** Generates and writes. Returns the exit code. */
const build = async (root: string, console: Console, draft: boolean): Promise<number> => {
  const result = await generate(readSpecFiles(root));
  const refused = refuse(result, console, draft);
  if (refused !== undefined) return refused;
  const { table, fault } = checkBudget(result, root);
  console.out(table);
  const pages = makePages(root, result);
  if (fault !== undefined || pages.faults.length > 0) {
    console.err(
      [...(fault === undefined ? [] : [fault]), ...pages.faults.map((each) => `${each}\n`)].join(''),
    );
    return 1;
  }
  for (const [page, text] of pages.stale) writeFileSync(join(root, page), text);
  console.out(countDifference(write(join(root, 'generated'), pages.files), pages.files.size));
  tellSurface(root, result, console);
  return 0;
};

/** What callers notice of this build. */
const tellSurface = (root: string, { spec, tools }: Generated, console: Console): void => {
  if (spec === undefined) return;
  const changes = moveOn(root, describeSurface(spec, tools));
  console.out(
    breaksLast(changes)
      .map((each) => `${show(each)}\n`)
      .join(''),
  );
};

/** Compares without writing. */
const check = async (root: string, console: Console): Promise<number> => {
  const result = await generate(readSpecFiles(root));
  const refused = refuse(result, console, false);
  if (refused !== undefined) return refused;
  const { fault } = checkBudget(result, root);
  const pages = makePages(root, result);
  const difference = compare(join(root, 'generated'), pages.files);
  const stale = pages.stale.map(([page]) => `${page} has figures of an earlier spec. Run: ${BUILD}`);
  const told = [...pages.faults, ...stale].map((each) => `${each}\n`).join('');
  if (fault !== undefined) console.err(fault);
  if (told !== '') console.err(told);
  if (!isEmpty(difference))
    console.err(`${listDifference(difference)}\n\ngenerated/ does not fit spec/. Run: ${BUILD}\n`);
  if (fault !== undefined || told !== '' || !isEmpty(difference)) return 1;
  console.out(`generated/ fits spec/ (${pages.files.size} files).\n`);
  return 0;
};

/** Reports the faults; a draft is built despite faults of style. */
const refuse = ({ problems, spec }: Generated, console: Console, draft: boolean): number | undefined => {
  if (problems.length === 0) return undefined;
  console.err(report(problems));
  return draft && spec !== undefined ? undefined : 1;
};

/** Runs one command and returns the exit code. */
export const run = async (args: readonly string[], root: string, console: Console): Promise<number> => {
  if (readSpecFiles(root).size === 0) {
    console.err('there is no YAML below spec/; run this in the folder of the repository\n');
    return 1;
  }
  const words = args.filter((arg) => !arg.startsWith('--'));
  const [command = 'build', ...rest] = words;
  if (args.includes('--explain')) {
    const tool = rest[0] ?? (command === 'build' ? undefined : command);
    return explain(checkSpec(readSpecFiles(root)), tool, console);
  }
  switch (command) {
    case 'build':
      return build(root, console, args.includes('--draft'));
    case 'check':
      return check(root, console);
    case 'watch':
      return watch(join(root, 'spec'), console, () => build(root, console, false));
    default:
      console.err(`unknown command ${command}; use build, check or watch\n`);
      return 1;
  }
};

if (process.argv[1] === import.meta.filename) {
  process.exitCode = await run(process.argv.slice(2), process.cwd(), processConsole);
}
