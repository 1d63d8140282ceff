// Spec files -> generated files, or the faults that prevent it. Pure: reads and writes nothing itself.
import { assemble } from './assemble.ts';
import { emitAll, lowerAll } from './emit/all.ts';
import type { Files } from './emit/emit.ts';
import { lintLocal, lintWhole } from './lint/all.ts';
import { parseSources } from './load.ts';
import type { LoweredTool } from './lower/tool.ts';
import { checkSource } from './meta/check.ts';
import type { Spec } from './model.ts';
import { newProblems } from './problem.ts';
import type { Problem } from './problem.ts';
import { resolve } from './resolve.ts';

export interface Generated {
  readonly problems: readonly Problem[];
  /** Undefined when a fault left the spec without a clear meaning. */
  readonly spec: Spec | undefined;
  readonly tools: readonly LoweredTool[];
  readonly files: Files;
}

/** Reads, checks, resolves and lowers the spec; emits when nothing is wrong, or nothing worse than style. */
export const generate = async (specFiles: ReadonlyMap<string, string>): Promise<Generated> => {
  const problems = newProblems();
  const nothing = { problems: problems.list, spec: undefined, tools: [], files: new Map() };
  const isBroken = (): boolean => problems.list.some(({ fatal }) => fatal);
  const sources = parseSources(specFiles, problems).filter((source) => checkSource(source, problems));
  const spec = assemble(sources, problems);
  // Every fault of a run is told at once. What a broken file defines is unknown, though, so names are looked up
  // only when none is broken: a list of names that do exist would bury the one fault.
  if (sources.length === specFiles.size) resolve(spec, problems);
  lintLocal(spec, problems);
  if (isBroken()) return nothing;
  const tools = lowerAll(spec);
  lintWhole(spec, tools, problems);
  if (isBroken()) return nothing;
  return { problems: problems.list, spec, tools, files: await emitAll(spec, tools) };
};
