// The pages for people: guides, which are filled and emitted, and the pages of the top level, whose marked figures are
// written anew where they stand. Whatever is wrong with one is told with its file and line.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../emit/emit.ts';
import { checkFigures, refreshFigures } from '../figures/readme.ts';
import type { Generated } from '../generate.ts';
import { checkGuideFigures, fillGuide } from './fill.ts';
import { checkLinks, type ReadPath } from './links.ts';
import { checkNames, namesOf } from './names.ts';
import { emitGuides, missingGuides } from './offered.ts';
import type { Page } from './page.ts';

const TOP = ['README.md', 'CONTRIBUTING.md'] as const;
const GUIDES = 'spec/guides';

export interface Pages {
  readonly faults: readonly string[];
  /** Everything below generated/, guides too. */
  readonly files: Files;
  /** Pages of the top level that hold figures of an earlier spec, and their text as it should be. */
  readonly stale: readonly (readonly [string, string])[];
}

const readTop = (root: string): readonly Page[] =>
  TOP.filter((file) => existsSync(join(root, file))).map((file) => ({
    file,
    target: file,
    text: readFileSync(join(root, file), 'utf8'),
  }));

const readGuides = (root: string): readonly Page[] => {
  const folder = join(root, GUIDES);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  return names.sort().map((name) => ({
    file: `${GUIDES}/${name}`,
    target: `generated/docs/${name}`,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
};

/** What is generated is read as it will be, everything else from the disk. */
const reader =
  (root: string, files: Files): ReadPath =>
  (path) => {
    const made = path.startsWith('generated/') ? files.get(path.slice('generated/'.length)) : undefined;
    if (made !== undefined) return made;
    if (path.startsWith('..') || !existsSync(join(root, path))) return undefined;
    return statSync(join(root, path)).isDirectory() ? '' : readFileSync(join(root, path), 'utf8');
  };

const readScripts = (root: string): Iterable<string> | undefined => {
  const path = join(root, 'package.json');
  if (!existsSync(path)) return undefined;
  const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { readonly scripts?: object };
  return Object.keys(scripts);
};

export const makePages = (root: string, { spec, tools, figures, files: own }: Generated): Pages => {
  if (spec === undefined) return { faults: [], files: own, stale: [] };
  const [top, guides] = [readTop(root), readGuides(root)];
  const made = guides.map(
    (page) => [page.target.slice('generated/'.length), fillGuide(page, figures, spec)] as const,
  );
  const byPath = new Map(made);
  const files = new Map([...own, ...made, ...emitGuides(spec, byPath)]);
  const read = reader(root, files);
  const names = namesOf(spec, tools, readScripts(root));
  return {
    files,
    faults: [
      ...missingGuides(spec, byPath),
      ...top.flatMap(({ file, text }) => checkFigures(file, text, figures)),
      ...guides.flatMap((page) => checkGuideFigures(page, figures)),
      ...guides
        .filter(({ target }) => own.has(target.slice('generated/'.length)))
        .map(({ file, target }) => `${file}:1 ${target} is generated from the spec already`),
      ...[...top, ...guides].flatMap((page) => [...checkLinks(page, read), ...checkNames(page, names)]),
    ],
    stale: top.flatMap(({ file, text }) => {
      const fresh = refreshFigures(text, figures);
      return fresh === text ? [] : [[file, fresh] as const];
    }),
  };
};
