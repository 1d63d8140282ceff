// Compares what should be below generated/ with what is there; writes only bytes that differ.
import { mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { MARK } from './emit/emit.ts';
import type { Files } from './emit/emit.ts';

/** How the folder differs from what the spec says; all paths are below generated/. */
export interface Difference {
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Files that carry the generated header and that nothing makes any more. */
  readonly orphaned: readonly string[];
}

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort();
  } catch {
    return [];
  }
};

const read = (path: string): string => readFileSync(path, 'utf8');

/** A file is ours only if it says so in its first lines; anything else is left alone. */
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

/** Makes the folder equal to the files; returns what was done. */
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
