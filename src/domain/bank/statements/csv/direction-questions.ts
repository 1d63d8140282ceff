// What is asked where a column may say whether money comes in or goes out, and nothing tells.
import { Refusal } from '../../../../base/refusal.ts';
import { adviceFor } from '../advice.ts';
import type { ReadOptions } from '../format.ts';
import type { Field } from './headings.ts';
import type { CsvRecord } from './records.ts';
import type { Side, SideColumn } from './sides.ts';

export interface Movement {
  readonly record: CsvRecord;
  readonly side: Side;
  /** Its amount has a plus: whoever writes one writes the other sign too. */
  readonly hasPlus: boolean;
}

export interface Candidate {
  readonly column: number;
  /** As messages and mappings name it: a column without a heading, by its number. */
  readonly name: string;
  readonly cells: readonly string[];
  readonly sides: SideColumn;
  /** Under a heading of names, texts, places and the like, where short words are no sides. */
  readonly isNamed: boolean;
  /** The field that it is read as, where it is a text. */
  readonly text: Field | undefined;
}

/** Amounts with both signs, beside words that say another side than some of them. */
export const refuseContradiction = (
  { name, cells, sides }: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): void => {
  const at = cells.findIndex((cell, index) => {
    const side = sides.sideOf(cell);
    return side !== undefined && side !== movements[index]?.side;
  });
  if (at === -1) return;
  const { map } = adviceFor(asked_by);
  throw new Refusal(
    'invalid_value',
    `Line ${movements[at]?.record.line ?? 0}: the column "${name}" says "${cells[at] ?? ''}", and the amount has the other sign. If the word counts, ${map(['direction', name])}; if the sign counts, ${map(['ignore', name])}. Nothing was imported.`,
  );
};

/** No code for a side is longer. */
export const MAX_CODE = 16;

export const askForColumn = (
  { name, cells, sides, text }: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): Refusal => {
  const { map } = adviceFor(asked_by);
  const values = [...new Set(cells)].slice(0, MAX_SHOWN);
  const shown = values.map((value) => `"${value.slice(0, MAX_CODE * 2)}"`).join(', ');
  const words = tellWords(values, sides);
  const which = words.length === 0 ? '' : ' (the words as the bank means them)';
  const signs = movements[0]?.side === 'out' ? 'All amounts have a minus' : 'No amount has a minus';
  return new Refusal(
    'invalid_value',
    `${signs}, and the column "${name}" has ${shown}: it may say whether money comes in or goes out. If so, ${map(['direction', name], ...words)}${which}; if the amounts have the right sign already, ${map([text ?? 'ignore', name])}. Nothing was imported.`,
  );
};

const MAX_SHOWN = 4;

/** What is to be said of the words that nobody knows, as far as those that are known tell. */
const tellWords = (
  values: readonly string[],
  { sideOf }: SideColumn,
): readonly (readonly ['money_in' | 'money_out', string])[] => {
  // Where nothing is one of them, the word most often stands for money out.
  const unknown = values
    .filter((value) => sideOf(value) === undefined)
    .toSorted((a, b) => Number(a !== '') - Number(b !== ''));
  const known = new Set(values.map(sideOf));
  const [first, ...others] = unknown;
  if (first === undefined) return [];
  const join = (words: readonly string[]): string =>
    words.length === 1 ? (words[0] ?? '') : words.map((word) => `"${word.replaceAll('"', '""')}"`).join('+');
  if (known.has('in')) return [['money_out', join(unknown)]];
  if (known.has('out')) return [['money_in', join(unknown)]];
  return others.length === 0
    ? [['money_in', first]]
    : [
        ['money_in', first],
        ['money_out', join(others)],
      ];
};

export const askBetween = (
  a: Candidate,
  b: Candidate,
  movements: readonly Movement[],
  { asked_by }: ReadOptions,
): Refusal => {
  const { map } = adviceFor(asked_by);
  const at = a.cells.findIndex(
    (cell, index) => a.sides.sideOf(cell) !== b.sides.sideOf(b.cells[index] ?? ''),
  );
  return new Refusal(
    'invalid_value',
    `Line ${movements[at]?.record.line ?? 0}: the columns "${a.name}" and "${b.name}" say "${a.cells[at] ?? ''}" and "${b.cells[at] ?? ''}", one of which means money in and the other money out. Name the one that counts: ${map(['direction', a.name])}, or ${map(['direction', b.name])}. Nothing was imported.`,
  );
};
