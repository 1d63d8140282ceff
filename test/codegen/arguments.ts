// Arguments drawn from a published schema: as it asks, and with more or less in them that it refuses.
import type { PublishedSchema } from '../../generated/runtime.ts';
import { newId } from '../../src/db/ids.ts';
import type { Random } from '../property/random.ts';

const JUNK: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.5,
  1e21,
  1e308,
  '',
  ' ',
  'x',
  '2026-02-30',
  '2026-11-26',
  '\ud800',
  '😀'.repeat(150),
  'x'.repeat(5_001),
  [],
  {},
  [null, 'x', {}],
  { id: 'x' },
  JSON.parse('{"__proto__":1}'),
];

const drawText = (random: Random, schema: PublishedSchema): unknown => {
  const [id] = schema.ids ?? [];
  if (id !== undefined) return newId(id);
  return (
    schema.example ?? 'x'.repeat(random.int(schema.minLength ?? 0, Math.min(schema.maxLength ?? 50, 50)))
  );
};

const drawNumber = (random: Random, schema: PublishedSchema): number =>
  random.pick([schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1, schema.maximum ?? 1_000, 1]);

/** One value. What share of its parts is spoilt is told. */
export const drawValue = (random: Random, schema: PublishedSchema, spoilt: number): unknown => {
  if (random.chance(spoilt)) return random.pick(JUNK);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return drawObject(random, schema, spoilt);
    case 'array':
      return drawList(random, schema, spoilt);
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return drawNumber(random, schema);
    default:
      return drawText(random, schema);
  }
};

const drawObject = (random: Random, schema: PublishedSchema, spoilt: number): unknown => {
  const { properties = {}, required = [] } = schema;
  const share = random.pick([0.1, 0.5, 1]);
  const names = Object.keys(properties).filter((name) =>
    required.includes(name) ? !random.chance(spoilt) : random.chance(share),
  );
  const drawn = names.map((name) => [name, drawValue(random, properties[name] ?? schema, spoilt)] as const);
  return Object.fromEntries(random.chance(spoilt / 2) ? [...drawn, ['nonsense', 1]] : drawn);
};

const drawList = (random: Random, schema: PublishedSchema, spoilt: number): unknown => {
  const { items, minItems = 0, maxItems = 20 } = schema;
  const length = random.chance(spoilt / 4) ? maxItems + 1 : minItems + random.int(0, 2);
  return Array.from({ length }, () => (items === undefined ? 'x' : drawValue(random, items, spoilt)));
};
