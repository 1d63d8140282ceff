// Where a value stands in the arguments: by AJV's pointer, and by the path that errors write.
import type { PublishedSchema } from '../../../generated/runtime.ts';

/** One wrong argument: where it stands, what came, and what the schema says of it. */
export interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly schema: PublishedSchema;
  readonly required: boolean;
}

/** `/line_items/0/unit_price` → `line_items[0].unit_price`. */
export const toPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
      '',
    );

export const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

export const leafOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The value that came, short enough to send back. */
export const shorten = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > 100 ? `${value.slice(0, 100)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : value;
};

/** `line_items[0].unit_price` → `/line_items/0/unit_price`. */
const toPointer = (path: string): string => `/${path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`;

/** The value of a parameter, by its path as errors write it: `line_items[0].unit_price`. */
export const valueAtPath = (args: unknown, path: string): unknown => valueAt(args, toPointer(path));

export const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
};

/** For the details of an error: text as it is, anything else as JSON. */
export const show = (value: unknown): string => {
  const short = shorten(value);
  return typeof short === 'string' ? short : (JSON.stringify(short) ?? 'nothing');
};

export const ANYTHING: PublishedSchema = { type: 'object' };

/** What the schema says of a parameter, by its path as errors write it. */
export const schemaAtPath = (schema: PublishedSchema, path: string): PublishedSchema =>
  schemaAt(schema, toPointer(path));

export const schemaAt = (schema: PublishedSchema, pointer: string): PublishedSchema => {
  let place: PublishedSchema | undefined = schema;
  for (const part of pointer.split('/').slice(1))
    place = place?.type === 'array' ? place.items : place?.properties?.[part];
  return place ?? ANYTHING;
};
