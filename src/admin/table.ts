// Aligned text for people at a terminal.
import stringWidth from 'string-width';
import { AT_SHELL, fit } from '../base/text/fit.ts';
import { showHidden } from '../base/text/hidden.ts';

/** What an answer names by more than its id is told by its name. */
const named = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : undefined;

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shown).join(' ');
  // What is hidden takes room once it is shown.
  return showHidden(
    fit(typeof value === 'string' ? value : (named(value) ?? JSON.stringify(value)), AT_SHELL),
  );
};

const GAP = '  ';
const CUT = '…';

/** A column of text gives way down to this. */
const NARROWEST = 12;

/** Ids, days, amounts, states, addresses of mail: cut, they would be wrong or of no use. */
const EXACT = /^(?:[\w.:@+–-]*|-?[\d.]+ [A-Z]{3})$/;

const graphemes = new Intl.Segmenter();

/** As much of the text as fits, in whole characters as people see them. */
const cut = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let room = width - stringWidth(CUT);
  for (const { segment } of graphemes.segment(text)) {
    room -= stringWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${CUT}`;
};

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Undefined where nobody reads along: a file or another program gets everything. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;

const total = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));

/** The widest columns of text become narrower; undefined when even then not everything fits. */
const fitted = (
  widths: readonly number[],
  gives: readonly boolean[],
  room: number,
): readonly number[] | undefined => {
  for (let most = Math.max(NARROWEST, ...widths); most >= NARROWEST; most -= 1) {
    const narrower = widths.map((width, index) => (gives[index] === true ? Math.min(width, most) : width));
    if (total(narrower) <= room) return narrower;
  }
  return undefined;
};

/**
 * In a room of so many characters what is long is cut, for records that can be shown one by one. Where the columns do
 * not fit side by side even so, the rows stand one below the other, a line per field.
 */
export const table = <R extends object>(
  rows: readonly R[],
  columns: readonly Extract<keyof R, string>[],
  { room, cuts = true }: { readonly room?: number | undefined; readonly cuts?: boolean } = {},
): string => {
  const cells = rows.map((row) => columns.map((name) => shown(row[name]).replaceAll(/\s+/gu, ' ')));
  const lines = [columns.map((name) => name.toUpperCase()), ...cells];
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))));
  const gives = columns.map((_, index) => cuts && cells.some((line) => !EXACT.test(line[index] ?? '')));
  const widths = room === undefined ? natural : fitted(natural, gives, room);
  if (widths === undefined)
    return rows
      .map((row) => keyValues(Object.fromEntries(columns.map((name) => [name, row[name]]))))
      .join('\n\n');
  const line = (values: readonly string[]): string =>
    values
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return padded(gives[index] === true ? cut(cell, width) : cell, width);
      })
      .join(GAP)
      .trimEnd();
  return lines.map(line).join('\n');
};

/** One line per field. */
export const keyValues = (record: object): string => {
  const entries = Object.entries(record);
  const width = Math.max(0, ...entries.map(([name]) => stringWidth(name)));
  return entries.map(([name, value]) => `${padded(name, width)}${GAP}${shown(value)}`).join('\n');
};
