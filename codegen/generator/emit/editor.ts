// editor/: the meta schemas with the defined names as enums, so that editors complete types, scopes and codes.
import { META } from '../load/meta/kinds.ts';
import type { MetaSchema } from '../load/meta/schema.ts';
import type { Spec } from '../model.ts';
import { listSlots } from '../load/resolve.ts';
import { headerText } from './emit.ts';
import type { Emitter } from './emit.ts';
import { layOut } from './json.ts';

type Names = { readonly [key: string]: readonly string[] };

/** The keys whose values are names, at any depth of a meta schema. */
const collectNames = (spec: Spec): Names => {
  const records = [...spec.types.values()].filter(
    ({ field }) => (field.record ?? field.extends) !== undefined,
  );
  const recordNames = records.map(({ name }) => name).sort();
  const errors = [...spec.errors.keys()].sort();
  return {
    use: [...spec.types.keys(), ...spec.ids.keys()].sort(),
    extends: recordNames,
    record: recordNames,
    list: recordNames,
    by_country: listSlots(spec),
    scope: [...spec.scopes.keys(), 'exempt'],
    errors,
    error: errors,
    warnings: [...spec.warnings.keys()].sort(),
  };
};

/** A number may be written as the figure of the spec that it is. */
const takeFigures = (schema: MetaSchema): MetaSchema =>
  schema.type === 'integer' || schema.type === 'number'
    ? { ...schema, type: [schema.type, 'string'], pattern: '^\\{.+\\}$' }
    : schema;

const offerNames = (given: MetaSchema, names: Names): MetaSchema => {
  const schema = takeFigures(given);
  if (schema.properties === undefined && schema.items === undefined && schema.definitions === undefined)
    return schema;
  const each = (properties: {
    readonly [name: string]: MetaSchema;
  }): { readonly [name: string]: MetaSchema } =>
    Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [
        key,
        offerValues(offerNames(inner, names), names[key]),
      ]),
    );
  return {
    ...schema,
    ...(schema.properties === undefined ? {} : { properties: each(schema.properties) }),
    ...(schema.items === undefined ? {} : { items: offerNames(schema.items, names) }),
    ...(schema.definitions === undefined
      ? {}
      : {
          definitions: Object.fromEntries(
            Object.entries(schema.definitions).map(([key, inner]) => [key, offerNames(inner, names)]),
          ),
        }),
  };
};

const offerValues = (schema: MetaSchema, names: readonly string[] | undefined): MetaSchema => {
  if (names === undefined || names.length === 0) return schema;
  if (schema.type === 'string') return { ...schema, enum: names };
  return schema.type === 'array' && schema.items?.type === 'string'
    ? { ...schema, items: { ...schema.items, enum: names } }
    : schema;
};

export const emitEditor: Emitter = ({ spec }) => {
  const names = collectNames(spec);
  return new Map(
    Object.entries(META).map(([kind, schema]) => {
      const text = layOut({
        $comment: headerText('codegen/generator/load/meta'),
        ...offerNames(schema, names),
      });
      return [`editor/${kind}.schema.json`, `${text}\n`];
    }),
  );
};
