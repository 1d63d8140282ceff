// types.ts and ids.ts: the named types of the spec.
import { ID_SUFFIX } from '../lower/field.ts';
import { listSlots } from '../load/resolve.ts';
import type { Field, Spec } from '../model.ts';
import { sentName, valuesName } from '../naming.ts';
import { differsWhenSent, declareSlot } from './declare.ts';
import type { Declaration } from './declare.ts';
import { doc, header, writeImports } from './emit.ts';
import type { Emitter } from './emit.ts';
import { quoted, union } from './literal.ts';

/** Declares a named type as handlers get it and, where that differs, as callers send it. */
export const declareType = (name: string, field: Field, spec: Spec): readonly Declaration[] => {
  const isRecord = field.record !== undefined || field.extends !== undefined;
  const own: Declaration = { name, field, mode: isRecord ? 'output' : 'params' };
  return differsWhenSent(name, spec) ? [own, { name: sentName(name), field, mode: 'sent' }] : [own];
};

/** The declarations of types.ts, in the order of the spec. Enums are printed here, with their values. */
export const declareTypes = (spec: Spec): readonly Declaration[] => [
  ...[...spec.types.values()]
    .filter(({ field }) => field.enum === undefined)
    .flatMap(({ name, field }) => declareType(name, field, spec)),
  ...listSlots(spec).map((slot) => declareSlot(slot, spec)),
];

/** The values of an enum, and their type. */
export const printEnum = (name: string, { enum: values = [], description }: Field): string => {
  const lines = values.map((value) => `  ${quoted(value)},\n`).join('');
  const comment = description === undefined ? '' : doc(description);
  return `export const ${valuesName(name)} = [\n${lines}] as const;\n${comment}export type ${name} = (typeof ${valuesName(name)})[number];`;
};

export const emitTypes: Emitter = ({ spec, declarations, homes }) => {
  const enums = [...spec.types.values()].filter(({ field }) => field.enum !== undefined);
  const pieces = enums.map(({ name, field }) => printEnum(name, field));
  for (const [name, home] of homes) {
    const text = declarations.get(name);
    if (home === 'types.ts' && text !== undefined) pieces.push(text);
  }
  const body = pieces.join('\n\n');
  const file = 'types.ts';
  return new Map([[file, `${header('spec/types')}${writeImports(file, body, homes)}\n${body}\n`]]);
};

export const emitIds: Emitter = ({ spec }) => {
  const ids = [...spec.ids.values()];
  const types = ids.map(
    ({ name, prefix, description }) =>
      `${doc(description)}export type ${name} = Branded<\`${prefix}_\${string}\`, '${name}'>;`,
  );
  const table = (value: (id: (typeof ids)[number]) => string): string =>
    ids.map((id) => `  ${id.name}: ${value(id)},\n`).join('');
  const body = [
    `${header('spec/ids.yaml')}import type { Branded } from './runtime.ts';`,
    ...types,
    `/** The type of each id by its name. */\nexport interface IdTypes {\n${table(({ name }) => name).replaceAll(',\n', ';\n')}}`,
    `export type IdName = keyof IdTypes;`,
    `/** What stands before the underscore of an id. */\nexport const ID_PREFIXES = {\n${table(({ prefix }) => quoted(prefix))}} as const satisfies Record<IdName, string>;`,
    `/** What stands behind it, as a regular expression. */\nexport const ID_SUFFIX = ${quoted(ID_SUFFIX)};`,
    `/** What a person calls the record that an id names. */\nexport const ID_NOUNS = {\n${table(({ noun }) => quoted(noun))}} as const satisfies Record<IdName, string>;`,
    `/** The tool whose answers tell such ids. */\nexport const ID_FINDERS = {\n${table(({ found_by = 'search' }) => quoted(found_by))}} as const satisfies Record<IdName, string>;`,
    `export type IdPrefix = ${union([...new Set(ids.map(({ prefix }) => prefix))])};`,
  ].join('\n\n');
  return new Map([['ids.ts', `${body}\n`]]);
};
