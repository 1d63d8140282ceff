// The type of meta schemas: draft-07 without combinators, so that every refusal has one cause.

export interface MetaSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly uniqueItems?: boolean;
  readonly const?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: MetaSchema;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: MetaSchema };
  readonly additionalProperties?: boolean | MetaSchema;
  readonly definitions?: { readonly [name: string]: MetaSchema };
}

/** A closed object with these keys; those named are required. */
export const propertiesOf = (
  properties: { readonly [name: string]: MetaSchema },
  required: readonly string[] = [],
): MetaSchema => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties,
  additionalProperties: false,
});

/** An object whose keys are free and whose values all have one shape. */
export const mapOf = (value: MetaSchema): MetaSchema => ({ type: 'object', additionalProperties: value });
