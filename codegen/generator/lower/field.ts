// Lowers one field body to JSON Schema, with named types expanded.
import type { Field, Fields, JsonType, Spec } from '../model.ts';
import { mergeSlotFields } from './countries.ts';
import { closedObject } from './schema.ts';
import type { Schema } from './schema.ts';

/** What follows prefix and underscore: lower-case base32 of a UUIDv7. */
export const ID_SUFFIX = '[0-9a-hjkmnp-tv-z]{26}';

const idPattern = (prefix: string): string => `^${prefix}_${ID_SUFFIX}$`;

/** Expands the named type and the extended record; keywords beside `use` take precedence. */
export const expand = (field: Field, spec: Spec): Field => {
  if (field.extends !== undefined) {
    const { extends: base, ...own } = field;
    const parent = spec.types.get(base)?.field;
    const record = parent === undefined ? {} : expand(parent, spec).record;
    return expand({ ...own, record: { ...record, ...own.record } }, spec);
  }
  if (field.use === undefined) return field;
  const { use, ...own } = field;
  const id = spec.ids.get(use);
  if (id !== undefined)
    return {
      type: 'string',
      pattern: idPattern(id.prefix),
      description: id.description,
      ids: [use],
      ...own,
    };
  const named = expand(spec.types.get(use)?.field ?? {}, spec);
  const also = [...(named.also ?? []), ...(own.also ?? [])];
  return { ...named, ...own, ...(also.length > 0 ? { also } : {}) };
};

/** The one JSON type of an expanded body. */
export const findType = (field: Field): JsonType => {
  if (field.type !== undefined) return field.type;
  if (field.fields !== undefined || field.record !== undefined || field.by_country !== undefined)
    return 'object';
  if (field.items !== undefined) return 'array';
  const sample = field.const ?? field.enum?.[0];
  return typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'boolean' : 'string';
};

/** The description as an agent reads it, with the sentence about a derived default. */
const describe = (field: Field): string | undefined => {
  const derived = field.derived_default === undefined ? undefined : `Default: ${field.derived_default}`;
  return [field.description, derived].filter((part) => part !== undefined).join(' ') || undefined;
};

const KEPT = [
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
  'words',
  'example',
  'ids',
  'also',
  'also_values',
  'was',
] as const satisfies readonly (keyof Field & keyof Schema)[];

/** The full schema of a field: bounds, formats and prose included. */
export const lowerField = (field: Field, spec: Spec): Schema => {
  const full = expand(field, spec);
  const type = findType(full);
  const description = describe(full);
  const kept = Object.fromEntries(
    KEPT.filter((key) => full[key] !== undefined).map((key) => [key, full[key]]),
  );
  const nullable = full.nullable === true;
  return {
    type: nullable ? [type, 'null'] : type,
    ...(description === undefined ? {} : { description }),
    ...(full.enum === undefined ? {} : { enum: nullable ? [...full.enum, null] : full.enum }),
    ...kept,
    ...(full.items === undefined ? {} : { items: lowerField(full.items, spec) }),
    ...lowerObject(full, spec),
  };
};

const lowerObject = (field: Field, spec: Spec): Schema => {
  if (field.by_country !== undefined) return lowerInputs(mergeSlotFields(field.by_country, spec), spec);
  if (field.fields !== undefined) return dropType(lowerInputs(field.fields, spec));
  if (field.record !== undefined) return dropType(lowerRecord(field.record, spec));
  return {};
};

/** The caller has set the type, which may be nullable. */
const dropType = ({ type: _type, ...rest }: Schema): Schema => rest;

/** An input object: closed, its fields optional unless required. A default makes `required` pointless. */
export const lowerInputs = (fields: Fields, spec: Spec): Schema =>
  closedObject(
    lowerFields(fields, spec),
    Object.keys(fields).filter((name) => fields[name]?.required === true),
  );

/** An output object: closed, its fields present unless optional. */
export const lowerRecord = (fields: Fields, spec: Spec): Schema =>
  closedObject(
    lowerFields(fields, spec),
    Object.keys(fields).filter((name) => expand(fields[name] ?? {}, spec).optional !== true),
  );

const lowerFields = (fields: Fields, spec: Spec): { readonly [name: string]: Schema } =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, lowerField(field, spec)]));
