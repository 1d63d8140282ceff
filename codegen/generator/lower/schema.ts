// The JSON Schema that lowering produces, for validators, publication and types alike.
import type { Json, JsonType } from '../model.ts';

export interface Schema {
  readonly type?: JsonType | readonly (JsonType | 'null')[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: Schema;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly default?: Json;
  /** What errors tell; see `stripTold`. */
  readonly words?: string;
  readonly example?: string | number;
  readonly ids?: readonly string[];
  readonly also?: readonly string[];
  readonly also_values?: { readonly [value: string]: readonly string[] };
  readonly was?: string;
}

/** A schema of an object that takes no other properties. */
export const closedObject = (
  properties: { readonly [name: string]: Schema },
  required: readonly string[],
): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

/** The schema with each subschema changed, inner ones first. Goes by position: a property may be called `title`. */
export const mapSchema = (schema: Schema, change: (schema: Schema) => Schema): Schema =>
  change({
    ...schema,
    ...(schema.items === undefined ? {} : { items: mapSchema(schema.items, change) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, inner]) => [name, mapSchema(inner, change)]),
          ),
        }),
  });

/** Removes descriptions and titles, which a compiled validator would contain. */
export const stripProse = (schema: Schema): Schema =>
  stripTold(mapSchema(schema, ({ description: _description, title: _title, ...rest }) => rest));

const untold = ({
  words: _words,
  example: _example,
  ids: _ids,
  also: _also,
  also_values: _values,
  ...rest
}: Schema): Schema => rest;

/** Keeps the names before renames, which callers may still use. */
export const stripToldButNames = (schema: Schema): Schema => mapSchema(schema, untold);

/** Removes what only errors tell: it is neither published nor validated. */
export const stripTold = (schema: Schema): Schema =>
  mapSchema(schema, (each) => {
    const { was: _was, ...rest } = untold(each);
    return rest;
  });

/** Removes `format`, which some clients refuse. */
export const stripFormat = (schema: Schema): Schema =>
  mapSchema(schema, ({ format: _format, ...rest }) => rest);
