// The rooms of a project, their sizes and the imports between them, then the same for the nouns
// of the domain. A project without a data file is shown by its folders.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { compareText } from '../../generator/problem.ts';
import { HOUSE_FILE, readHouse } from './house.ts';
import { placeOf } from './place.ts';
import {
  type Flow,
  type Group,
  readSources,
  sizeOf,
  type SourceFile,
  survey,
  type Survey,
} from './survey.ts';

const row = (name: string, ...columns: readonly (number | string)[]): string =>
  `  ${name.padEnd(22)}${columns.map((column) => String(column).padStart(8)).join('')}`;

const sizeRow = ({ name, files, lines, median, longest }: Group): string =>
  row(name, files, lines, median, longest);

/** One line a pair, the arrows upward marked; `order` is empty when none is stated. */
const flowRows = (flows: readonly Flow[], order: readonly string[]): readonly string[] =>
  flows.map((flow) => {
    const mark = isUpward(flow, order) ? '  UPWARD' : '';
    return `${row(`${flow.from} -> ${flow.to}`.padEnd(40), flow.values, flow.types)}${mark}`;
  });

const isUpward = ({ from, to }: Flow, order: readonly string[]): boolean =>
  order.includes(from) && order.includes(to) && order.indexOf(to) > order.indexOf(from);

const sumOf = (flows: readonly Flow[]): number =>
  flows.reduce((sum, { values, types }) => sum + values + types, 0);

/** A table of sizes, one of imports, and the counts that should be 0. */
const show = (what: string, { groups, flows, circles }: Survey, order: readonly string[]): string => {
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const byOrder = (a: string, b: string): number => rank(a) - rank(b) || compareText(a, b);
  const sorted = flows.toSorted((a, b) => byOrder(a.from, b.from) || byOrder(a.to, b.to));
  const upward = flows.filter((flow) => isUpward(flow, order));
  return [
    row(what, 'files', 'lines', 'median', 'longest'),
    ...groups.toSorted((a, b) => byOrder(a.name, b.name)).map(sizeRow),
    '',
    row(`imports between ${what}`.padEnd(40), 'value', 'type'),
    ...flowRows(sorted, order),
    '',
    order.length === 0
      ? `  upward: no order is stated`
      : `  upward: ${sumOf(upward)} imports in ${upward.length} pairs`,
    `  circles between ${what}: ${circles.length}`,
    ...circles.map((circle) => `    ${circle.join(', ')}`),
    '',
  ].join('\n');
};

/** The noun of a path: as the data file says, else the folder, or the file itself, below src/domain. */
const folderNoun = (path: string): string | undefined => {
  const [, noun] = /^src\/domain\/([^/]+)/.exec(path) ?? [];
  return noun?.replace(/\.ts$/, '');
};

const folderRoom = (path: string): string | undefined => {
  const parts = path.split('/');
  if (parts[0] !== 'src') return undefined;
  return parts.length === 2 ? '(loose files)' : parts[1];
};

export const printRooms = (root: string): string => {
  const sources: readonly SourceFile[] = readSources(root, 'src');
  const house = existsSync(join(root, HOUSE_FILE)) ? readHouse(root) : undefined;
  const nounOf = (path: string): string | undefined => {
    if (house === undefined) return folderNoun(path);
    return placeOf(house, root, join(root, path))?.noun?.name ?? folderNoun(path);
  };
  const rooms = survey(sources, folderRoom);
  const nouns = survey(sources, nounOf);
  const all = sizeOf(
    'all of src',
    sources.map(({ lines }) => lines),
  );
  return [
    show('rooms', rooms, [...(house?.rooms.keys() ?? [])]),
    show('nouns', nouns, [...(house?.nouns.keys() ?? [])]),
    sizeRow(all),
    '',
  ].join('\n');
};
