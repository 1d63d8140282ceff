// Builds the typed tool from its checked file.
import { RULE_KINDS } from '../model.ts';
import type { ExampleSpec, RuleSpec, ToolSpec } from '../model.ts';
import type { Source } from './load.ts';
import { below, compareText, didYouMean } from '../problem.ts';
import type { Problems, Where } from '../problem.ts';
import type { RawExample, RawTool } from './raw.ts';

export const readTool = (source: Source): ToolSpec => {
  const raw = source.value as RawTool;
  const where: Where = { source, path: [] };
  const { list, record, fields, csv, embed, once, asks } = raw.output;
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
    dry_run: raw.dry_run ?? false,
    check_with: raw.check_with ?? 'search',
    annotations: raw.annotations,
    list: raw.list === undefined ? undefined : { ...raw.list, fixed: raw.list.fixed ?? false },
    params: raw.params ?? {},
    also: raw.also ?? [],
    was: raw.was,
    changes: raw.changes,
    rules: (raw.rules ?? []).flatMap((rule, index) => readRules(rule, below(where, 'rules', index))),
    errors: raw.errors ?? [],
    warnings: raw.warnings ?? [],
    output: { list, record, fields, csv, embed, once, asks },
    examples: (raw.examples ?? []).map((example, index) =>
      readExample(example, below(where, 'examples', index)),
    ),
    where,
  };
};

/** What creates a record also changes it: each of its parameters, but none required and none with a default. */
export const withChanges = (tool: ToolSpec, tools: readonly ToolSpec[], problems: Problems): ToolSpec => {
  if (tool.changes === undefined) return tool;
  const { tool: name, clear } = tool.changes;
  const made = tools.find((each) => each.name === name);
  const where = below(tool.where, 'changes');
  if (made === undefined) {
    const known = tools.map((each) => each.name);
    problems.fault('changes', below(where, 'tool'), `there is no tool ${name}${didYouMean(name, known)}`);
    return tool;
  }
  for (const [index, field] of clear.entries()) {
    const given = made.params[field];
    if (given === undefined || given.required === true)
      problems.fault('changes', below(where, 'clear', index), `${field} is no optional parameter of ${name}`);
  }
  const taken = Object.entries(made.params).map(([key, field]) => {
    const { required: _required, default: _default, derived_default: _derived, ...rest } = field;
    return [key, rest] as const;
  });
  return {
    ...tool,
    params: {
      ...tool.params,
      ...Object.fromEntries(taken),
      clear: {
        type: 'array',
        maxItems: clear.length,
        items: { type: 'string', enum: clear },
        description: 'Fields to empty.',
      },
    },
    errors: [...new Set([...tool.errors, ...made.errors])],
    warnings: [...new Set([...tool.warnings, ...made.warnings])],
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
