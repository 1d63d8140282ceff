// What lists of tools cost: what a model reads of each tool, and the bytes of the whole payload. The tools of every key
// have one budget, each toolset has its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens, publishTool, tokensOf, toolsFile } from './emit/published.ts';
import type { PublishedTool } from './emit/published.ts';
import type { CheckedSpec } from './generate.ts';
import type { ToolsBudget } from './model.ts';
import { atKey, below } from './problem.ts';
import type { Where } from './problem.ts';

type Cost = ToolsBudget;
type Costs = ReadonlyMap<string, Cost>;

const KINDS = ['tokens', 'bytes'] as const;

const measure = (tool: PublishedTool): Cost => ({
  tokens: countTokens(tool),
  bytes: Buffer.byteLength(JSON.stringify(tool)),
});

const measureAll = (tools: readonly PublishedTool[]): Costs =>
  new Map(tools.map((tool) => [tool.name, measure(tool)]));

/** `{"tools":[...]}`, with a comma between any two. */
const addAll = (costs: Costs): Cost => {
  const sum = (kind: keyof Cost): number =>
    [...costs.values()].reduce((total, cost) => total + cost[kind], 0);
  return { tokens: sum('tokens'), bytes: sum('bytes') + '{"tools":[]}'.length + Math.max(0, costs.size - 1) };
};

/** What the tools cost that were generated last; none when the file is absent or holds a merge conflict. */
const readEarlier = (path: string): Costs => {
  try {
    return measureAll(
      (JSON.parse(readFileSync(path, 'utf8')) as { readonly tools: readonly PublishedTool[] }).tools,
    );
  } catch {
    return new Map();
  }
};

/** A line for each tool that costs more than it did. */
const listGrown = (costs: Costs, earlier: Costs, file: string): string => {
  const grown = [...costs].filter(([name, now]) => {
    const before = earlier.get(name);
    return before === undefined || KINDS.some((kind) => now[kind] > before[kind]);
  });
  if (grown.length === 0) return `No tool has grown since ${file}, so the budget was lowered.\n`;
  const lines = grown.map(([name, now]) => {
    const moves = KINDS.map((kind) => {
      const before = String(earlier.get(name)?.[kind] ?? 'new').padStart(6);
      return `${before} -> ${String(now[kind]).padStart(6)} ${kind}`;
    });
    return `  ${name.padEnd(30)}${moves.join('  ')}\n`;
  });
  return `Tools that grew since ${file}:\n${lines.join('')}`;
};

const SHOWN = 5;

const biggest = <T>(rows: readonly T[], size: (row: T) => number): readonly T[] =>
  [...rows].sort((a, b) => size(b) - size(a)).slice(0, SHOWN);

/** The tools that cost most, each with its longest parameters: there is most room to earn. */
const listBiggest = (tools: readonly PublishedTool[], costs: Costs, kind: keyof Cost): string => {
  const lines = biggest(tools, ({ name }) => costs.get(name)?.[kind] ?? 0).map(({ name, inputSchema }) => {
    const params = Object.entries(inputSchema.properties ?? {}).map(
      ([param, schema]) => [param, tokensOf(schema)] as const,
    );
    const longest = biggest(params, ([, tokens]) => tokens).map(([param, tokens]) => `${param} ${tokens}`);
    return `  ${name.padEnd(30)}${String(costs.get(name)?.[kind] ?? 0).padStart(6)} ${kind}  ${longest.join(', ')}\n`;
  });
  return `The biggest, with the tokens of their longest parameters:\n${lines.join('')}`;
};

const ADVICE = `Shorten their descriptions or drop parameters; npm run codegen -- --explain TOOL shows what is published.
Raise the budget only for a reason, and say it in the commit. Nothing was written.
`;

export interface Budget {
  /** The cost of each tool and the totals. */
  readonly table: string;
  /** Why the tools are refused; undefined when they are within the budget. */
  readonly fault: string | undefined;
}

/** A list of tools and what it may cost. */
interface List {
  /** Undefined for the tools that every key has. */
  readonly set: string | undefined;
  readonly limit: ToolsBudget | undefined;
  readonly where: Where | undefined;
}

const checkList = ({ set, limit, where }: List, { tools }: CheckedSpec, root: string): Budget => {
  const published = tools.filter(({ tool }) => tool.set === set).map(publishTool);
  const costs = measureAll(published);
  const total = addAll(costs);
  const rows = [...costs].map(([name, cost]) => `${String(cost.tokens).padStart(7)}  ${name}\n`);
  const sums = KINDS.map(
    (kind) => `${total[kind]} ${kind}${limit === undefined ? '' : ` of at most ${limit[kind]}`}`,
  );
  const what = set === undefined ? 'tools/list' : `the toolset ${set}`;
  const table = `what a model reads of ${what} (characters / 4):\n${rows.join('')}${sums.join(', ')}\n`;
  const over = limit === undefined ? [] : KINDS.filter((kind) => total[kind] > limit[kind]);
  const [first] = over;
  if (first === undefined) return { table, fault: undefined };
  const excess = over.map((kind) => `${total[kind]} ${kind} of at most ${limit?.[kind] ?? 0}`).join(', ');
  const place =
    where === undefined ? '' : `${where.source.file}:${where.source.position(where.path, 'key').line} `;
  const file = `generated/${toolsFile(set)}`;
  const grown = listGrown(costs, readEarlier(join(root, file)), file);
  return {
    table,
    fault: `${place}${what} takes ${excess}.\n${grown}${listBiggest(published, costs, first)}${ADVICE}`,
  };
};

/** Compares each list with its budget; over it, also with the tools generated last below the root. */
export const checkBudget = (checked: CheckedSpec, root: string): Budget => {
  const { spec } = checked;
  const { where, toolsBudget } = spec?.service ?? {};
  const lists: readonly List[] = [
    {
      set: undefined,
      limit: toolsBudget,
      where: where === undefined ? undefined : atKey(below(where, 'tools_list_budget')),
    },
    ...[...(spec?.toolsets.values() ?? [])].map(({ name, budget, where: at }) => ({
      set: name,
      limit: budget,
      where: atKey(below(at, 'budget')),
    })),
  ];
  const budgets = lists.map((list) => checkList(list, checked, root));
  const faults = budgets.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  return {
    table: budgets.map(({ table }) => table).join('\n'),
    fault: faults.length === 0 ? undefined : faults.join('\n'),
  };
};
