// The two surfaces that a change is compared with: that of the last release, and that of main, which each build that
// breaks nothing moves on. So what was added after a release cannot vanish unseen before the next one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../emit/json.ts';
import type { Schema } from '../lower/schema.ts';
import { judge } from './accepted.ts';
import type { Break, Verdict } from './accepted.ts';
import { compareSurfaces } from './compare.ts';
import type { Change, Surface } from './surface.ts';

export const TAGGED = 'spec/surface.json';
export const MAIN = 'spec/surface-main.json';
export const ACCEPTED = 'spec/accepted-breaks.yaml';

/** A surface with the breaks that were accepted of what no release has had. */
interface Kept extends Surface {
  readonly accepted: readonly Break[];
}

/** What a surface changes in each of the two, and what was said of its breaks. */
export interface Compared {
  readonly sinceRelease: readonly Change[];
  readonly sinceMain: readonly Change[];
  readonly verdict: Verdict;
}

const readText = (root: string, file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;

/** The file of a release has no such breaks. */
const readSurface = (root: string, file: string): (Surface & Partial<Kept>) | undefined => {
  const text = readText(root, file);
  return text === undefined ? undefined : (JSON.parse(text) as Surface & Partial<Kept>);
};

/** One line a tool: nobody reads it, and a change of one is a change of one line. */
const writeMain = (root: string, { tools, ...rest }: Kept): void => {
  const lines = tools.map((tool) => JSON.stringify(tool)).join(',\n');
  const shared = JSON.stringify(rest).slice(1, -1);
  const text = `{${shared},"tools":[\n${lines}\n]}\n`;
  if (readText(root, MAIN) !== text) writeFileSync(join(root, MAIN), text);
};

const toBreak = ({ rule, path }: Change): Break => ({ rule, path });

const isSame = (one: Break, other: Break): boolean => one.rule === other.rule && one.path === other.path;

/** Undefined before the first tag. */
export const compareKept = (root: string, present: Surface): Compared | undefined => {
  const tagged = readSurface(root, TAGGED);
  if (tagged === undefined) return undefined;
  const main = readSurface(root, MAIN) ?? tagged;
  const sinceRelease = compareSurfaces(tagged, present);
  const sinceMain = compareSurfaces(main, present);
  const fresh = sinceMain.filter((each) => !sinceRelease.some((other) => isSame(each, other)));
  const verdict = judge([...sinceRelease, ...fresh], readText(root, ACCEPTED), main.accepted ?? []);
  return { sinceRelease, sinceMain, verdict };
};

/** Names before renames that the last release no longer had: callers had a release's time to follow. */
export const listServed = (root: string, present: Surface): readonly string[] => {
  const tagged = readSurface(root, TAGGED);
  return present.tools.flatMap((tool) => {
    const before = tagged?.tools.find(({ name }) => name === tool.was || name === tool.name);
    const own = tool.was === undefined || before?.name === tool.was ? [] : [`${tool.name} was ${tool.was}`];
    return [...own, ...servedIn(before?.input, tool.input, `${tool.name}.params`)];
  });
};

const servedIn = (before: Schema | undefined, after: Schema, path: string): readonly string[] => [
  ...(after.items === undefined ? [] : servedIn(before?.items, after.items, `${path}[]`)),
  ...Object.entries(after.properties ?? {}).flatMap(([name, inner]) => {
    const { was } = inner;
    const known = before?.properties?.[was ?? name];
    const own = was === undefined || known !== undefined ? [] : [`${path}.${name} was ${was}`];
    return [...own, ...servedIn(known ?? before?.properties?.[name], inner, `${path}.${name}`)];
  }),
];

/** Moves main's surface on, unless the present one breaks what nobody accepted. Answers what the move changes. */
export const moveOn = (root: string, present: Surface): readonly Change[] => {
  const compared = compareKept(root, present);
  if (compared === undefined) return [];
  const { sinceMain, sinceRelease, verdict } = compared;
  if (verdict.refused.length > 0) return sinceMain;
  const earlier = readSurface(root, MAIN)?.accepted ?? [];
  const added = verdict.accepted
    .filter((each) => !sinceRelease.includes(each))
    .map(toBreak)
    .filter((each) => !earlier.some((other) => isSame(each, other)));
  writeMain(root, { accepted: [...earlier, ...added], ...present });
  return sinceMain;
};

/** Makes the present surface that of a release. */
export const tagSurface = (root: string, present: Surface): void => {
  writeFileSync(join(root, TAGGED), `${layOut(present)}\n`);
  writeMain(root, { accepted: [], ...present });
};
