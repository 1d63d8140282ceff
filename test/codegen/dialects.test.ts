// The tools as the makers of models take them: each within the written rules of its maker, able to hold every example, and
// what a model then sends is what the service would have got.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { TOOLS, type ToolDescriptor, type ToolName } from '../../generated/dispatch.ts';
import { countOptional, depthOf, partsOf } from '../../codegen/generator/dialects/dialect.ts';
import type { Schema } from '../../codegen/generator/lower/schema.ts';
import { readArguments } from '../../src/base/arguments/check.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { examplesOf } from '../support/examples.ts';

interface Written {
  readonly name: ToolName;
  readonly description: string;
  readonly strict?: boolean;
  readonly parameters?: Schema;
  readonly input_schema?: Schema;
}

const NAMES = Object.keys(TOOLS);

const read = (dialect: string): readonly Written[] => {
  const folder = join(packageRoot(), 'generated', 'dialects', dialect);
  return readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Written[],
  );
};

const schemaOf = ({ parameters, input_schema }: Written): Schema =>
  parameters ?? input_schema ?? { type: 'object', properties: {}, additionalProperties: false };

const keywordsOf = (tools: readonly Written[]): readonly string[] => [
  ...new Set(tools.flatMap((tool) => partsOf(schemaOf(tool)).flatMap(([, part]) => Object.keys(part)))),
];

/** Each example of success, with the schema of its tool. */
const eachExample = (
  tools: readonly Written[],
  check: (written: Written, params: Readonly<Record<string, unknown>>) => void,
): void => {
  for (const tool of tools)
    for (const { params, error } of examplesOf(tool.name)) if (error === undefined) check(tool, params);
};

const ajv = new Ajv({ strict: false, allErrors: true });

const assertFits = (written: Written, value: unknown): void => {
  const validate = ajv.compile(schemaOf(written));
  assert.ok(validate(value), `${written.name}: ${JSON.stringify(validate.errors)}`);
};

/** What a model sends that has to name every parameter: null for all that it leaves unset. */
const withNulls = (schema: Schema, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => withNulls(schema.items ?? {}, each));
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      withNulls(field, (value as Readonly<Record<string, unknown>>)[name] ?? null),
    ]),
  );
};

describe('OpenAI, strict', () => {
  const tools = read('openai');

  it('has every tool, closed, every field required and what may be left out nullable', () => {
    assert.deepEqual(tools.map(({ name }) => name).sort(), NAMES.toSorted());
    for (const tool of tools) {
      assert.equal(tool.strict, true);
      for (const [path, { properties, required, additionalProperties }] of partsOf(schemaOf(tool))) {
        if (properties === undefined) continue;
        assert.deepEqual(
          [required, additionalProperties],
          [Object.keys(properties), false],
          `${tool.name} ${path}`,
        );
      }
      assert.ok(depthOf(schemaOf(tool)) <= 10);
      assert.ok(tool.description.length <= 1024);
    }
    const refused = [
      'default',
      'minLength',
      'maxLength',
      'uniqueItems',
      'exclusiveMinimum',
      'format',
      '$ref',
    ];
    assert.deepEqual(
      keywordsOf(tools).filter((keyword) => refused.includes(keyword)),
      [],
    );
  });

  it('takes every example with null for what it leaves out, and the service reads that as left out', () => {
    let tried = 0;
    eachExample(tools, (written, params) => {
      const sent = withNulls(schemaOf(written), params);
      assertFits(written, sent);
      const descriptor: ToolDescriptor = TOOLS[written.name];
      const [got, plain] = [readArguments(descriptor, sent), readArguments(descriptor, params)];
      assert.deepEqual(got.faults, [], written.name);
      assert.deepEqual(got.value, plain.value, written.name);
      tried += 1;
    });
    assert.ok(tried >= NAMES.length, `${tried} examples`);
  });
});

describe('Gemini', () => {
  const tools = read('gemini');

  it('has every tool, without a keyword that its subset lacks', () => {
    assert.deepEqual(tools.map(({ name }) => name).sort(), NAMES.toSorted());
    const refused = [
      'additionalProperties',
      'exclusiveMinimum',
      'uniqueItems',
      'const',
      '$ref',
      'anyOf',
      'format',
    ];
    assert.deepEqual(
      keywordsOf(tools).filter((keyword) => refused.includes(keyword)),
      [],
    );
    for (const tool of tools)
      for (const [path, { type, properties, enum: values = [] }] of partsOf(schemaOf(tool))) {
        assert.equal(typeof type, 'string', `${tool.name} ${path}`);
        assert.ok(values.every((value) => typeof value === 'string'));
        if (type === 'object' && tool.parameters !== undefined)
          assert.notDeepEqual(properties, {}, `${tool.name} ${path}`);
      }
  });

  it('takes every example', () => eachExample(tools, assertFits));
});

describe('Anthropic', () => {
  const tools = read('anthropic');
  const strict = tools.filter((tool) => tool.strict === true);

  it('has every tool, and the strict ones fit into one request together', () => {
    assert.deepEqual(tools.map(({ name }) => name).sort(), NAMES.toSorted());
    assert.ok(strict.length > 0 && strict.length <= 20, String(strict.length));
    const optional = strict.map((tool) => countOptional(schemaOf(tool))).reduce((sum, each) => sum + each, 0);
    assert.ok(optional <= 24, String(optional));
    const refused = ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems'];
    assert.deepEqual(
      keywordsOf(strict).filter((keyword) => refused.includes(keyword)),
      [],
    );
    for (const tool of strict)
      for (const [, { type, additionalProperties, minItems = 0 }] of partsOf(schemaOf(tool))) {
        assert.ok(typeof type === 'string' && minItems <= 1, tool.name);
        if (type === 'object') assert.equal(additionalProperties, false);
      }
  });

  it('takes every example', () => eachExample(tools, assertFits));
});
