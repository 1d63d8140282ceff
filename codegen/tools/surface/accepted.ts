// spec/accepted-breaks.yaml: breaking changes that were accepted on purpose.
import { parseSource } from '../../generator/load/load.ts';
import { checkSource } from '../../generator/load/meta/check.ts';
import { newProblems } from '../../generator/problem.ts';
import type { Problem } from '../../generator/problem.ts';
import type { Change } from './surface.ts';

interface Accepted {
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
  readonly date: string;
}

export interface Verdict {
  /** Breaking changes that nobody accepted. */
  readonly refused: readonly Change[];
  readonly accepted: readonly Change[];
  /** Faults of the file, such as an entry that matches no change. */
  readonly problems: readonly Problem[];
}

const FILE = 'spec/accepted-breaks.yaml';

/** Compares the changes with the text of the file; without one nothing is accepted. */
export const judge = (changes: readonly Change[], text: string | undefined): Verdict => {
  const problems = newProblems();
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const source = text === undefined ? undefined : parseSource(FILE, text, problems);
  if (source === undefined || !checkSource(source, problems))
    return { refused: breaking, accepted: [], problems: problems.list };
  const entries = (source.value as { readonly accepted_breaks: readonly Accepted[] }).accepted_breaks;
  const fits =
    (entry: Accepted) =>
    (each: Change): boolean =>
      each.rule === entry.rule && each.path === entry.path;
  entries.forEach((entry, index) => {
    if (breaking.some(fits(entry))) return;
    problems.flaw(
      'stale-break',
      { source, path: ['accepted_breaks', index] },
      `no breaking change ${entry.rule} at ${entry.path}; remove the entry`,
    );
  });
  const accepted = breaking.filter((each) => entries.some((entry) => fits(entry)(each)));
  return { refused: breaking.filter((each) => !accepted.includes(each)), accepted, problems: problems.list };
};
