// Findings and defaults as answers tell them: once for all the places that they concern, of which the first stand in full.
import { LIMITS } from '../../generated/limits.ts';
import type { ComplianceIssue, DerivedGroup } from '../../generated/types.ts';
import type { Derived, Issue } from './regime.ts';

/** The first of each group holds what the group says; `places` are those of the others too. */
interface Group<Said> {
  readonly first: Said;
  readonly paths: string[];
  count: number;
}

const gather = <Said extends { readonly path: string | null }>(
  all: readonly Said[],
  keyOf: (said: Said) => string,
): Group<Said>[] => {
  const groups = new Map<string, Group<Said>>();
  for (const said of all) {
    const key = keyOf(said);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { first: said, paths: [], count: 0 }));
    group.count += 1;
    if (said.path !== null && group.paths.length < LIMITS.ComplianceIssue.paths) group.paths.push(said.path);
  }
  return [...groups.values()];
};

/** One for each rule and what it says, errors first. */
export const groupIssues = (issues: readonly Issue[]): readonly ComplianceIssue[] => {
  const groups = gather(issues, ({ rule, severity, message, fix }) =>
    [severity, rule, message, fix].join('\n'),
  ).map(({ first: { rule, path, message, fix, severity }, paths, count }) => ({
    rule,
    path,
    paths,
    count,
    message,
    fix,
    severity,
  }));
  const of = (severity: Issue['severity']) => groups.filter((group) => group.severity === severity);
  return [...of('error'), ...of('warning')].slice(0, LIMITS.Compliance.issues);
};

/** Between the reason of a derived code and the codes that its line suggests. */
const NEAREST = ' Nearest: ';

/** As long as a reason may be. */
const MAX_NEAREST = 300;

export const nearestText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${NEAREST}${names.join('; ').slice(0, MAX_NEAREST)}.`;

const reasonOf = ({ reason }: Derived): string => {
  const at = reason.indexOf(NEAREST);
  return at === -1 ? reason : reason.slice(0, at);
};

/** Lines up to which each tells all that is near; of more the nearest is enough. */
const FEW_LINES = 3;

type Nearest = NonNullable<DerivedGroup['nearest']>;

/** What the descriptions of lines suggest, by line. */
const nearestOf = (derived: readonly Derived[], group: string): Nearest => {
  const found = derived.flatMap((each) => {
    const at = each.reason.indexOf(NEAREST);
    if (at === -1 || keyOf(each) !== group) return [];
    return [{ position: lineOf(each.path) + 1, codes: each.reason.slice(at + NEAREST.length, -1) }];
  });
  return found.length <= FEW_LINES
    ? found
    : found.map(({ position, codes }) => ({ position, codes: codes.split('; ', 1).join() }));
};

const LINE = /^line_items\[(\d+)\]/;

const lineOf = (path: string): number => Number(LINE.exec(path)?.[1] ?? 0);

/** The same value of the same field of several lines, for the same reason. */
const keyOf = (derived: Derived): string =>
  [derived.path.replace(LINE, ''), derived.value, reasonOf(derived)].join('\n');

export const groupDerived = (derived: readonly Derived[]): readonly DerivedGroup[] =>
  gather(derived, keyOf).map(({ first, paths, count }) => {
    const nearest = nearestOf(derived, keyOf(first));
    return {
      path: first.path,
      ...(count === 1 ? {} : { paths, count }),
      value: first.value,
      reason: reasonOf(first),
      ...(nearest.length === 0 ? {} : { nearest }),
    };
  });
