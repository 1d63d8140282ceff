// Rules on arguments: what was accepted must stay accepted and mean the same.
import type { Schema } from '../lower/schema.ts';
import { limitMoves } from './limits.ts';
import { change, pairInner, moved, renamed, shown, showTypes, without } from './surface.ts';
import type { Change } from './surface.ts';

type ParamRule = (before: Schema, after: Schema, path: string) => readonly Change[];

const listNames = (schema: Schema): readonly string[] => Object.keys(schema.properties ?? {});

const paramRemoved: ParamRule = (before, after, path) =>
  without(listNames(before), [...listNames(after), ...renamed(before, after).map(([was]) => was)]).map(
    (name) => change('breaking', 'PARAM_REMOVED', `${path}.${name}`),
  );

/** The old name is taken until the next release. */
const paramRenamed: ParamRule = (before, after, path) =>
  renamed(before, after).map(([was, is]) => change('safe', 'PARAM_RENAMED', `${path}.${is}`, `was ${was}`));

const paramAdded: ParamRule = (before, after, path) =>
  without(listNames(after), [...listNames(before), ...renamed(before, after).map(([, is]) => is)]).map(
    (name) =>
      (after.required ?? []).includes(name)
        ? change('breaking', 'REQUIRED_PARAM_ADDED', `${path}.${name}`)
        : change('safe', 'PARAM_ADDED', `${path}.${name}`),
  );

const paramRequired: ParamRule = (before, after, path) => {
  const same = listNames(before).filter((name) => listNames(after).includes(name));
  const kept = [...same.map((name) => [name, name] as const), ...renamed(before, after)];
  const [was, is] = [before.required ?? [], after.required ?? []];
  return [
    ...kept
      .filter(([old, name]) => is.includes(name) && !was.includes(old))
      .map(([, name]) => change('breaking', 'PARAM_BECAME_REQUIRED', `${path}.${name}`)),
    ...kept
      .filter(([old, name]) => was.includes(old) && !is.includes(name))
      .map(([, name]) => change('safe', 'PARAM_BECAME_OPTIONAL', `${path}.${name}`)),
  ];
};

const paramType: ParamRule = (before, after, path) => {
  const [from, to] = [showTypes(before), showTypes(after)];
  if (from === to) return [];
  if (from === 'integer' && to === 'number')
    return [change('safe', 'PARAM_TYPE_WIDENED', path, `${from} -> ${to}`)];
  return [change('breaking', 'PARAM_TYPE_CHANGED', path, `${from} -> ${to}`)];
};

const paramPattern: ParamRule = (before, after, path) => {
  if (before.pattern === after.pattern) return [];
  if (after.pattern === undefined)
    return [change('safe', 'PARAM_PATTERN_REMOVED', path, shown(before.pattern))];
  return [change('breaking', 'PARAM_PATTERN_CHANGED', path, moved(before.pattern, after.pattern))];
};

const paramConst: ParamRule = (before, after, path) =>
  before.const === after.const
    ? []
    : [change('breaking', 'PARAM_CONST_CHANGED', path, moved(before.const, after.const))];

const paramLimit: ParamRule = (before, after, path) =>
  limitMoves(before, after).map(({ keyword, tighter, before: from, after: to }) =>
    change(
      tighter ? 'breaking' : 'safe',
      tighter ? 'PARAM_LIMIT_TIGHTENED' : 'PARAM_LIMIT_LOOSENED',
      path,
      `${keyword} ${moved(from, to)}`,
    ),
  );

const paramEnum: ParamRule = (before, after, path) => {
  if (before.enum === undefined && after.enum === undefined) return [];
  if (before.enum === undefined)
    return [change('breaking', 'PARAM_ENUM_INTRODUCED', path, shown(after.enum))];
  if (after.enum === undefined) return [change('safe', 'PARAM_ENUM_LIFTED', path)];
  return [
    ...without(before.enum, after.enum).map((value) =>
      change('breaking', 'PARAM_ENUM_VALUE_REMOVED', path, String(value)),
    ),
    ...without(after.enum, before.enum).map((value) =>
      change('safe', 'PARAM_ENUM_VALUE_ADDED', path, String(value)),
    ),
  ];
};

const paramDefault: ParamRule = (before, after, path) =>
  JSON.stringify(before.default) === JSON.stringify(after.default)
    ? []
    : [change('risky', 'PARAM_DEFAULT_CHANGED', path, moved(before.default, after.default))];

/** Agents act on descriptions. */
const paramDescription: ParamRule = (before, after, path) =>
  before.description === after.description
    ? []
    : [change('risky', 'PARAM_DESCRIPTION_CHANGED', path, 'an agent reads this text')];

const RULES: readonly ParamRule[] = [
  paramRemoved,
  paramRenamed,
  paramAdded,
  paramRequired,
  paramType,
  paramPattern,
  paramConst,
  paramLimit,
  paramEnum,
  paramDefault,
  paramDescription,
];

/** Every change between two schemas of arguments. */
export const compareParams = (before: Schema, after: Schema, path: string): readonly Change[] => [
  ...RULES.flatMap((rule) => rule(before, after, path)),
  ...pairInner(before, after, path).flatMap(([was, is, inner]) => compareParams(was, is, inner)),
];
