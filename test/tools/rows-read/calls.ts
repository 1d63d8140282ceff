// Which calls are tried: every tool that reads, with each value of each of its filters and, with a larger dose, with each two of
// them, as its schema says what there is; and the pages of a list behind the first.
import { TOOL_NAMES, TOOLS, type ToolName } from '../../../generated/dispatch.ts';

export type Args = Readonly<Record<string, unknown>>;

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The id of a record by its prefix; undefined where the company has none of that kind. */
export type FindId = (prefix: string) => string | undefined;

export const READING: readonly ToolName[] = TOOL_NAMES.filter((tool) => TOOLS[tool].access === 'read');

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Of all records, of some, of one, of none; whole words, beginnings and parts of them, wrong ones, and several. */
const WORDS = [
  'luna',
  'zq0042',
  'nadie',
  'lun',
  'erd',
  'brugdaa',
  'cerdi hermanos',
  'anticipo obra',
  'ce lu',
  'luna zq0042 nadie',
  'B-103',
  '10',
];
const DAYS = [40, 400, 5_000];
const AMOUNTS = [0, 41, 1161, 900_000];

/** What a parameter may be given; none for those that say where a page begins, or whose books are meant. */
const valuesOf = (name: string, schema: Schema, findId: FindId): readonly unknown[] => {
  if (name === 'entity_id' || name === 'cursor' || name === 'limit') return [];
  if (schema.enum !== undefined) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'array') return valuesOf(name, schema.items ?? {}, findId).map((value) => [value]);
  if (schema.type === 'number' || schema.type === 'integer') return AMOUNTS;
  const prefix = /^\^([a-z]{4})_/.exec(schema.pattern ?? '')?.[1];
  if (prefix !== undefined) return [findId(prefix)].filter((id) => id !== undefined);
  if (/\\d\{4\}-/.test(schema.pattern ?? '')) return DAYS.map(daysAgo);
  // What may name records of several kinds is also given what names none.
  if (name.endsWith('_id'))
    return [findId('invc'), findId('bill'), ...WORDS].filter((id) => id !== undefined);
  if (schema.type === 'string') return WORDS;
  throw new Error(`nothing is known to give as ${name}: ${JSON.stringify(schema)}`);
};

/** Each filter alone, and each two of different parameters together. */
export const callsOf = (
  schema: Schema,
  findId: FindId,
): { readonly single: readonly Args[]; readonly pairs: readonly Args[] } => {
  const { properties = {}, required = [] } = schema;
  const filters = Object.entries(properties).map(
    ([name, one]) => [name, valuesOf(name, one, findId)] as const,
  );
  const needed = filters.filter(([name]) => required.includes(name));
  const least = Object.fromEntries(needed.map(([name, values]) => [name, values[0]]));
  if (needed.some(([, values]) => values.length === 0)) return { single: [], pairs: [] };
  const single: Args[] = needed.length === 0 ? [{}] : [];
  const pairs: Args[] = [];
  for (const [at, [name, values]] of filters.entries())
    for (const value of values) {
      single.push({ ...least, [name]: value });
      for (const [other, others] of filters.slice(at + 1))
        for (const second of others) pairs.push({ ...least, [name]: value, [other]: second });
    }
  const most = properties['limit']?.maximum;
  if (most !== undefined) single.push({ ...least, limit: 1 }, { ...least, limit: most });
  return { single, pairs };
};

/** A cursor says whose query it is of, then the values that the list is ordered by. */
const partsOf = (cursor: string): readonly (string | number)[] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as readonly (string | number)[];

const middleOf = (part: string | number): string | number => {
  if (typeof part === 'number') return part;
  if (/^\d{4}-\d{2}-\d{2}/.test(part)) return `${daysAgo(500)}${part.slice(10)}`;
  return /^[a-z]{4}_/.test(part) ? part : 'm';
};

/**
 * The page behind this answer, and one far behind it: from days in the middle of the book, and from names in the middle of the
 * alphabet.
 */
export const laterPages = (args: Args, answer: unknown): readonly Args[] => {
  const { next_cursor } = (answer ?? {}) as { readonly next_cursor?: string | null };
  if (typeof next_cursor !== 'string') return [];
  const [query, ...key] = partsOf(next_cursor);
  const deep = Buffer.from(JSON.stringify([query, ...key.map(middleOf)])).toString('base64url');
  return [
    { ...args, cursor: next_cursor },
    { ...args, cursor: deep },
  ];
};
