// What tools/list promises: schemas that real answers fit, and that clients can use.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { Ajv } from 'ajv';
import { parse } from 'yaml';

import { type InputOf, type ToolName, TOOLS } from '../../generated/dispatch.ts';
import type { CounterpartyId } from '../../generated/ids.ts';
import { COMMON_TOOLS, TOOLSET_NAMES, TOOLSETS } from '../../generated/toolsets.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool, post } from '../support/wire.ts';
import { addGermanCustomer, addMexicanCustomer } from './support.ts';

interface Schema {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}
interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}

let service: TestService;
let tools: readonly Tool[];
let customer: { readonly mx: CounterpartyId; readonly de: CounterpartyId };
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  const { body } = await post(service.url, service.keys.mx, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  tools = (body['result'] as { tools: Tool[] }).tools;
  customer = {
    mx: await addMexicanCustomer(service, 'Café Luna'),
    de: await addGermanCustomer(service, 'Harms KG'),
  };
});
after(() => service.close());

const HEADERS = { mx: { payment_method: 'PPD' }, de: { buyer_reference: 'PO-1' } } as const;

type Types = Readonly<
  Record<string, { readonly record?: Readonly<Record<string, { readonly optional?: boolean }>> }>
>;

/** The fields of a record that are left out where there is nothing to say. */
const optionalOf = (file: string, type: string): readonly string[] => {
  const { types } = parse(readFileSync(`spec/types/${file}.yaml`, 'utf8')) as { readonly types: Types };
  return Object.entries(types[type]?.record ?? {}).flatMap(([name, { optional }]) =>
    optional === true ? [name] : [],
  );
};

/** Mexican ones leave these out: what only invoices of the network say, and what a foreign customer does not lack there. */
const LEFT_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  ['create_invoice', optionalOf('invoices', 'Invoice')],
  ['get_invoice', optionalOf('invoices', 'Invoice')],
  ['create_counterparty', optionalOf('counterparties', 'ListedCounterparty')],
]);

describe('published output schemas', () => {
  const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });

  /** The answer, which must fit what the client was told of it. */
  const fitting = async <T extends ToolName>(
    as: 'mx' | 'de',
    name: T,
    args: InputOf<T>,
  ): Promise<Record<string, unknown>> => {
    const { isError, content, structuredContent } = await callTool(service.url, service.keys[as], name, args);
    assert.equal(isError, false, content[0]?.text);
    assert.equal(content[0]?.text, JSON.stringify(structuredContent), 'the text is the same, compact');
    const schema = tools.find((tool) => tool.name === name)?.outputSchema;
    assert.ok(schema !== undefined);
    const validate = ajv.compile(schema);
    assert.ok(validate(structuredContent), `${name}: ${ajv.errorsText(validate.errors)}`);
    // A read warns only when it took a name for an id.
    const isRead = TOOLS[name].access === 'read';
    const promised = Object.keys(schema.properties ?? {})
      .filter((field) => !isRead || field !== 'warnings')
      // Only a dry run says that it is one.
      .filter((field) => field !== 'dry_run')
      // Nobody has answered these documents.
      .filter((field) => field !== 'responses')
      .toSorted();
    assert.deepEqual(
      Object.keys(structuredContent ?? {}).toSorted(),
      promised.filter((field) => as === 'de' || LEFT_OUT.get(name)?.includes(field) !== true),
      `${name} has exactly the promised fields`,
    );
    return structuredContent ?? {};
  };

  for (const as of ['mx', 'de'] as const) {
    test(`answers of ${as} fit them, with full and with empty lists`, async () => {
      const counterparty_id = customer[as];
      await fitting(as, 'create_counterparty', {
        name: `Zweite ${as}`,
        country_code: 'FR',
        ...(as === 'de' ? { payment_terms: '3/7 2/14' } : {}),
      });
      await fitting(as, 'list_counterparties', {});
      await fitting(as, 'list_counterparties', { query: 'nobody at all' });
      for (const currency of ['USD', 'EUR']) {
        const invoice = await fitting(as, 'create_invoice', {
          counterparty_id,
          currency,
          country_details: HEADERS[as],
          line_items: [{ description: 'Servicio', unit_price: 100 }],
        });
        await fitting(as, 'get_invoice', {
          invoice_id: invoice['id'] as InputOf<'get_invoice'>['invoice_id'],
        });
      }
      await fitting(as, 'search_invoices', { limit: 1 });
      await fitting(as, 'search_invoices', { status: 'void' });
      await fitting(as, 'search', { query: 'luna' });
      await fitting(as, 'search', { query: 'zzzzzz' });
      await fitting(as, 'list_entities', {});
    });
  }
});

/** Keywords that some client refuses: roots with combinators, references, formats. */
const REFUSED = [
  '$ref',
  '$defs',
  'definitions',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'format',
];

/** A field that says "As in create_invoice." has the descriptions of its fields there. */
const describedIn = (schema: Schema, name: string): Schema | undefined => {
  const [, tool] = /^As in (\w+)\.$/.exec(String(schema.description)) ?? [];
  return tools.find((each) => each.name === tool)?.inputSchema.properties?.[name];
};

