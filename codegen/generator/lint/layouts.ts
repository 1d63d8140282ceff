// Rules on the layouts of banks: each is told by headings that its own example has, and by no other layout as well.
import { atKey, below } from '../problem.ts';
import type { LintRule } from './all.ts';

/** As src/base/names/normalise.ts spells names, as far as headings need it. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** With the currency that a heading names, and without. */
const spellings = (cell: string): readonly string[] => [
  plain(cell),
  plain(cell.replace(/\([A-Z]{3}\)|\b(?:in )?[A-Z]{3}\b\s*"?$/u, '')),
];

const linesOf = (fixture: string): readonly (readonly string[])[] =>
  fixture.split('\n').map((line) => line.split(/[;,\t]/u).flatMap(spellings));

const fits = (signature: readonly string[], line: readonly string[]): boolean =>
  signature.every((names) => names.split('|').some((name) => line.includes(name)));

export const layoutsDiffer: LintRule = (spec, _tools, problems) => {
  for (const [at, layout] of spec.layouts.entries()) {
    const where = below(layout.where, 'signature');
    const line = linesOf(layout.fixture).find((each) => fits(layout.signature, each));
    if (line === undefined) {
      problems.flaw(
        'layout-fixture',
        atKey(where),
        `no line of the fixture has the headings of ${layout.name}`,
      );
      continue;
    }
    const twin = spec.layouts.find(
      (other, index) =>
        index !== at && other.signature.length >= layout.signature.length && fits(other.signature, line),
    );
    if (twin !== undefined)
      problems.flaw(
        'layout-alike',
        atKey(where),
        `the fixture of ${layout.name} (${layout.product}) has the headings of ${twin.name} (${twin.product}) too: name more of them`,
      );
  }
};
