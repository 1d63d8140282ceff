// spec/accepted-breaks.yaml: breaking changes that were accepted on purpose.
import { parseSource } from '../load/load.ts';
import { checkSource } from '../load/meta/check.ts';
import { newProblems } from '../problem.ts';
import type { Problem } from '../problem.ts';
import type { Change } from './surface.ts';

/** A break as an entry names it. */
export type Break = Pick<Change, 'rule' | 'path'>;

interface Accepted extends Break {
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

const fits =
  (entry: Break) =>
  (each: Break): boolean =>
    each.rule === entry.rule && each.path === entry.path;

/**
 * Compares the changes with the text of the file; without one nothing is accepted. `earlier` are breaks of what was
 * never released: their entries stay until the release, though nothing else shows them any more.
 */
export const judge = (
  changes: readonly Change[],
  text: string | undefined,
  earlier: readonly Break[] = [],
): Verdict => {
  const problems = newProblems();
  const breaking = changes.filter(({ level }) => level === 'breaking');
  const source = text === undefined ? undefined : parseSource(FILE, text, problems);
  if (source === undefined || !checkSource(source, problems))
    return { refused: breaking, accepted: [], problems: problems.list };
  const entries = (source.value as { readonly accepted_breaks: readonly Accepted[] }).accepted_breaks;
  entries.forEach((entry, index) => {
    if (breaking.some(fits(entry)) || earlier.some(fits(entry))) return;
    problems.flaw(
      'stale-break',
      { source, path: ['accepted_breaks', index] },
      `no breaking change ${entry.rule} at ${entry.path}; remove the entry`,
    );
  });
  const accepted = breaking.filter((each) => entries.some((entry) => fits(entry)(each)));
  return { refused: breaking.filter((each) => !accepted.includes(each)), accepted, problems: problems.list };
};
