// Lists every change between two surfaces, classified.
import { compareText } from '../problem.ts';
import { compareCodes } from './codes.ts';
import { compareFields } from './fields.ts';
import { compareParams } from './params.ts';
import type { Change, Surface } from './surface.ts';
import { compareTool, compareToolLists } from './tools.ts';

const LEVELS = ['breaking', 'risky', 'safe'] as const;

const order = (a: Change, b: Change): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
  compareText(a.path, b.path) ||
  compareText(a.rule, b.rule) ||
  compareText(a.detail, b.detail);

/** Compares contracts, not what the service happens to tolerate. Worst first. */
export const compareSurfaces = (before: Surface, after: Surface): readonly Change[] => {
  const now = new Map(after.tools.map((tool) => [tool.name, tool]));
  const perTool = before.tools.flatMap((was) => {
    const is = now.get(was.name) ?? after.tools.find((each) => each.was === was.name);
    if (is === undefined) return [];
    return [
      ...compareTool(was, is),
      ...compareParams(was.input, is.input, `${was.name}.params`),
      ...compareFields(was.output, is.output, `${was.name}.output`),
    ];
  });
  return [...compareToolLists(before.tools, after.tools), ...perTool, ...compareCodes(before, after)].sort(
    order,
  );
};

/** For people: what they must see last, since they read the end. */
export const breaksLast = (changes: readonly Change[]): readonly Change[] => changes.toReversed();

export const show = ({ level, rule, path, detail }: Change): string =>
  `${level.padEnd(9)} ${rule.padEnd(26)} ${path}${detail === '' ? '' : `  ${detail}`}`;
