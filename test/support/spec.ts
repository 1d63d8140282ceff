// The files of the spec with their figures in place, as the generator reads them.
import { collectFigures } from '../../codegen/figures/figures.ts';
import { fillFigures } from '../../codegen/figures/fill.ts';
import { parseSources, readSpecFiles, type Source } from '../../codegen/load.ts';
import { newProblems } from '../../codegen/problem.ts';

export const readSpec = (): readonly Source[] => {
  const problems = newProblems();
  const sources = parseSources(readSpecFiles(process.cwd()), problems);
  return fillFigures(sources, collectFigures(sources), problems);
};
