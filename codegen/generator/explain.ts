// `--explain TOOL`: what the generator makes of one tool.
import type { Console } from './console.ts';
import { countTokens, publishTool } from './emit/published.ts';
import type { CheckedSpec } from './generate.ts';
import { didYouMean, report } from './problem.ts';

export const explain = (
  { problems, tools }: CheckedSpec,
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
  const published = publishTool(lowered);
  const facts = {
    file: tool.where.source.file,
    scope: tool.scope ?? 'exempt',
    entity: tool.entity,
    access: tool.access,
    rules: tool.rules.map(({ kind, params }) => ({ [kind]: params })),
    errors: lowered.errors,
    warnings: lowered.warnings,
    tokens: countTokens(published),
    published,
    enforced_input: lowered.input,
    full_answer: lowered.answer,
  };
  console.out(`${JSON.stringify(facts, null, 2)}\n`);
  return 0;
};
