// What stated.yaml says of the columns beyond their schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Of one column. */
export interface Override {
  /** Without `null`. */
  readonly type?: string;
  readonly note?: string;
}

export interface TableOverride {
  readonly note?: string;
  /** A plain string gives the type alone. */
  readonly columns?: Readonly<Record<string, string | Override>>;
}

export interface Stated {
  readonly overrides: Readonly<Record<string, TableOverride>>;
  /** The module of each named type. */
  readonly modules: Readonly<Record<string, string>>;
  /** The id kinds emitted as branded types; the others are plain text. */
  readonly ids: ReadonlySet<string>;
}

export const STATED = 'src/db/row-types/stated.yaml';

interface File {
  readonly ids: readonly string[];
  readonly modules: Readonly<Record<string, readonly string[]>>;
  readonly tables: Readonly<Record<string, TableOverride>>;
}

export const readStated = (root: string): Stated => {
  const file: File = parse(readFileSync(join(root, STATED), 'utf8'), { version: '1.2', schema: 'core' });
  const modules = Object.entries(file.modules).flatMap(([module, names]) =>
    names.map((name) => [name, module] as const),
  );
  return { overrides: file.tables, modules: Object.fromEntries(modules), ids: new Set(file.ids) };
};
