// A workbook of several sheets: one of them has the movements, and is read as a table.
import { toolError, type ToolError } from '../../../base/errors.ts';
import { type Beginning, findLayoutIn, type Layout } from './csv/columns.ts';
import { explainNoLayout } from './csv/explain-no-layout.ts';
import { readTable } from './csv/read.ts';
import type { Sheet } from './file.ts';
import type { FormatRows, ReadOptions } from './format.ts';

/** Headings stand in the first rows of a sheet. */
const BEGINNING_ROWS = 60;

const beginningOf = ({ records }: Sheet): Beginning => ({
  delimiter: ',',
  records: records.slice(0, BEGINNING_ROWS),
});

/** Cells at the end of a row that have nothing in them are mostly not written. */
const inFullWidth = (sheet: Sheet): Sheet => {
  const width = sheet.records.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const fill = (cells: readonly string[]): readonly string[] =>
    cells.length === width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')];
  return { ...sheet, records: sheet.records.map(({ line, cells }) => ({ line, cells: fill(cells) })) };
};

interface Found {
  readonly sheet: Sheet;
  readonly layout: Layout;
}

export const readSheets = (
  path: string,
  sheets: readonly Sheet[],
  options: ReadOptions,
  name: string,
): { readonly sheet: Sheet; readonly rows: FormatRows } => {
  const found = sheets.map(inFullWidth).flatMap((sheet): Found[] => {
    const layout = findLayoutIn([beginningOf(sheet)], options.columns, options.remembered);
    return layout === undefined ? [] : [{ sheet, layout }];
  });
  const filled = found.filter(({ sheet, layout }) => sheet.records.some(({ line }) => line > layout.line));
  const seen = filled.filter(({ sheet }) => !sheet.isHidden);
  const [only, ...others] = seen.length > 0 ? seen : filled.length > 0 ? filled : found.slice(0, 1);
  if (only === undefined)
    throw sheets.some(({ records }) => records.some(({ cells }) => cells.length > 1))
      ? explainNoLayout(path, sheets.map(inFullWidth).map(beginningOf), options)
      : noStatement(path);
  if (others.length > 0)
    throw toolError('statement_workbook_sheets', {
      file: path,
      sheets: [only, ...others].map(({ sheet }) => sheet.name.slice(0, 60)),
    });
  const { sheet, layout } = only;
  const above = sheet.records.filter(({ line }) => line < layout.line);
  const rows = readTable({ path, layout, above, records: sheet.records, is_spreadsheet: true }, options);
  return { sheet, rows: { ...rows, format: layout.profile?.name ?? name } };
};

const noStatement = (file: string): ToolError => toolError('statement_workbook_empty', { file });

/** What the widest row at the beginning of the first sheet that has any holds: its headings, if any has them. */
export const headingsOfSheets = (sheets: readonly Sheet[]): readonly string[] =>
  sheets
    .flatMap((sheet) => beginningOf(sheet).records)
    .toSorted((a, b) => b.cells.length - a.cells.length)[0]
    ?.cells.filter((cell) => cell !== '') ?? [];
