// tools/<tool>.ts: the types and the descriptor of one tool.
import type { LoweredTool } from '../lower/tool.ts';
import type { Field, Fields, Spec } from '../model.ts';
import { camel, pascal } from '../naming.ts';
import { declareInput } from './declare.ts';
import type { Declaration } from './declare.ts';
import { header, writeImports } from './emit.ts';
import { bare, literal, union } from './literal.ts';
import type { EmitInput, Emitter } from './emit.ts';
import { render } from './render.ts';

/** Parameters of which exactly one must be given; the compiler checks it. */
const findExclusive = ({ tool }: LoweredTool): readonly string[] =>
  tool.rules.find(({ kind }) => kind === 'exactly_one')?.params ?? [];

/** The name under which the parameters are printed; a rule may then narrow them. */
export const fieldsName = (lowered: LoweredTool, part: 'Params' | 'Input'): string =>
  `${pascal(lowered.tool.name)}${part}${findExclusive(lowered).length > 0 ? 'Fields' : ''}`;

export const declareTool = (lowered: LoweredTool): readonly Declaration[] => {
  const { tool, params } = lowered;
  // The entity is resolved before the handler runs, which finds it in its context.
  const { entity_id: _entity, ...own } = params;
  const asked = tool.entity === 'required' ? own : params;
  // A dry run is the same to the handler.
  const { dry_run: _dry, ...written } = asked;
  const taken = tool.dry_run ? written : asked;
  const result: Declaration[] =
    tool.output.fields === undefined
      ? []
      : [
          {
            name: `${pascal(tool.name)}Result`,
            mode: 'output',
            field: { record: tool.output.fields, description: `What ${tool.name} answers.` },
          },
        ];
  return [
    declareInput(
      fieldsName(lowered, 'Params'),
      taken,
      'params',
      `What the handler of ${tool.name} gets: checked, defaults filled in.`,
    ),
    declareInput(fieldsName(lowered, 'Input'), params, 'sent', `What a caller of ${tool.name} sends.`),
    ...result,
  ];
};

/** Every declaration of the tool's file, in order. */
const collectTexts = (lowered: LoweredTool, { declarations, homes }: EmitInput): string => {
  const file = toolFile(lowered.tool.name);
  const texts = [...homes].filter(([, home]) => home === file).map(([name]) => declarations.get(name));
  return texts.filter((text) => text !== undefined).join('\n\n');
};

export const toolFile = (tool: string): string => `tools/${tool}.ts`;

export const narrowParams = (
  lowered: LoweredTool,
  parts: readonly ('Params' | 'Input')[] = ['Params', 'Input'],
): readonly object[] => {
  const keys = findExclusive(lowered);
  if (keys.length === 0) return [];
  return parts.map((part) => ({
    name: `${pascal(lowered.tool.name)}${part}`,
    fields: fieldsName(lowered, part),
    keys: union(keys),
    names: keys.join(', '),
  }));
};

/** What the answer has besides the result. */
export const writeEnvelope = ({ tool, warnings }: LoweredTool): readonly string[] => [
  ...(tool.entity === 'required' ? ['entity: EntityRef;'] : []),
  ...(tool.access === 'write'
    ? [
        `warnings: readonly WarningOf<${union(warnings, 1)}>[];`,
        'idempotent_replay: boolean;',
        ...(tool.dry_run ? ['dry_run?: true;'] : []),
      ]
    : warnings.length > 0
      ? [`warnings?: readonly WarningOf<${union(warnings, 1)}>[];`]
      : []),
];

const describeTool = (lowered: LoweredTool, input: EmitInput): object => {
  const { tool } = lowered;
  const name = pascal(tool.name);
  const row = tool.output.list;
  return {
    texts: collectTexts(lowered, input),
    narrowed: narrowParams(lowered),
    name,
    tool: tool.name,
    resultAlias: row === undefined ? (tool.output.record ?? '') : `Page<${row}>`,
    answerBase: row === undefined ? `${name}Result` : `ListAnswer<${row}>`,
    envelope: writeEnvelope(lowered),
    descriptorName: camel(tool.name),
    descriptor: writeDescriptor(lowered),
  };
};

const writeDescriptor = (lowered: LoweredTool): string => {
  const { tool } = lowered;
  const facts = {
    name: tool.name,
    title: tool.title,
    group: tool.group,
    set: tool.set ?? null,
    scope: tool.scope ?? null,
    entity: tool.entity,
    access: tool.access,
    transactions: tool.transactions,
    dryRun: tool.dry_run,
    checkWith: tool.access === 'read' ? null : tool.check_with,
    params: Object.keys(lowered.params),
    rules: tool.rules.map(({ kind, params }) => ({ kind, params })),
    // A change names some of the country's fields; the whole that it makes is checked as one that is created.
    countryDetails: tool.changes === undefined ? findCountryDetails(lowered.params, lowered.spec) : [],
    list: tool.list === undefined ? null : { default: tool.list.default, max: tool.list.max },
    csv: tool.output.csv ?? null,
    embed: tool.output.embed ?? null,
    once: tool.output.once ?? null,
    asks: tool.output.asks ?? null,
    errors: lowered.errors,
    warnings: lowered.warnings,
    also: tool.also,
    was: tool.was ?? null,
    inputSchema: lowered.toldInput,
    validate: bare(`validate${pascal(tool.name)}`),
  };
  return literal(facts);
};

/** Where country fields stand in the arguments, such as `line_items[].country_details`. */
export const findCountryDetails = (
  fields: Fields,
  spec: Spec,
  prefix = '',
): readonly { path: string; slot: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => findSlots(field, `${prefix}${name}`, spec));

const findSlots = (field: Field, path: string, spec: Spec): readonly { path: string; slot: string }[] => {
  const full = field.use === undefined ? field : (spec.types.get(field.use)?.field ?? field);
  if (full.by_country !== undefined) return [{ path, slot: full.by_country }];
  if (full.items !== undefined) return findSlots(full.items, `${path}[]`, spec);
  return full.fields === undefined ? [] : findCountryDetails(full.fields, spec, `${path}.`);
};

export const emitTools: Emitter = (input) =>
  new Map(
    input.tools.map((lowered) => {
      const { tool } = lowered;
      const file = toolFile(tool.name);
      const body = render('tool', describeTool(lowered, input));
      return [
        file,
        `${header(tool.where.source.file)}${writeImports(file, body, input.homes)}import { validate${pascal(tool.name)} } from '../validators/${tool.name}.ts';\n\n${body}`,
      ];
    }),
  );
