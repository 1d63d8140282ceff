// Bad calls, derived from the schemas: a valid call of a tool with one to four places of its arguments spoilt, and
// bodies that are no call at all.
import { TOOLS, type ToolName } from '../../generated/dispatch.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import { newId } from '../../src/db/ids.ts';
import type { Company, Home } from '../mutations/books.ts';
import { validCalls } from '../mutations/calls.ts';
import type { Random } from '../property/random.ts';

type Args = Record<string, unknown>;

export interface BadCall {
  readonly home: Home;
  /** Null for a body that is no call. */
  readonly tool: ToolName | null;
  readonly body: string;
}

const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  '__proto__',
  'constructor',
  "'; drop table invoice; --",
  '%',
  '_',
  '\\',
  '\u0000',
  '\u0085x\u009b',
  '\u202egnp.exe',
  '\u200b\u2066x',
  '\ud800',
  '\ufeffx',
  'ﷺ'.repeat(40),
  'é'.repeat(300),
  'a'.repeat(5_000),
  '9'.repeat(400),
  '1e309',
  '-0',
  '12,50',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31',
  '2026-11-23T00:00:00Z',
  '{"a":1}',
  '[1,2,3]',
  '{"a":'.repeat(200),
  '[['.repeat(300),
];

const NUMBERS: readonly number[] = [
  0, -0, -1, 1, 0.1, 0.005, 1e-9, 1e15, 1e21, 1e308, -1e308, 9_007_199_254_740_992, 2_147_483_648, 3.5,
];

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const idOfAnotherKind = (random: Random, company: Company): unknown => {
  const kinds = Object.values(company.ids).filter((ids) => ids.length > 0);
  return random.chance(0.5) ? newId('InvoiceId') : random.pick(random.pick(kinds));
};

const junk = (random: Random, company: Company): unknown => {
  switch (random.int(0, 9)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return Array.from({ length: random.pick([1, 3, 600]) }, () => random.pick([0, 'x', null, {}]));
    case 6:
      return nested(random.pick([3, 40]));
    case 7:
      return idOfAnotherKind(random, company);
    case 8:
      return { [random.pick(['__proto__', 'toString', 'id', 'MX', ''])]: random.pick(TEXTS) };
    default:
      return random.pick(TEXTS);
  }
};

/** The same kind of value, at or beyond what the schema allows. */
const nearby = (random: Random, schema: PublishedSchema): unknown => {
  const { type, enum: values, maxLength, minimum, maximum, maxItems } = schema;
  if (values !== undefined) return `${String(random.pick(values))}${random.pick(['', 'x', ' '])}`;
  if (type === 'integer' || type === 'number')
    return random.pick([(minimum ?? 0) - 1, (maximum ?? 1e6) + 1, minimum ?? 0, maximum ?? 1e6, 0.123456789]);
  if (type === 'array') return Array.from({ length: (maxItems ?? 10) + 1 }, () => random.pick(TEXTS));
  if (type === 'boolean') return random.pick(['true', 1, 'yes']);
  return random.pick(['x'.repeat((maxLength ?? 20) + 1), 'x'.repeat(maxLength ?? 20), random.pick(TEXTS)]);
};

const spoil = (random: Random, args: Args, schema: PublishedSchema, company: Company): void => {
  const known = Object.keys(schema.properties ?? {});
  const name = random.chance(0.9) && known.length > 0 ? random.pick(known) : random.pick(TEXTS);
  const field = schema.properties?.[name];
  const inner = args[name];
  if (field?.type === 'object' && isObject(inner) && random.chance(0.7))
    return spoil(random, inner, field, company);
  if (field?.type === 'array' && Array.isArray(inner) && isObject(inner[0]) && random.chance(0.7))
    return spoil(random, inner[0], field.items as PublishedSchema, company);
  if (random.chance(0.15)) delete args[name];
  else
    Object.defineProperty(args, name, {
      value: field !== undefined && random.chance(0.4) ? nearby(random, field) : junk(random, company),
      enumerable: true,
      configurable: true,
      writable: true,
    });
};

const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bodyOf = (tool: string, args: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } });

/** No call at all, or one that is broken as text. */
const rawBody = (random: Random, whole: string): string => {
  switch (random.int(0, 7)) {
    case 0:
      return whole.slice(0, random.int(0, whole.length - 1));
    case 1:
      return '['.repeat(random.int(1, 3_000));
    case 2:
      return `[${Array.from({ length: random.int(0, 40) }, () => whole).join(',')}]`;
    case 3:
      return JSON.stringify(junkMessage(random));
    case 4:
      return whole.replace(
        '"arguments":',
        `"arguments":${random.pick(['[],"x":', 'null,"x":', '"{","x":'])}`,
      );
    case 5:
      return whole.replace('"jsonrpc":"2.0"', random.pick(['"jsonrpc":"1.0"', '"jsonrpc":2', '"x":1']));
    case 6:
      return whole.replace('"id":1', random.pick(['"id":null', '"id":{}', '"id":1.5', '"id":"x"']));
    default:
      return random.pick(['', 'null', '0', '""', '{}', '[]', '[[]]', 'true', '\u0000', '{"jsonrpc":"2.0"}']);
  }
};

const junkMessage = (random: Random): unknown => ({
  jsonrpc: '2.0',
  id: random.pick([1, 'a', null]),
  method: random.pick(['tools/call', 'tools/list', 'initialize', 'nothing', '', 5]),
  params: random.pick([
    [],
    null,
    'x',
    { name: 5 },
    { name: 'search', arguments: 5 },
    { name: 'x'.repeat(300) },
  ]),
});

/** One call after another, without end. */
export function* badCalls(random: Random, companies: Readonly<Record<Home, Company>>): Generator<BadCall> {
  const valid = validCalls(companies);
  for (;;) {
    const { tool, home, args } = random.pick(valid);
    const copy = structuredClone(args);
    const schema: PublishedSchema = TOOLS[tool].inputSchema;
    for (let spoilt = random.int(1, 4); spoilt > 0; spoilt -= 1) spoil(random, copy, schema, companies[home]);
    const body = bodyOf(tool, random.chance(0.05) ? JSON.stringify(copy) : copy);
    yield random.chance(0.06) ? { home, tool: null, body: rawBody(random, body) } : { home, tool, body };
  }
}
