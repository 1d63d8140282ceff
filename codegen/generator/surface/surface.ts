// The surface: everything that a caller may rely on. spec/surface.json holds the one of the last release.
import type { Schema } from '../lower/schema.ts';

export interface SurfaceTool {
  readonly name: string;
  /** The name before a rename. */
  readonly was?: string;
  readonly title: string;
  readonly description: string;
  /** Null when every key may call it. */
  readonly scope: string | null;
  readonly entity: string;
  readonly access: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly input: Schema;
  readonly output: Schema;
}

export interface Surface {
  readonly tools: readonly SurfaceTool[];
  readonly scopes: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, { readonly type: string; readonly retryable: boolean }>>;
}

/**
 * Breaking: a call or a reader that was right by the contract may now fail. Risky: it may behave differently.
 * Safe: nobody who kept to the contract notices.
 */
export type Level = 'breaking' | 'risky' | 'safe';

export interface Change {
  readonly level: Level;
  readonly rule: string;
  /** `create_invoice.params.line_items[].quantity`. */
  readonly path: string;
  readonly detail: string;
}

export const change = (level: Level, rule: string, path: string, detail = ''): Change => ({
  level,
  rule,
  path,
  detail,
});

/** Values as they are shown in details. */
export const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

/** `before -> after`. */
export const moved = (before: unknown, after: unknown): string => `${shown(before)} -> ${shown(after)}`;

/** Types without null, as text; null is judged by rules of its own. */
export const showTypes = (schema: Schema): string =>
  [schema.type ?? []]
    .flat()
    .filter((type) => type !== 'null')
    .join('|');

export const isNullable = (schema: Schema): boolean => [schema.type ?? []].flat().includes('null');

/** Old and new names of the properties that were renamed. */
export const renamed = (before: Schema, after: Schema): readonly (readonly [string, string])[] =>
  Object.entries(after.properties ?? {}).flatMap(([name, { was }]) =>
    was === undefined || before.properties?.[was] === undefined || before.properties[name] !== undefined
      ? []
      : [[was, name] as const],
  );

/** The pairs of inner schemas at the same path of two objects or arrays. */
export const pairInner = (
  before: Schema,
  after: Schema,
  path: string,
): readonly (readonly [Schema, Schema, string])[] => {
  const pairs: (readonly [Schema, Schema, string])[] = [];
  if (before.items !== undefined && after.items !== undefined)
    pairs.push([before.items, after.items, `${path}[]`]);
  for (const [name, inner] of Object.entries(before.properties ?? {})) {
    const now = renamed(before, after).find(([was]) => was === name)?.[1] ?? name;
    const other = after.properties?.[now];
    if (other !== undefined) pairs.push([inner, other, `${path}.${now}`]);
  }
  return pairs;
};

/** The names of one list that are not in the other. */
export const without = <T>(names: readonly T[], others: readonly T[]): readonly T[] =>
  names.filter((name) => !others.includes(name));
