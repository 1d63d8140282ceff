// Compares generated/ with the files that it should have; writes only those that differ.
import { mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { MARK } from './emit/emit.ts';
import type { Files } from './emit/emit.ts';

/** How the folder differs from what the spec says; all paths are below generated/. */
export interface Difference {
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Files with the generated header that nothing generates any more. */
  readonly orphaned: readonly string[];
}

/** What `npm pack` builds of the client; git ignores it. */
const BUILT = 'client/dist/';

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !path.startsWith(BUILT))
      .sort();
  } catch {
    return [];
  }
};

const read = (path: string): string => readFileSync(path, 'utf8');

/** Only files with the generated header may be removed. */
const isOurs = (text: string): boolean => text.slice(0, 200).includes(MARK);

export const compare = (folder: string, files: Files): Difference => {
  const present = new Set(filesIn(folder));
  const wanted = [...files.keys()];
  return {
    missing: wanted.filter((path) => !present.has(path)),
    stale: wanted.filter((path) => present.has(path) && read(join(folder, path)) !== files.get(path)),
    orphaned: [...present].filter((path) => !files.has(path) && isOurs(read(join(folder, path)))),
  };
};

/** Updates the folder and returns what was changed. */
export const write = (folder: string, files: Files): Difference => {
  const difference = compare(folder, files);
  for (const path of [...difference.missing, ...difference.stale]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), files.get(path) ?? '');
  }
  for (const path of difference.orphaned) {
    rmSync(join(folder, path));
    removeEmpty(folder, dirname(path));
  }
  return difference;
};

const removeEmpty = (folder: string, below: string): void => {
  if (below === '.' || readdirSync(join(folder, below)).length > 0) return;
  rmdirSync(join(folder, below));
  removeEmpty(folder, dirname(below));
};

export const isEmpty = ({ missing, stale, orphaned }: Difference): boolean =>
  missing.length + stale.length + orphaned.length === 0;
