// The examples of the spec, as calls to try: arguments that the validator accepts, for every tool.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

import type { ToolName } from '../../generated/dispatch.ts';

interface Example {
  readonly title: string;
  readonly country?: 'MX' | 'DE';
  readonly params: Record<string, unknown>;
  readonly error?: string;
}

const SPEC = resolve('spec/tools');

const readExamples = (): ReadonlyMap<ToolName, readonly Example[]> => {
  const examples = new Map<ToolName, readonly Example[]>();
  for (const group of readdirSync(SPEC)) {
    for (const file of readdirSync(join(SPEC, group))) {
      const tool = parse(readFileSync(join(SPEC, group, file), 'utf8')) as {
        tool: ToolName;
        examples: Example[];
      };
      examples.set(tool.tool, tool.examples);
    }
  }
  return examples;
};

const EXAMPLES = readExamples();

/** The arguments of the tool's first example of success. */
export const validArguments = (tool: ToolName): Record<string, unknown> => {
  const example = EXAMPLES.get(tool)?.find(({ error }) => error === undefined);
  if (example === undefined) throw new Error(`${tool} has no example of success`);
  return structuredClone(example.params);
};
