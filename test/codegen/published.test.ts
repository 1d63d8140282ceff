import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generate } from '../../codegen/generator/generate.ts';
import { portabilityFaults } from '../../codegen/generator/lint/published.ts';
import type { Schema } from '../../codegen/generator/lower/schema.ts';
import { baseSpec } from './support.ts';

interface Published {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, boolean | string>>;
}

const published = async (): Promise<readonly Published[]> => {
  const { files } = await generate(baseSpec());
  return (JSON.parse(files.get('tools.json') ?? '') as { readonly tools: readonly Published[] }).tools;
};

const closed = (properties: Readonly<Record<string, unknown>>): Schema =>
  ({ type: 'object', properties, additionalProperties: false }) as Schema;

describe('portabilityFaults', () => {
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['a combinator at the root', { ...closed({}), anyOf: [] }, 'the root has the keyword anyOf'],
    ['a root that is no object', { type: 'string' }, 'the root is not an object'],
    ['an open object', { type: 'object', properties: {} }, 'the root is an open object'],
    [
      'a reference',
      closed({ a: { type: 'string', description: 'A.', $ref: '#/x' } }),
      'a has the keyword $ref',
    ],
    [
      'a format',
      closed({ a: { type: 'string', description: 'A.', format: 'date' } }),
      'a has the keyword format',
    ],
    ['two types', closed({ a: { type: ['string', 'null'], description: 'A.' } }), 'a has several types'],
    ['no type', closed({ a: { description: 'A.' } }), 'a has no type'],
    ['no description', closed({ a: { type: 'string' } }), 'a has no description'],
    [
      'an array without items',
      closed({ a: { type: 'array', description: 'A.' } }),
      'a is an array without items',
    ],
    [
      'a name with a capital',
      closed({ aB: { type: 'string', description: 'A.' } }),
      'aB is not a portable name',
    ],
  ];
  for (const [what, schema, fault] of refused) {
    it(`refuses ${what}`, () => assert.deepEqual(portabilityFaults(schema as Schema, true), [fault]));
  }

  it('allows nullable types in answers', () => {
    assert.deepEqual(portabilityFaults(closed({ a: { type: ['string', 'null'] } }), false), []);
  });
});

describe('tools.json', () => {
  it('is portable and gives all four hints', async () => {
    for (const { inputSchema, outputSchema, annotations } of await published()) {
      assert.deepEqual(portabilityFaults(inputSchema, true), []);
      assert.deepEqual(portabilityFaults(outputSchema, false), []);
      assert.deepEqual(Object.keys(annotations).sort(), [
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
    }
  });

  it('shows answers whole and open, without bounds and prose', async () => {
    const [, , list] = await published();
    const id = { type: 'string' };
    assert.deepEqual(list?.outputSchema, {
      type: 'object',
      properties: {
        object: { type: 'string', const: 'list' },
        data: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              object: { type: 'string', const: 'invoice' },
              id,
              invoice_id: id,
              status: { type: 'string', enum: ['draft', 'filed'] },
              title: { type: ['string', 'null'] },
              total: { type: 'number' },
            },
            required: ['object', 'id', 'invoice_id', 'status', 'title', 'total'],
          },
        },
        has_more: { type: 'boolean' },
        next_cursor: { type: ['string', 'null'] },
        limit: { type: 'integer' },
        total_count: { type: ['integer', 'null'] },
        entity: {
          type: 'object',
          properties: { id, name: { type: 'string' } },
          required: ['id', 'name'],
        },
      },
      required: ['object', 'data', 'has_more', 'next_cursor', 'limit', 'total_count', 'entity'],
    });
  });

  it('is refused when an answer has a format that no pattern tells', async () => {
    const spec = new Map(baseSpec());
    const file = 'spec/types/common.yaml';
    spec.set(file, (spec.get(file) ?? '').replace("    pattern: '^\\d{4}-\\d{2}-\\d{2}$'\n", ''));
    const { problems } = await generate(spec);
    assert.deepEqual(
      problems.map(({ rule, message }) => `${rule}: ${message}`),
      [
        'create_invoice: issue_date',
        'create_invoice: paid_at',
        'get_invoice: issue_date',
        'get_invoice: paid_at',
      ].map((place) => `portable: output of ${place} has the format date without a pattern`),
    );
  });

  it('puts the fields of all countries side by side, each saying whose it is, none required', async () => {
    const [create] = await published();
    const details = create?.inputSchema.properties?.['country_details'];
    assert.equal(details?.required, undefined);
    assert.deepEqual(
      Object.entries(details?.properties ?? {}).map(
        ([name, { description }]) => `${name}: ${description ?? ''}`,
      ),
      [
        "buyer_reference: Peppol: The buyer's reference.",
        'note: Peppol: A note. MX: A remark.',
        'payment_method: MX: How it is paid. Default: PUE.',
      ],
    );
  });
});
