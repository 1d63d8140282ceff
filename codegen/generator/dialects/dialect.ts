// A form of the published schemas that one maker of models takes as it is, with the limits that the maker states.
import type { Schema } from '../lower/schema.ts';
import type { LoweredTool } from '../lower/tool.ts';

export interface Dialect {
  /** Of its folder below generated/dialects/. */
  readonly name: string;
  readonly title: string;
  /** Where the maker states the rules, and as of when they are written down here. */
  readonly source: string;
  /** The tools as a request holds them, in the same order. */
  readonly write: (tools: readonly LoweredTool[]) => readonly object[];
  /** What of the tool the dialect cannot say, or the maker would refuse. */
  readonly faults: (tool: LoweredTool) => readonly string[];
}

/** A schema with the path of each of its parts; the root has the empty path. */
export const partsOf = (schema: Schema, path = ''): readonly (readonly [string, Schema])[] => [
  [path, schema],
  ...(schema.items === undefined ? [] : partsOf(schema.items, `${path}[]`)),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    partsOf(inner, path === '' ? name : `${path}.${name}`),
  ),
];

/** Objects and arrays in each other, the root being the first. */
export const depthOf = (schema: Schema): number => {
  const inner = [
    ...(schema.items === undefined ? [] : [schema.items]),
    ...Object.values(schema.properties ?? {}),
  ];
  const isNested = schema.items !== undefined || schema.properties !== undefined;
  return (isNested ? 1 : 0) + Math.max(0, ...inner.map(depthOf));
};

/** Parameters of all levels that a caller may leave out. */
export const countOptional = (schema: Schema): number =>
  partsOf(schema)
    .map(([, { properties = {}, required = [] }]) => Object.keys(properties).length - required.length)
    .reduce((sum, each) => sum + each, 0);

export const unknownKeywords = (schema: Schema, keywords: ReadonlySet<string>): readonly string[] =>
  partsOf(schema).flatMap(([path, part]) =>
    Object.keys(part)
      .filter((key) => !keywords.has(key))
      .map((key) => `${path || 'the root'} has the keyword ${key}`),
  );

/** Function names of all three. */
export const nameFaults = (name: string): readonly string[] =>
  /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) ? [] : [`the name ${name} is not one of at most 64 letters`];

/** Lookarounds and back references have no automaton, so no grammar holds them. */
export const isRegular = (pattern: string): boolean => !/\(\?[=!<]|\\[1-9]/.test(pattern);
