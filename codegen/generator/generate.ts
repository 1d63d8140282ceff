// Turns spec files into generated files, or into the faults that prevent it. Pure: no file is read or written.
import { assemble } from './load/assemble.ts';
import { emitAll, lowerAll } from './emit/all.ts';
import type { Files } from './emit/emit.ts';
import { collectFigures } from './figures/figures.ts';
import type { Figures } from './figures/figures.ts';
import { fillFigures } from './figures/fill.ts';
import { lintTyped } from './figures/lint.ts';
import { lintLocal, lintWhole } from './lint/all.ts';
import { parseSources } from './load/load.ts';
import type { LoweredTool } from './lower/tool.ts';
import { checkSource } from './load/meta/check.ts';
import type { Spec } from './model.ts';
import { newProblems } from './problem.ts';
import type { Problem } from './problem.ts';
import { resolve } from './load/resolve.ts';
import { foldTexts } from './texts/fit.ts';

/** The spec with its tools lowered, and everything that is wrong with it. */
export interface CheckedSpec {
  readonly problems: readonly Problem[];
  /** Undefined when a fault left the spec without a clear meaning. */
  readonly spec: Spec | undefined;
  readonly tools: readonly LoweredTool[];
  readonly figures: Figures;
}

export interface Generated extends CheckedSpec {
  readonly files: Files;
}

/** Reads, checks, resolves and lowers the spec. */
export const checkSpec = (specFiles: ReadonlyMap<string, string>): CheckedSpec => {
  const problems = newProblems();
  const isBroken = (): boolean => problems.list.some(({ fatal }) => fatal);
  const parsed = foldTexts(parseSources(specFiles, problems), problems);
  const figures = collectFigures(parsed);
  const nothing = { problems: problems.list, spec: undefined, tools: [], figures };
  lintTyped(parsed, figures, problems);
  const sources = fillFigures(parsed, figures, problems).filter((source) => checkSource(source, problems));
  const spec = assemble(sources, problems);
  // All faults of a run are reported together. Names are looked up only when every file could be read: what a
  // broken file defines is unknown, and its names would all be reported as missing.
  if (sources.length === specFiles.size) resolve(spec, problems);
  lintLocal(spec, problems);
  if (isBroken()) return nothing;
  const tools = lowerAll(spec);
  lintWhole(spec, tools, problems);
  return isBroken() ? nothing : { problems: problems.list, spec, tools, figures };
};

/** Emits unless a fault leaves the spec without a clear meaning. */
export const generate = async (specFiles: ReadonlyMap<string, string>): Promise<Generated> => {
  const checked = checkSpec(specFiles);
  const { spec, tools } = checked;
  return { ...checked, files: spec === undefined ? new Map() : await emitAll(spec, tools) };
};
