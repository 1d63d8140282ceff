// .xlsx workbooks, which some banks give companies and nothing else: the sheet with the movements is read as a table.
import type { StatementFormat } from '../format.ts';
import { readSheets } from '../sheets.ts';
import { refuseUnknown } from './workbook.ts';

const NAME = 'xlsx';

export const XLSX: StatementFormat = {
  name: NAME,
  recognises: ({ sheets }) => sheets !== undefined,
  read: ({ path, sheets = [] }, options) => {
    const { sheet, rows } = readSheets(path, sheets, options, NAME);
    refuseUnknown(path, sheet);
    if (sheet.formulas === 0) return rows;
    const said = `${sheet.formulas === 1 ? '1 cell holds a formula' : `${sheet.formulas} cells hold formulas`}; none was run, and the values that the workbook has of them were taken.`;
    return { ...rows, warnings: [...rows.warnings, said] };
  },
};