/** The schema with the descriptions that stand in another one. */
const withDescriptions = (schema: Schema, there: Schema | undefined): Schema => ({
  ...schema,
  description: there?.description,
  ...(schema.items === undefined ? {} : { items: withDescriptions(schema.items, there?.items) }),
  ...(schema.properties === undefined
    ? {}
    : {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, inner]) => [
            name,
            withDescriptions(inner, there?.properties?.[name]),
          ]),
        ),
      }),
});

const asDescribed = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const there = describedIn(field, name);
      return [name, there === undefined ? field : withDescriptions(field, there)];
    }),
  ),
});

/** What would keep some client from using the schema; `nullable` allows null beside the type. */
const faultsOf = (schema: Schema, path: string, isInput: boolean): string[] => {
  const faults = REFUSED.filter((keyword) => Object.hasOwn(schema, keyword)).map(
    (keyword) => `${path} has ${keyword}`,
  );
  const given: readonly unknown[] = [schema.type].flat();
  const types = given.filter((type) => isInput || type !== 'null');
  const [type] = types;
  if (types.length !== 1 || typeof type !== 'string') faults.push(`${path} has not one type`);
  if (
    isInput &&
    path !== 'root' &&
    !/^[\s\S]*\.items$/.test(path) &&
    typeof schema.description !== 'string'
  ) {
    faults.push(`${path} has no description`);
  }
  if (
    schema.enum !== undefined &&
    (schema.enum.length === 0 ||
      schema.enum.some((v) => v === '' || (v === null && (isInput || !given.includes('null')))))
  ) {
    faults.push(`${path} has an enum with nothing in it`);
  }
  if (type === 'array') {
    if (schema.items === undefined) faults.push(`${path} is an array without items`);
    else faults.push(...faultsOf(schema.items, `${path}.items`, isInput));
  }
  if (type === 'object' && isInput && schema.additionalProperties !== false)
    faults.push(`${path} is an open object`);
  if (!isInput && Object.hasOwn(schema, 'additionalProperties'))
    faults.push(`${path} refuses fields that a later version adds`);
  if (!isInput && type === 'object' && schema.properties === undefined)
    faults.push(`${path} does not tell its fields`);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) faults.push(`${name} is no portable name`);
    faults.push(...faultsOf(inner, `${path}.${name}`, isInput));
  }
  return faults;
};

describe('the list of tools', () => {
  test('every input schema is flat, closed, described, and asks only for fields that it has', () => {
    for (const { name, inputSchema } of tools) {
      assert.deepEqual(faultsOf(asDescribed(inputSchema), 'root', true), [], name);
      assert.equal(inputSchema.type, 'object');
      assert.ok(inputSchema.properties !== undefined, `${name} has properties, if only none`);
      assert.ok(
        (inputSchema.required ?? []).every((field) => Object.hasOwn(inputSchema.properties ?? {}, field)),
      );
    }
  });

  test('every output schema is an open object of the same plain kind, told whole', () => {
    for (const { name, outputSchema } of tools) {
      assert.deepEqual(faultsOf(outputSchema, 'root', false), [], name);
      assert.equal(outputSchema.type, 'object');
    }
  });

  test('every schema is a valid one of JSON Schema', () => {
    const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
    for (const { inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) assert.equal(typeof ajv.compile(schema), 'function');
    }
  });

  test('every tool has a short name, a title, a description that ends, and all four hints', () => {
    for (const { name, title, description, annotations } of tools) {
      assert.match(name, /^[a-z_]{1,25}$/);
      assert.ok(typeof title === 'string' && title !== '', name);
      assert.equal(annotations['title'], title, name);
      assert.match(description, /^[A-Z][\s\S]{20,598}\.$/, name);
      assert.deepEqual(
        Object.entries(annotations)
          .filter(([, hint]) => typeof hint === 'boolean')
          .map(([hint]) => hint)
          .toSorted(),
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'],
        name,
      );
    }
  });

  test('the common list, and what each set adds, keep within the budgets of the spec', () => {
    const readSpec = (path: string) => parse(readFileSync(path, 'utf8')) as Record<string, Budget>;
    keeps(COMMON_TOOLS, readSpec('spec/service.yaml')['tools_list_budget']);
    for (const set of TOOLSET_NAMES)
      keeps(TOOLSETS[set].tools, readSpec(`spec/toolsets/${set}/set.yaml`)['budget']);
  });
});

interface Budget {
  readonly tokens: number;
  readonly bytes: number;
}

const keeps = (tools: readonly object[], budget: Budget | undefined): void => {
  assert.ok(budget !== undefined);
  const read = (tools as readonly Tool[]).map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  assert.ok(JSON.stringify(read).length / 4 <= budget.tokens, String(JSON.stringify(read).length / 4));
  assert.ok(Buffer.byteLength(JSON.stringify(tools)) <= budget.bytes);
};
