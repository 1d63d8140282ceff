// Builds the typed tool from its checked file.
import { RULE_KINDS } from './model.ts';
import type { ExampleSpec, RuleSpec, ToolSpec } from './model.ts';
import type { Source } from './load.ts';
import { below, compareText } from './problem.ts';
import type { Problems, Where } from './problem.ts';
import type { RawExample, RawTool } from './raw.ts';

export const readTool = (source: Source): ToolSpec => {
  const raw = source.value as RawTool;
  const where: Where = { source, path: [] };
  const { list, record, fields, csv } = raw.output;
  return {
    name: raw.tool,
    group: source.file.split('/')[2] ?? '',
    set: source.file.startsWith('spec/toolsets/') ? source.file.split('/')[2] : undefined,
    title: raw.title,
    description: raw.description.trim(),
    scope: raw.scope === 'exempt' ? undefined : raw.scope,
    entity: raw.entity,
    access: raw.access,
    transactions: raw.transactions ?? 'one',
    annotations: raw.annotations,
    list: raw.list === undefined ? undefined : { ...raw.list, fixed: raw.list.fixed ?? false },
    params: raw.params ?? {},
    rules: (raw.rules ?? []).flatMap((rule, index) => readRules(rule, below(where, 'rules', index))),
    errors: raw.errors ?? [],
    warnings: raw.warnings ?? [],
    output: { list, record, fields, csv },
    examples: (raw.examples ?? []).map((example, index) =>
      readExample(example, below(where, 'examples', index)),
    ),
    where,
  };
};

const readRules = (rule: { readonly [key: string]: unknown }, where: Where): readonly RuleSpec[] =>
  RULE_KINDS.filter((kind) => kind in rule).map((kind) => ({
    kind,
    params: rule[kind] as readonly string[],
    message: rule['message'] as string | undefined,
    where: below(where, kind),
  }));

const readExample = (raw: RawExample, where: Where): ExampleSpec => ({
  title: raw.title,
  country: raw.country,
  params: raw.params,
  output: raw.output,
  error: raw.error,
  where,
});

/** In the order of the service's groups, then by name; groups that it does not list come last. */
export const sortTools = (tools: readonly ToolSpec[], groups: readonly string[]): readonly ToolSpec[] => {
  const rank = (tool: ToolSpec): number =>
    groups.includes(tool.group) ? groups.indexOf(tool.group) : groups.length;
  return [...tools].sort(
    (a, b) => rank(a) - rank(b) || compareText(a.group, b.group) || compareText(a.name, b.name),
  );
};

/** The file has the tool's name, so that a search finds it. */
export const checkFileName = (tool: ToolSpec, problems: Problems): void => {
  const file = tool.where.source.file.split('/').at(-1) ?? '';
  if (file === `${tool.name}.yaml`) return;
  problems.fault(
    'file-name',
    below(tool.where, 'tool'),
    `the tool ${tool.name} stands in a file named ${file}`,
  );
};
