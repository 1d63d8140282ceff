// Rules on answers: what was promised must stay promised.
import type { Schema } from '../lower/schema.ts';
import { limitMoves } from './limits.ts';
import { change, pairInner, isNullable, moved, shown, showTypes, without } from './surface.ts';
import type { Change } from './surface.ts';

type FieldRule = (before: Schema, after: Schema, path: string) => readonly Change[];

const listNames = (schema: Schema): readonly string[] => Object.keys(schema.properties ?? {});

const fieldRemoved: FieldRule = (before, after, path) =>
  without(listNames(before), listNames(after)).map((name) =>
    change('breaking', 'FIELD_REMOVED', `${path}.${name}`),
  );

const fieldAdded: FieldRule = (before, after, path) =>
  without(listNames(after), listNames(before)).map((name) =>
    change('safe', 'FIELD_ADDED', `${path}.${name}`),
  );

const fieldPresence: FieldRule = (before, after, path) => {
  const kept = listNames(before).filter((name) => listNames(after).includes(name));
  const [was, is] = [before.required ?? [], after.required ?? []];
  return [
    ...kept
      .filter((name) => was.includes(name) && !is.includes(name))
      .map((name) => change('breaking', 'FIELD_BECAME_OPTIONAL', `${path}.${name}`)),
    ...kept
      .filter((name) => is.includes(name) && !was.includes(name))
      .map((name) => change('safe', 'FIELD_BECAME_REQUIRED', `${path}.${name}`)),
  ];
};

const fieldType: FieldRule = (before, after, path) => {
  const [from, to] = [showTypes(before), showTypes(after)];
  if (from === to) return [];
  if (from === 'number' && to === 'integer')
    return [change('safe', 'FIELD_TYPE_NARROWED', path, `${from} -> ${to}`)];
  return [change('breaking', 'FIELD_TYPE_CHANGED', path, `${from} -> ${to}`)];
};

const fieldNullability: FieldRule = (before, after, path) => {
  if (isNullable(before) === isNullable(after)) return [];
  return isNullable(after)
    ? [change('breaking', 'FIELD_BECAME_NULLABLE', path)]
    : [change('safe', 'FIELD_NO_LONGER_NULLABLE', path)];
};

const fieldConst: FieldRule = (before, after, path) =>
  before.const === after.const
    ? []
    : [change('breaking', 'FIELD_CONST_CHANGED', path, moved(before.const, after.const))];

/** A reader that knows every value meets one that it does not know. */
const fieldEnum: FieldRule = (before, after, path) => {
  // Null belongs to the rule on nullability.
  const [was, is] = [
    before.enum?.filter((value) => value !== null),
    after.enum?.filter((value) => value !== null),
  ];
  if (was === undefined && is === undefined) return [];
  if (is === undefined) return [change('risky', 'FIELD_ENUM_LIFTED', path)];
  if (was === undefined) return [change('safe', 'FIELD_ENUM_INTRODUCED', path, shown(is))];
  return [
    ...without(is, was).map((value) => change('risky', 'FIELD_ENUM_VALUE_ADDED', path, String(value))),
    ...without(was, is).map((value) => change('safe', 'FIELD_ENUM_VALUE_REMOVED', path, String(value))),
  ];
};

const fieldPattern: FieldRule = (before, after, path) => {
  if (before.pattern === after.pattern) return [];
  if (before.pattern === undefined)
    return [change('safe', 'FIELD_PATTERN_INTRODUCED', path, shown(after.pattern))];
  return [change('risky', 'FIELD_PATTERN_CHANGED', path, moved(before.pattern, after.pattern))];
};

const fieldLimit: FieldRule = (before, after, path) =>
  limitMoves(before, after).map(({ keyword, tighter, before: from, after: to }) =>
    change(
      tighter ? 'safe' : 'risky',
      tighter ? 'FIELD_LIMIT_TIGHTENED' : 'FIELD_LIMIT_LOOSENED',
      path,
      `${keyword} ${moved(from, to)}`,
    ),
  );

const RULES: readonly FieldRule[] = [
  fieldRemoved,
  fieldAdded,
  fieldPresence,
  fieldType,
  fieldNullability,
  fieldConst,
  fieldEnum,
  fieldPattern,
  fieldLimit,
];

/** Every change between two schemas of answers. */
export const compareFields = (before: Schema, after: Schema, path: string): readonly Change[] => [
  ...RULES.flatMap((rule) => rule(before, after, path)),
  ...pairInner(before, after, path).flatMap(([was, is, inner]) => compareFields(was, is, inner)),
];
