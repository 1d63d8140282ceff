// Faults in the spec, reported like those of a compiler: file, line, column, a code frame and a suggestion.
import type { Source } from './load/load.ts';

/** One fault. All faults of a run are reported together. */
export interface Problem {
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  /** 1-based; 0 when the fault is about a whole file. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** A style fault leaves the meaning of the spec clear, so that a draft can still be generated. */
  readonly fatal: boolean;
}

export type Path = readonly (string | number)[];

/** Collects the faults of a run. */
export interface Problems {
  /** A fault that leaves the spec without a clear meaning. */
  fault(rule: string, where: Where, message: string): void;
  /** A fault of style: bounds, descriptions, examples, unused things. */
  flaw(rule: string, where: Where, message: string): void;
  readonly list: readonly Problem[];
}

/** A place in a YAML file; `part` says whether the key or its value is meant. */
export interface Where {
  readonly source: Source;
  readonly path: Path;
  readonly part?: 'key' | 'value';
}

/** The location one or more steps below another. */
export const below = (where: Where, ...steps: Path): Where => ({
  source: where.source,
  path: [...where.path, ...steps],
});

/** The location of the key, rather than of its value. */
export const atKey = (where: Where): Where => ({ ...where, part: 'key' });

export const newProblems = (): Problems => {
  const list: Problem[] = [];
  const add = (rule: string, where: Where, message: string, fatal: boolean): void => {
    const { line, column } = where.source.position(where.path, where.part ?? 'value');
    const { file, text } = where.source;
    list.push({ rule, message, file, line, column, text, fatal });
  };
  return {
    fault: (rule, where, message) => add(rule, where, message, true),
    flaw: (rule, where, message) => add(rule, where, message, false),
    list,
  };
};

const MAX_LINE = 140;

/** Cuts a long line, though not before the caret. */
const clip = (line: string, column: number): string => {
  const room = Math.max(MAX_LINE, column + 20);
  return line.length > room ? `${line.slice(0, room)}...` : line;
};

/** The line with its neighbours, and a caret under the column. */
const frame = (problem: Problem): string => {
  const lines = problem.text.split('\n');
  const first = Math.max(1, problem.line - 1);
  const last = Math.min(lines.length, problem.line + 1);
  const width = String(last).length;
  const shown: string[] = [];
  for (let line = first; line <= last; line += 1) {
    const mark = line === problem.line ? '>' : ' ';
    shown.push(
      `  ${mark} ${String(line).padStart(width)} | ${clip(lines[line - 1] ?? '', problem.column)}`.trimEnd(),
    );
    if (line === problem.line) shown.push(`    ${' '.repeat(width)} | ${' '.repeat(problem.column - 1)}^`);
  }
  return shown.join('\n');
};

const show = (problem: Problem): string => {
  const where = problem.line === 0 ? problem.file : `${problem.file}:${problem.line}:${problem.column}`;
  const head = `${where} ${problem.message} [${problem.rule}]`;
  return problem.line === 0 ? head : `${head}\n${frame(problem)}`;
};

const order = (a: Problem, b: Problem): number =>
  compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.message, b.message);

/** Code-unit order: the same on every machine, unlike a locale's. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The report of a run, sorted by location, with the count at the end. */
export const report = (problems: readonly Problem[]): string => {
  const shown = new Set([...problems].sort(order).map(show));
  const count = shown.size === 1 ? '1 fault' : `${shown.size} faults`;
  return `${[...shown].join('\n\n')}\n\n${count} in spec/.\n`;
};

/** `, did you mean X?` when a known name is similar, otherwise nothing. */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  let best: string | undefined;
  // A short code with two letters changed is another code.
  let bestDistance = name.length <= 3 ? 2 : Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of [...known].sort(compareText)) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? '' : `, did you mean ${best}?`;
};

/** Levenshtein distance: how many letters are added, dropped or changed. */
export const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
