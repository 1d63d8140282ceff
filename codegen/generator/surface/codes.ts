// Rules on scopes and error codes.
import { change, moved, without } from './surface.ts';
import type { Change, Surface } from './surface.ts';

type SurfaceRule = (before: Surface, after: Surface) => readonly Change[];

const both = <T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): readonly (readonly [string, T, T])[] =>
  Object.entries(before).flatMap(([name, was]) => {
    const is = after[name];
    return is === undefined ? [] : [[name, was, is] as const];
  });

/** Keys hold scopes by name. */
const scopes: SurfaceRule = (before, after) => [
  ...without(Object.keys(before.scopes), Object.keys(after.scopes)).map((name) =>
    change('breaking', 'SCOPE_REMOVED', name),
  ),
  ...without(Object.keys(after.scopes), Object.keys(before.scopes)).map((name) =>
    change('safe', 'SCOPE_ADDED', name),
  ),
  ...both(before.scopes, after.scopes)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => change('risky', 'SCOPE_MEANING_CHANGED', name, moved(was, is))),
];

/** Callers branch on codes, and on what kind of failure a code is. */
const errors: SurfaceRule = (before, after) => [
  ...without(Object.keys(before.errors), Object.keys(after.errors)).map((code) =>
    change('breaking', 'ERROR_REMOVED', code),
  ),
  ...without(Object.keys(after.errors), Object.keys(before.errors)).map((code) =>
    change('safe', 'ERROR_ADDED', code),
  ),
  ...both(before.errors, after.errors)
    .filter(([, was, is]) => was.type !== is.type)
    .map(([code, was, is]) => change('breaking', 'ERROR_TYPE_CHANGED', code, moved(was.type, is.type))),
  ...both(before.errors, after.errors)
    .filter(([, was, is]) => was.retryable !== is.retryable)
    .map(([code, was, is]) =>
      change('risky', 'ERROR_RETRYABLE_CHANGED', code, moved(was.retryable, is.retryable)),
    ),
];

export const compareCodes: SurfaceRule = (before, after) => [
  ...scopes(before, after),
  ...errors(before, after),
];
