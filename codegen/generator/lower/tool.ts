// Lowers a tool to its schemas: arguments as enforced and as published, the answer in full and as published.
import type { Field, Fields, Spec, ToolSpec } from '../model.ts';
import { expand, lowerInputs, lowerRecord } from './field.ts';
import { mapSchema, stripFormat, stripTold } from './schema.ts';
import type { Schema } from './schema.ts';
import { hasAlternatives, plain } from '../texts/fit.ts';

/** What tools/list shows, and what the validators and types are made from. */
export interface LoweredTool {
  readonly tool: ToolSpec;
  readonly spec: Spec;
  /** As tools/list shows it to a key that can do all that the tools of its own set do. */
  readonly description: string;
  /** With its alternatives, if it has any. */
  readonly fitting: string | undefined;
  /** All parameters, those of the envelope included. */
  readonly params: Fields;
  readonly input: Schema;
  readonly publishedInput: Schema;
  /** The published schema with what errors tell of each parameter. */
  readonly toldInput: Schema;
  readonly answer: Schema;
  readonly publishedOutput: Schema;
  /** The fields of the record that a handler returns; undefined for lists. */
  readonly resultFields: Fields | undefined;
  /** Codes that the tool may raise: its own, and those implied by what it is. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const ENTITY_PARAM: Field = { use: 'EntityId', description: 'Required for organization keys.' };
const DRY_RUN_PARAM: Field = {
  type: 'boolean',
  addition: true,
  description: 'True: only tells what would be.',
};
const CURSOR_PARAM: Field = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'The next_cursor of the page before.',
};

export const lowerTool = (tool: ToolSpec, spec: Spec): LoweredTool => {
  const params = collectParams(tool, spec);
  const told = lowerInputs(params, spec);
  const input = stripTold(told);
  const answer = stripTold(lowerAnswer(tool, spec));
  const rules = tool.rules.map(({ message }) => message).filter((message) => message !== undefined);
  const fitting = [tool.description, ...rules].join(' ');
  return {
    tool,
    spec,
    description: plain(
      fitting,
      new Set(spec.tools.filter(({ set }) => set === tool.set).map(({ name }) => name)),
    ),
    fitting: hasAlternatives(fitting) ? fitting : undefined,
    params,
    input,
    publishedInput: publishSlim(tool, publishBounds(publishInput(input))),
    toldInput: publishInput(told),
    answer,
    publishedOutput: publishAnswer(warnsOfItself(tool, spec) ? answer : withoutWarnings(answer)),
    resultFields: findResultFields(tool, spec),
    errors: collectCodes(tool.errors, spec.errors, tool),
    warnings: collectWarnings(tool, spec),
  };
};

/** Drops `format`, which some clients refuse, and the description of array elements, which the array has. */
const publishInput = (input: Schema): Schema =>
  mapSchema(stripFormat(input), (schema) => {
    if (schema.items === undefined) return schema;
    const { description: _description, ...items } = schema.items;
    return { ...schema, items };
  });

const SAYS_ABOVE = /\babove\b/i;

/**
 * Gemini refuses the whole request over `exclusiveMinimum` and `uniqueItems`, and many clients hand schemas on as they
 * are. So the bound stands in the description, or is the next whole number; the validators keep both.
 */
export const publishBounds = (input: Schema): Schema =>
  mapSchema(input, ({ exclusiveMinimum: above, uniqueItems: _uniqueItems, ...schema }) => {
    if (above === undefined) return schema;
    if (schema.type === 'integer') return { ...schema, minimum: Math.floor(above) + 1 };
    const { description = '' } = schema;
    return SAYS_ABOVE.test(description)
      ? schema
      : { ...schema, description: `${description} Above ${above}.`.trim() };
  });

/** What a list of tools need not say twice; the service still enforces all of it. */
const publishSlim = ({ changes, params }: ToolSpec, input: Schema): Schema => {
  const short = mapSchema(input, dropImpliedLength);
  if (changes === undefined) return short;
  const taken = ([name, schema]: readonly [string, Schema]): readonly [string, Schema] => {
    const isNested = schema.properties !== undefined || schema.items?.properties !== undefined;
    if (!isNested || params[name] === undefined) return [name, schema];
    return [name, { ...mapSchema(schema, nameAndType), description: `As in ${changes.tool}.` }];
  };
  return { ...short, properties: Object.fromEntries(Object.entries(short.properties ?? {}).map(taken)) };
};

/** Who has the tool that changes a record has the one that creates it, which tells of each field what it is. */
const nameAndType = ({ type, properties, required, items, additionalProperties }: Schema): Schema => ({
  ...(type === undefined ? {} : { type }),
  ...(properties === undefined ? {} : { properties }),
  ...(required === undefined ? {} : { required }),
  ...(additionalProperties === undefined ? {} : { additionalProperties }),
  ...(items === undefined ? {} : { items }),
});

/** Of a whole match without a repetition that has no end. */
const BOUNDED = /^\^(?:[^*+,|]|,(?!\}))*\$$/;

const dropImpliedLength = (schema: Schema): Schema => {
  const { maxLength: _length, ...rest } = schema;
  return schema.pattern !== undefined && BOUNDED.test(schema.pattern) ? rest : schema;
};

