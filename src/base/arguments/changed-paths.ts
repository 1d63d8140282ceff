// Which fields an update has changed, by the paths that its arguments have.
import { canonicalJson } from '../key-order.ts';
import { isPlainObject } from '../plain-object.ts';

const isSame = (before: unknown, after: unknown): boolean =>
  canonicalJson(before ?? null) === canonicalJson(after ?? null);

/** Lists count as one field, the members of an object as one each; what is absent is null. */
export const changedPaths = (before: object, after: object, within = ''): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly string[] => {
    const [was, is]: readonly unknown[] = [Reflect.get(before, name), Reflect.get(after, name)];
    if (isSame(was, is)) return [];
    return within === '' && isPlainObject(was) && isPlainObject(is)
      ? changedPaths(was, is, `${name}.`)
      : [`${within}${name}`];
  });
