// What tools/list says of arguments may be less than what is enforced, never more: a client that checks by it refuses
// nothing that the service takes, and each field stands there by its name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOLS, type ToolName } from '../../generated/dispatch.ts';
import { COMMON_TOOLS, TOOLSET_NAMES, TOOLSETS } from '../../generated/toolsets.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly [keyword: string]: unknown;
}

const published = [...COMMON_TOOLS, ...TOOLSET_NAMES.flatMap((set) => [...TOOLSETS[set].tools])] as readonly {
  readonly name: ToolName;
  readonly inputSchema: Schema;
}[];

const asSchema = (schema: object): Schema => schema as Schema;

/** Bounds may be wider; all else is as enforced, or is not said. */
const isNoStricter = (keyword: string, said: unknown, enforced: Schema): boolean => {
  if (keyword === 'description') return true;
  const bound = enforced[keyword] ?? enforced['exclusiveMinimum'];
  if (keyword === 'minimum') return Number(said) <= Number(bound);
  return JSON.stringify(said) === JSON.stringify(enforced[keyword]);
};

const faultsOf = (said: Schema, enforced: Schema | undefined, path: string): readonly string[] => {
  if (enforced === undefined) return [`${path} is taken by nobody`];
  const { properties = {}, items, ...keywords } = said;
  const names = Object.keys(enforced.properties ?? {});
  return [
    ...Object.entries(keywords).flatMap(([keyword, value]) =>
      isNoStricter(keyword, value, enforced) ? [] : [`${path} says another ${keyword}`],
    ),
    ...(Object.keys(properties).join() === names.join() ? [] : [`${path} does not have ${names.join()}`]),
    ...((items === undefined) === (enforced.items === undefined)
      ? []
      : [`${path} does not say its elements`]),
    ...(items === undefined ? [] : faultsOf(items, enforced.items, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      faultsOf(inner, enforced.properties?.[name], `${path}.${name}`),
    ),
  ];
};

test('no published input refuses what the service takes, and none leaves a field out', () => {
  assert.equal(published.length, Object.keys(TOOLS).length);
  for (const { name, inputSchema } of published)
    assert.deepEqual(faultsOf(inputSchema, asSchema(TOOLS[name].inputSchema), name), []);
});

test('a tool that changes a record names its nested fields, and the tool that tells what they are', () => {
  const schemaOf = (name: ToolName): Schema | undefined =>
    published.find((tool) => tool.name === name)?.inputSchema;
  const { line_items, title } = schemaOf('update_invoice')?.properties ?? {};
  assert.equal(line_items?.['description'], 'As in create_invoice.');
  assert.deepEqual(line_items.items?.properties?.['unit_price'], { type: 'number' });
  assert.equal(title?.['description'], 'Short title.');
  const created = schemaOf('create_invoice')?.properties?.['line_items'];
  assert.match(String(created?.items?.properties?.['unit_price']?.['description']), /^Price/);
});
