// SpreadsheetML 2003, the XML that BBVA Mexico hands out as ".xls": the sheets become tables, and are read as such.
import { toolError } from '../../../../base/errors.ts';
import { decimal, roundHalfUp, toText } from '../../../../base/money/decimal.ts';
import type { CsvRecord } from '../csv/records.ts';
import type { StatementFile } from '../file.ts';
import type { FormatRows, ReadOptions, StatementFormat } from '../format.ts';
import { readSheets } from '../sheets.ts';
import { all, type Element, first, readXml, textAt } from './tree.ts';

const NAME = 'spreadsheet-xml';

export const SPREADSHEET_XML: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /<(?:\w+:)?Workbook[\s>]/u.test(text.slice(0, 4_000)) &&
    text.includes('urn:schemas-microsoft-com:office:spreadsheet'),
  read: (file, options) => read(file, options),
};

/** A sheet is as wide as a statement; an index beyond is not meant. */
const MAX_COLUMNS = 200;

const read = (file: StatementFile, options: ReadOptions): FormatRows => {
  const root = readXml(file);
  if (root.name !== 'Workbook') throw toolError('statement_workbook_empty', { file: file.path });
  const sheets = all(root, 'Worksheet').map((sheet) => ({
    name: sheet.attributes['Name'] ?? '',
    isHidden: /hidden/iu.test(textAt(sheet, 'WorksheetOptions/Visible')),
    records: readRows(first(sheet, 'Table')),
    formulas: 0,
    unknown: undefined,
    hidden: 0,
  }));
  return readSheets(file.path, sheets, options, NAME).rows;
};

/** Rows and cells may say where they stand; those that do not follow the one before. */
const readRows = (table: Element | undefined): CsvRecord[] => {
  let line = 0;
  return all(table, 'Row').map((row) => {
    line = readIndex(row) ?? line + 1;
    return { line, cells: readCells(row) };
  });
};

const readCells = (row: Element): string[] => {
  const cells: string[] = [];
  for (const cell of all(row, 'Cell')) {
    const skipped = Math.min(readIndex(cell) ?? 0, MAX_COLUMNS) - 1 - cells.length;
    if (skipped > 0) cells.push(...Array.from({ length: skipped }, () => ''));
    cells.push(cellText(first(cell, 'Data')));
  }
  return cells;
};

const readIndex = ({ attributes }: Element): number | undefined => {
  const index = Number(attributes['Index']);
  return Number.isInteger(index) && index > 0 ? index : undefined;
};

/** A binary fraction that a spreadsheet has written out: 1234.5599999999999 is 1234.56. */
const NOISY = /^-?\d+\.\d{7,}$|^-?\d+(?:\.\d+)?E-\d+$/i;
const NOISE_DECIMALS = 6;

const cellText = (data: Element | undefined): string => {
  if (data === undefined) return '';
  const text =
    data.children.length === 0 ? data.text : data.children.map((child) => deepText(child)).join('');
  const isNumber = data.attributes['Type'] === 'Number';
  return isNumber && NOISY.test(text) ? toText(roundHalfUp(decimal(text), NOISE_DECIMALS)) : text.trim();
};

const deepText = (element: Element): string => element.text + element.children.map(deepText).join('');