const collectParams = (tool: ToolSpec, spec: Spec): Fields => ({
  ...(tool.entity === 'required' ? { entity_id: ENTITY_PARAM } : {}),
  ...tool.params,
  ...(tool.list === undefined ? {} : buildListParams(tool.list, spec)),
  ...(tool.dry_run ? { dry_run: DRY_RUN_PARAM } : {}),
});

const buildListParams = (list: NonNullable<ToolSpec['list']>, spec: Spec): Fields => ({
  ...(list.fixed
    ? {}
    : {
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: list.max,
          default: list.default,
          description: 'Rows per page.',
        },
      }),
  cursor: spec.types.has('Cursor') ? { use: 'Cursor', addition: true } : { ...CURSOR_PARAM, addition: true },
});

const findResultFields = ({ output }: ToolSpec, spec: Spec): Fields | undefined =>
  output.record === undefined ? output.fields : (expand({ use: output.record }, spec).record ?? {});

const DRY_RUN_SAID: Field = {
  type: 'boolean',
  const: true,
  optional: true,
  description: 'Nothing was written; what would be made has ids of zeros.',
};

/** What the service adds to the answer of each tool. */
const buildEnvelope = (tool: ToolSpec, spec: Spec): Fields => ({
  ...(tool.entity === 'required' ? { entity: { use: 'EntityRef' } } : {}),
  ...(tool.access === 'write'
    ? {
        warnings: buildWarnings(tool, spec),
        idempotent_replay: { type: 'boolean', description: 'True when the first answer is given again.' },
        ...(tool.dry_run ? { dry_run: DRY_RUN_SAID } : {}),
      }
    : collectWarnings(tool, spec).length > 0
      ? { warnings: { ...buildWarnings(tool, spec), optional: true } }
      : {}),
});

const buildWarnings = (tool: ToolSpec, spec: Spec): Field => ({
  type: 'array',
  maxItems: 50,
  items: { record: buildWarningFields(collectWarnings(tool, spec)) },
});

const buildWarningFields = (codes: readonly string[]): Fields => ({
  code: { type: 'string', ...(codes.length > 0 ? { enum: codes } : { maxLength: 60 }) },
  message: { type: 'string', maxLength: 1000 },
  path: { type: 'string', maxLength: 200, nullable: true },
});

const lowerAnswer = (tool: ToolSpec, spec: Spec): Schema => {
  const fields = findResultFields(tool, spec);
  return lowerRecord({ ...(fields ?? buildPageFields(tool)), ...buildEnvelope(tool, spec) }, spec);
};

const buildPageFields = (tool: ToolSpec): Fields => ({
  object: { type: 'string', const: 'list' },
  data: { type: 'array', maxItems: tool.list?.max ?? 1000, items: { use: tool.output.list ?? '' } },
  has_more: { type: 'boolean' },
  next_cursor: { type: 'string', maxLength: 1024, nullable: true },
  limit: { type: 'integer', minimum: 1, maximum: tool.list?.max ?? 1000 },
  total_count: { type: 'integer', minimum: 0, nullable: true },
});

interface Code {
  readonly code: string;
  readonly applies: readonly string[];
}

/** Own codes first, then implied ones in the order of the table. */
const collectCodes = (
  own: readonly string[],
  table: ReadonlyMap<string, Code>,
  tool: ToolSpec,
): readonly string[] => {
  const traits = collectTraits(tool);
  const implied = [...table.values()].filter(({ applies }) => applies.some((trait) => traits.has(trait)));
  return [...new Set([...own, ...implied.map(({ code }) => code)])];
};

const collectWarnings = (tool: ToolSpec, spec: Spec): readonly string[] =>
  collectCodes(tool.warnings, spec.warnings, tool);

/** The words that `applies` of an error may name and that hold for this tool. */
export const collectTraits = (tool: ToolSpec): ReadonlySet<string> =>
  new Set([
    'all',
    tool.access,
    ...(tool.entity === 'required' ? ['entity', `entity_${tool.access}`] : []),
    ...(tool.list === undefined ? [] : ['list']),
    // A repeated call adds a second record.
    ...(tool.access === 'write' && !tool.annotations.idempotent ? ['adds'] : []),
    ...tool.rules.map(({ kind }) => kind),
  ]);

/** Whether a warning may come that is not one of every tool. */
const warnsOfItself = (tool: ToolSpec, spec: Spec): boolean =>
  tool.access === 'write' ||
  collectWarnings(tool, spec).some((code) => spec.warnings.get(code)?.applies.includes('all') !== true);

/** The answer is open, so a list of tools need not say for each what may stand in all. */
const withoutWarnings = (answer: Schema): Schema => {
  const { warnings: _warnings, ...properties } = answer.properties ?? {};
  return { ...answer, properties };
};

/** What bounds a value or spells it out says nothing to a reader, and a closed object would make the next field a fault. */
const publishAnswer = (answer: Schema): Schema =>
  mapSchema(answer, ({ type, properties, required, items, enum: values, const: only }) => ({
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
    ...(items === undefined ? {} : { items }),
    ...(values === undefined ? {} : { enum: values }),
    ...(only === undefined ? {} : { const: only }),
  }));
