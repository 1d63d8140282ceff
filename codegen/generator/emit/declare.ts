// Prints the TypeScript declarations of all named types in one run of json-schema-to-typescript.
import { compile } from 'json-schema-to-typescript';
import type { JSONSchema } from 'json-schema-to-typescript';
import { splitDeclarations } from './split.ts';
import { mergeSlotFields } from '../lower/countries.ts';
import { expand, findType } from '../lower/field.ts';
import type { Field, Fields, Spec } from '../model.ts';
import { quoted } from './literal.ts';
import { itemTypeName, pascal, sentName, slotTypeName } from '../naming.ts';

/**
 * The view of a field. Params: what a handler gets, with defaults. Sent: what a caller sends.
 * Output: what an answer holds.
 */
export type Mode = 'params' | 'sent' | 'output';

/** A type to be printed. Objects become interfaces, anything else a type alias. */
export interface Declaration {
  readonly name: string;
  readonly field: Field;
  readonly mode: Mode;
}

/** The schemas to print, by name; inline array elements get names of their own. */
const planDeclarations = (
  wanted: readonly Declaration[],
  spec: Spec,
): readonly (readonly [string, JSONSchema])[] => {
  const queue = [...wanted];
  const planned: [string, JSONSchema][] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const lift = (name: string, field: Field, mode: Mode): void => void queue.push({ name, field, mode });
    planned.push([
      next.name,
      { ...buildSchema(next.field, next.mode, next.name, spec, lift), title: next.name },
    ]);
  }
  return planned;
};

/** The names that will be declared, possibly with duplicates. */
export const listDeclaredNames = (wanted: readonly Declaration[], spec: Spec): readonly string[] =>
  planDeclarations(wanted, spec).map(([name]) => name);

/** The printed text of each declaration by name. */
export const declareAll = async (
  wanted: readonly Declaration[],
  spec: Spec,
): Promise<ReadonlyMap<string, string>> => {
  const properties = Object.fromEntries(planDeclarations(wanted, spec));
  const root = { title: ROOT, type: 'object', additionalProperties: false, properties } as const;
  // One call for all, since set-up costs far more than printing. The formatter costs as much again, so it is off
  // and the lines are indented here. Without these options it would fetch a remote $ref.
  const text = await compile(root, ROOT, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    $refOptions: { resolve: { http: false, external: false } },
  });
  const pieces = splitDeclarations(text);
  pieces.delete(ROOT);
  return pieces;
};

const ROOT = 'EveryDeclaration';

type Lift = (name: string, field: Field, mode: Mode) => void;

/** The schema for the printer; named types and arrays are passed as finished TypeScript. */
const buildSchema = (field: Field, mode: Mode, owner: string, spec: Spec, lift: Lift): JSONSchema => {
  // A named type keeps its comment at its own declaration.
  const prose = field.description === undefined ? {} : { description: field.description };
  const fields = field.fields ?? (field.extends === undefined ? field.record : expand(field, spec).record);
  if (fields === undefined) return { ...prose, tsType: printType(field, mode, owner, spec, lift) };
  if (Object.keys(fields).length === 0) return { ...prose, tsType: 'Record<string, never>' };
  const isInput = field.fields !== undefined;
  return {
    ...prose,
    type: field.nullable === true ? ['object', 'null'] : 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => [
        name,
        buildSchema(inner, mode, `${owner}${pascal(name)}`, spec, lift),
      ]),
    ),
    required: Object.keys(fields).filter((name) => isPresent(fields[name] ?? {}, mode, isInput, spec)),
  };
};

const isPresent = (field: Field, mode: Mode, isInput: boolean, spec: Spec): boolean => {
  const full = expand(field, spec);
  if (!isInput) return full.optional !== true;
  return full.required === true || (mode === 'params' && full.default !== undefined);
};

/** The TypeScript of anything but an inline object. */
const printType = (field: Field, mode: Mode, owner: string, spec: Spec, lift: Lift): string => {
  const bare = printBareType(field, mode, owner, spec, lift);
  return field.nullable === true ? `${bare} | null` : bare;
};

const printBareType = (field: Field, mode: Mode, owner: string, spec: Spec, lift: Lift): string => {
  if (field.use !== undefined) return printUsedType(field.use, mode, spec);
  if (field.by_country !== undefined) return slotTypeName(field.by_country);
  if (field.const !== undefined) return quoted(field.const);
  if (field.enum !== undefined) return field.enum.map(quoted).join(' | ');
  if (field.items !== undefined)
    return `readonly ${printElementType(field.items, mode, owner, spec, lift)}[]`;
  const type = findType(field);
  if (type === 'integer') return 'number';
  return type === 'object' ? 'Record<string, unknown>' : type === 'array' ? 'readonly unknown[]' : type;
};

const printElementType = (items: Field, mode: Mode, owner: string, spec: Spec, lift: Lift): string => {
  if (items.fields !== undefined || items.record !== undefined) {
    const name = itemTypeName(owner);
    lift(name, items, mode);
    return name;
  }
  const type = printType(items, mode, owner, spec, lift);
  return type.includes('|') ? `(${type})` : type;
};

const printUsedType = (name: string, mode: Mode, spec: Spec): string => {
  const id = spec.ids.get(name);
  // Callers have ids as plain strings, of which only the prefix can be checked without a cast.
  if (id !== undefined) return mode === 'sent' ? `\`${id.prefix}_\${string}\`` : name;
  return mode === 'sent' && differsWhenSent(name, spec) ? sentName(name) : name;
};

/** True for an input type that callers send in another form than handlers get. */
export const differsWhenSent = (name: string, spec: Spec): boolean => {
  const field = spec.types.get(name)?.field;
  return field !== undefined && fieldDiffers(field, spec);
};

const fieldDiffers = (field: Field, spec: Spec): boolean =>
  field.record === undefined &&
  (field.default !== undefined ||
    (field.use !== undefined && (spec.ids.has(field.use) || differsWhenSent(field.use, spec))) ||
    (field.items !== undefined && fieldDiffers(field.items, spec)) ||
    Object.values(field.fields ?? {}).some((inner) => fieldDiffers(inner, spec)));

/** A declaration of an input object from its fields. */
export const declareInput = (
  name: string,
  fields: Fields,
  mode: Mode,
  description?: string,
): Declaration => ({
  name,
  mode,
  field: description === undefined ? { fields } : { fields, description },
});

/** The flat object of a country slot. */
export const declareSlot = (slot: string, spec: Spec): Declaration =>
  declareInput(
    slotTypeName(slot),
    mergeSlotFields(slot, spec),
    'params',
    `The ${slot} fields of all countries; which apply is known once the country is.`,
  );
