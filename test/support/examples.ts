// The examples of the spec, as calls to try: arguments that the validator accepts, for every tool.
import type { ToolName } from '../../generated/dispatch.ts';
import { readSpec } from './spec.ts';

interface Example {
  readonly title: string;
  readonly country?: 'MX' | 'DE';
  readonly params: Record<string, unknown>;
  readonly error?: string;
}

const EXAMPLES = new Map(
  readSpec()
    .filter(({ file }) => /^spec\/(tools|toolsets\/\w+)\/(?!set\.yaml)/.test(file))
    .map(({ value }) => {
      const { tool, examples } = value as { tool: ToolName; examples: readonly Example[] };
      return [tool, examples] as const;
    }),
);

export const examplesOf = (tool: ToolName): readonly Example[] => EXAMPLES.get(tool) ?? [];

/** The arguments of the tool's first example of success. */
export const validArguments = (tool: ToolName): Record<string, unknown> => {
  const example = EXAMPLES.get(tool)?.find(({ error }) => error === undefined);
  if (example === undefined) throw new Error(`${tool} has no example of success`);
  return structuredClone(example.params);
};
