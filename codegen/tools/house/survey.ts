// Sizes of rooms or nouns, and the imports between them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compareText } from '../../generator/problem.ts';
import { importsOf } from './imports.ts';
import { resolveImport } from './place.ts';

export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly { readonly to: string; readonly isType: boolean }[];
}

/** Imports from one group to another. */
export interface Flow {
  readonly from: string;
  readonly to: string;
  values: number;
  types: number;
}

export interface Group {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  readonly median: number;
  readonly longest: number;
}

export interface Survey {
  readonly groups: readonly Group[];
  readonly flows: readonly Flow[];
  /** Groups that reach each other. */
  readonly circles: readonly (readonly string[])[];
}

/** The files of a folder, their paths from the root. */
export const readSources = (root: string, folder: string): readonly SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .sort(compareText)
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const imports = importsOf(text).flatMap(({ specifier, isType }) => {
        const to = resolveImport(path, specifier);
        return to === undefined ? [] : [{ to, isType }];
      });
      return { path, lines: text.split('\n').length - 1, imports };
    });

/** `groupOf` names the group of a path; what has none is left out. */
export const survey = (
  sources: readonly SourceFile[],
  groupOf: (path: string) => string | undefined,
): Survey => {
  const members = new Map<string, number[]>();
  const flows = new Map<string, Flow>();
  for (const { path, lines, imports } of sources) {
    const from = groupOf(path);
    if (from === undefined) continue;
    members.set(from, [...(members.get(from) ?? []), lines]);
    for (const { to: target, isType } of imports) {
      const to = groupOf(target);
      if (to === undefined || to === from) continue;
      const flow = flows.get(`${from} ${to}`) ?? { from, to, values: 0, types: 0 };
      flow[isType ? 'types' : 'values'] += 1;
      flows.set(`${from} ${to}`, flow);
    }
  }
  const groups = [...members].map(([name, sizes]) => sizeOf(name, sizes));
  return { groups, flows: [...flows.values()], circles: circlesOf([...flows.values()]) };
};

export const sizeOf = (name: string, sizes: readonly number[]): Group => {
  const sorted = sizes.toSorted((a, b) => a - b);
  const lines = sorted.reduce((sum, each) => sum + each, 0);
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return { name, files: sorted.length, lines, median, longest };
};

/** Strongly connected groups of more than one member. */
const circlesOf = (flows: readonly Flow[]): readonly (readonly string[])[] => {
  const names = [...new Set(flows.flatMap(({ from, to }) => [from, to]))].sort(compareText);
  const reach = new Map(names.map((name) => [name, reachedFrom(name, flows)]));
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const name of names) {
    if (seen.has(name)) continue;
    const circle = names.filter((other) => reach.get(name)?.has(other) && reach.get(other)?.has(name));
    for (const each of circle) seen.add(each);
    if (circle.length > 1) circles.push(circle);
  }
  return circles;
};

const reachedFrom = (start: string, flows: readonly Flow[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const next = [start];
  for (let name = next.pop(); name !== undefined; name = next.pop())
    for (const { from, to } of flows)
      if (from === name && !reached.has(to)) {
        reached.add(to);
        next.push(to);
      }
  return reached;
};
