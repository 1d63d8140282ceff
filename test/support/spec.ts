// The files of the spec with their figures in place, as the generator reads them.
import { collectFigures } from '../../codegen/generator/figures/figures.ts';
import { fillFigures } from '../../codegen/generator/figures/fill.ts';
import { parseSources, readSpecFiles, type Source } from '../../codegen/generator/load/load.ts';
import { newProblems } from '../../codegen/generator/problem.ts';

let read: readonly Source[] | undefined;

/** Read once in a process: nobody may change them. */
export const readSpec = (): readonly Source[] => (read ??= readAll());

const readAll = (): readonly Source[] => {
  const problems = newProblems();
  const sources = parseSources(readSpecFiles(process.cwd()), problems);
  return fillFigures(sources, collectFigures(sources), problems);
};
