// `--explain TOOL`: what the generator makes of one tool.
import type { Console } from './console.ts';
import { publishedTool, tokensOf } from './emit/published.ts';
import type { Generated } from './generate.ts';
import { didYouMean, report } from './problem.ts';

export const explain = (
  { problems, tools }: Generated,
  name: string | undefined,
  console: Console,
): number => {
  if (problems.length > 0) console.err(report(problems));
  const lowered = tools.find(({ tool }) => tool.name === name);
  if (lowered === undefined) {
    const names = tools.map(({ tool }) => tool.name);
    const what =
      name === undefined
        ? 'name a tool: npm run codegen -- --explain TOOL'
        : `unknown tool ${name}${didYouMean(name, names)}`;
    console.err(`${what}\n`);
    return 1;
  }
  const { tool } = lowered;
  const facts = {
    file: tool.where.source.file,
    scope: tool.scope ?? 'exempt',
    entity: tool.entity,
    access: tool.access,
    rules: tool.rules.map(({ kind, params }) => ({ [kind]: params })),
    errors: lowered.errors,
    warnings: lowered.warnings,
    tokens: tokensOf(lowered),
    published: publishedTool(lowered),
    enforced_input: lowered.input,
    full_answer: lowered.answer,
  };
  console.out(`${JSON.stringify(facts, null, 2)}\n`);
  return 0;
};
