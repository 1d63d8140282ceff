// Workbooks that programs have filled with empty rows cost what they hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatementFile } from '../../../src/domain/bank/statements/file.ts';
import { toXlsx } from './workbooks.ts';

test('a million empty rows', async () => {
  const rows = Array.from(
    { length: 1_000_000 },
    (_, at) => `<row r="${at + 3}" spans="1:2"><c r="A${at + 3}" s="1"/><c r="B${at + 3}" s="3"/></row>`,
  );
  const text = (place: string, said: string): string =>
    `<c r="${place}" t="inlineStr"><is><t>${said}</t></is></c>`;
  const first = `<row r="1">${text('A1', 'Fecha')}${text('B1', 'Importe')}</row><row r="2"><c r="A2" s="1"><v>46083</v></c><c r="B2"><v>7.5</v></c></row>`;
  const bytes = toXlsx({
    sheets: { Datos: [] },
    parts: {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${first}${rows.join('')}</sheetData></worksheet>`,
    },
  });
  const before = process.cpuUsage();
  const { sheets } = await readStatementFile({ name: 'a.xlsx', bytes });
  const { user } = process.cpuUsage(before);
  assert.deepEqual(sheets?.[0]?.records, [
    { line: 1, cells: ['Fecha', 'Importe'] },
    { line: 2, cells: ['2026-03-02', '7.50'] },
  ]);
  assert.ok(user < 8_000_000, `took ${user} µs`);
});
