// What tools/list costs: what a model reads of each tool, and the bytes of the whole payload.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens, publishTool } from './emit/published.ts';
import type { PublishedTool } from './emit/published.ts';
import type { CheckedSpec } from './generate.ts';

interface Cost {
  readonly tokens: number;
  readonly bytes: number;
}

const measure = (tool: PublishedTool): Cost => ({
  tokens: countTokens(tool),
  bytes: Buffer.byteLength(JSON.stringify(tool)),
});

const add = (costs: Iterable<Cost>): Cost => {
  const total = { tokens: 0, bytes: 0 };
  for (const { tokens, bytes } of costs) {
    total.tokens += tokens;
    total.bytes += bytes;
  }
  return total;
};

type Costs = ReadonlyMap<string, Cost>;

const measureAll = (tools: readonly PublishedTool[]): Costs =>
  new Map(tools.map((tool) => [tool.name, measure(tool)]));

/** What the tools cost that were generated last; none when the file is absent or holds a merge conflict. */
const readEarlier = (root: string): Costs => {
  try {
    const text = readFileSync(join(root, 'generated/tools.json'), 'utf8');
    return measureAll((JSON.parse(text) as { readonly tools: readonly PublishedTool[] }).tools);
  } catch {
    return new Map();
  }
};

const KINDS = ['tokens', 'bytes'] as const;

/** A line for each tool that costs more than it did. */
const listGrown = (costs: Costs, earlier: Costs): string => {
  const grown = [...costs].filter(([name, now]) => {
    const before = earlier.get(name);
    return before === undefined || KINDS.some((kind) => now[kind] > before[kind]);
  });
  if (grown.length === 0) return 'No tool has grown since generated/tools.json, so the budget was lowered.\n';
  const lines = grown.map(([name, now]) => {
    const moves = KINDS.map((kind) => {
      const before = String(earlier.get(name)?.[kind] ?? 'new').padStart(6);
      return `${before} -> ${String(now[kind]).padStart(6)} ${kind}`;
    });
    return `  ${name.padEnd(30)}${moves.join('  ')}\n`;
  });
  return `Tools that grew since generated/tools.json:\n${lines.join('')}`;
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

/** Compares the tools with the budget; over it, also with those generated last below the root. */
export const checkBudget = ({ spec, tools }: CheckedSpec, root: string): Budget => {
  const costs = measureAll(tools.map(publishTool));
  // `{"tools":[...]}`, with a comma between any two.
  const { tokens, bytes } = add(costs.values());
  const total: Cost = { tokens, bytes: bytes + '{"tools":[]}'.length + Math.max(0, costs.size - 1) };
  const limit = spec?.service.toolsBudget;
  const rows = [...costs].map(([name, cost]) => `${String(cost.tokens).padStart(7)}  ${name}\n`);
  const sums = KINDS.map(
    (kind) => `${total[kind]} ${kind}${limit === undefined ? '' : ` of at most ${limit[kind]}`}`,
  );
  const table = `what a model reads of tools/list (characters / 4):\n${rows.join('')}${sums.join(', ')}\n`;
  const over = limit === undefined ? [] : KINDS.filter((kind) => total[kind] > limit[kind]);
  if (over.length === 0) return { table, fault: undefined };
  const excess = over.map((kind) => `${total[kind]} ${kind} of at most ${limit?.[kind] ?? 0}`).join(', ');
  const fault = `tools/list takes ${excess} (tools_list_budget of spec/service.yaml).\n`;
  return { table, fault: `${fault}${listGrown(costs, readEarlier(root))}${ADVICE}` };
};
