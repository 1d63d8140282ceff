// Aligned text for people at a terminal.

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shown).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Counts code points rather than UTF-16 units. */
const measureWidth = (text: string): number => Array.from(text).length;

const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - measureWidth(text)));

export const table = <R extends object>(
  rows: readonly R[],
  columns: readonly Extract<keyof R, string>[],
): string => {
  const lines = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => shown(row[name]))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => measureWidth(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, index) => padded(cell, widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** One line per field. */
export const keyValues = (record: object): string => {
  const entries = Object.entries(record);
  const width = Math.max(0, ...entries.map(([name]) => measureWidth(name)));
  return entries.map(([name, value]) => `${padded(name, width)}  ${shown(value)}`).join('\n');
};
