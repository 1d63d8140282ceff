// The sheets of an .xlsx workbook as rows of texts.
import { toolError } from '../../../../base/errors.ts';
import { withoutMarks } from '../../../../base/text/fit.ts';
import { replaceHidden } from '../../../../base/text/hidden.ts';
import type { CsvRecord } from '../csv/records.ts';
import type { Sheet } from '../file.ts';
import { all, type Element, first, readXml } from '../xml/tree.ts';
import { type Book, cellText, NoValue, readStyles, stringText } from './cells.ts';
import { type Parts, unzip } from './unzip.ts';

/** A sheet is as wide as a statement; what stands further right is none of it. */
const MAX_COLUMNS = 200;

export const readWorkbook = async (path: string, bytes: Buffer): Promise<readonly Sheet[]> => {
  const parts = await unzip(path, bytes);
  const workbook = partOf(path, parts, 'xl/workbook.xml');
  const book: Book = {
    strings: all(partOf(path, parts, 'xl/sharedstrings.xml'), 'si').map(stringText),
    ...readStyles(partOf(path, parts, 'xl/styles.xml')),
    since1904: /^(?:1|true)$/iu.test(first(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
  };
  const targets = new Map(
    all(partOf(path, parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes['Id'] ?? '',
      nameOf(attributes['Target'] ?? ''),
    ]),
  );
  return all(workbook, 'sheets/sheet').flatMap(({ attributes }) => {
    const { name = '', state, id = '' } = attributes;
    const sheet = partOf(path, parts, targets.get(id) ?? '');
    if (sheet === undefined || first(sheet, 'sheetData') === undefined) return [];
    return { name, isHidden: (state ?? 'visible') !== 'visible', ...readRows(book, sheet) };
  });
};

const nameOf = (target: string): string => {
  const name = target.replaceAll('\\', '/').toLowerCase();
  return name.startsWith('/') ? name.slice(1) : `xl/${name.replace(/^\.\//u, '')}`;
};

const partOf = (path: string, parts: Parts, name: string): Element | undefined => {
  const text = parts.get(name);
  return text === undefined ? undefined : readXml({ path: `${path} (${name})`, text: withoutEmpty(text) });
};

/** Rows and cells that have only a place and a look: programs write up to a million of them. */
const EMPTY_CELL = /<(?:\w+:)?c\s[^<>]*\/>/gu;
const EMPTY_ROW = /<((?:\w+:)?row)\s[^<>]*(?:\/>|>\s*<\/\1>)/gu;

const withoutEmpty = (text: string): string =>
  /<(?:\w+:)?sheetData[\s>]/u.test(text) ? text.replace(EMPTY_CELL, '').replace(EMPTY_ROW, '') : text;

/** Rows and cells mostly say where they stand; those that do not follow the one before. */
const readRows = (book: Book, sheet: Element): Pick<Sheet, 'records' | 'formulas' | 'unknown' | 'hidden'> => {
  const records: CsvRecord[] = [];
  let [line, formulas, hidden] = [0, 0, 0];
  let unknown: string | undefined;
  for (const row of all(sheet, 'sheetData/row')) {
    line = Number(row.attributes['r'] ?? line + 1);
    const cells: string[] = [];
    for (const cell of all(row, 'c')) {
      const column = columnOf(cell.attributes['r'] ?? '') ?? cells.length;
      if (column >= MAX_COLUMNS) continue;
      if (first(cell, 'f') !== undefined) formulas += 1;
      while (cells.length < column) cells.push('');
      try {
        const { text, count } = replaceHidden(withoutMarks(cellText(book, cell)));
        cells[column] = text;
        hidden += count;
      } catch (error) {
        if (!(error instanceof NoValue)) throw error;
        unknown ??= error.message || `row ${line}`;
        cells[column] = '';
      }
    }
    if (cells.some((cell) => cell !== '')) records.push({ line, cells });
  }
  return { records, formulas, unknown, hidden };
};

/** `B7` is in the second column. */
const columnOf = (place: string): number | undefined => {
  const letters = /^([A-Z]{1,3})\d/iu.exec(place)?.[1]?.toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** A formula without a value is as good as a number that was left out: nothing of such a sheet is taken. */
export const refuseUnknown = (path: string, { name, unknown }: Sheet): void => {
  if (unknown === undefined) return;
  throw toolError('statement_workbook_formulas', { file: path, sheet: name, cell: unknown });
};
