// What is asked where a column may say whether money comes in or goes out, and nothing tells.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { asColumns, asMapping } from '../advice.ts';
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
): void => {
  const at = cells.findIndex((cell, index) => {
    const side = sides.sideOf(cell);
    return side !== undefined && side !== movements[index]?.side;
  });
  if (at === -1) return;
  throw toolError('statement_sides_contradict', {
    line: String(movements[at]?.record.line ?? 0),
    column: name,
    word: cells[at] ?? '',
    if_word: asColumns(['direction', name]),
    if_sign: asColumns(['ignore', name]),
    map_word: asMapping(['direction', name]),
    map_sign: asMapping(['ignore', name]),
  });
};

/** No code for a side is longer. */
export const MAX_CODE = 16;

export const askForColumn = ({ name, cells, sides, text }: Candidate): ToolError => {
  const values = [...new Set(cells)].slice(0, MAX_SHOWN);
  const shown = values.map((value) => `"${value.slice(0, MAX_CODE * 2)}"`);
  const words = tellWords(values, sides);
  return toolError('statement_column_unclear', {
    column: name,
    values: shown,
    if_sides: asColumns(['direction', name], ...words),
    if_signs: asColumns([text ?? 'ignore', name]),
    map_sides: asMapping(['direction', name], ...words),
    map_signs: asMapping([text ?? 'ignore', name]),
  });
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

export const askBetween = (a: Candidate, b: Candidate, movements: readonly Movement[]): ToolError => {
  const at = a.cells.findIndex(
    (cell, index) => a.sides.sideOf(cell) !== b.sides.sideOf(b.cells[index] ?? ''),
  );
  return toolError('statement_columns_contradict', {
    line: String(movements[at]?.record.line ?? 0),
    column: a.name,
    other: b.name,
    word: a.cells[at] ?? '',
    other_word: b.cells[at] ?? '',
    if_column: asColumns(['direction', a.name]),
    if_other: asColumns(['direction', b.name]),
    map_column: asMapping(['direction', a.name]),
    map_other: asMapping(['direction', b.name]),
  });
};
