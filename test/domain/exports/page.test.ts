// How many rows an export has is told up to what lists count, on every page alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SERVICE } from '../../../generated/service.ts';
import { readExportPage } from '../../../src/domain/views/exports/page.ts';
import type { ExportSource } from '../../../src/domain/views/exports/source.ts';

const { exact_total_up_to: MOST, csv_page_rows: PAGE } = SERVICE.limits;

const sourceOf = (size: number): ExportSource<number> & { counted: number } => ({
  counted: 0,
  columns: [],
  order: [{ column: 'n', direction: 'ascending', type: 'number', value: (n) => n }],
  read: async (after, take) => {
    const first = after === null ? 0 : Number(after[0]) + 1;
    return Array.from({ length: Math.min(take, size - first) }, (_, index) => first + index);
  },
  stream: () => assert.fail('a page streams nothing'),
  count: () => assert.fail('a page counts no more than it tells'),
  async countUpTo(max) {
    this.counted += 1;
    return Math.min(size, max);
  },
});

const question = { tool: 'export_bills', tenant: 'enti_one', filters: {} };
const ctx = { error: (code: string) => new Error(code) } as never;

for (const [size, told] of [
  [PAGE, PAGE],
  [PAGE + 1, PAGE + 1],
  [MOST, MOST],
  [MOST + 1, null],
] as const) {
  test(`${size} rows are told as ${told ?? 'more than are counted'}`, async () => {
    const source = sourceOf(size);
    const seen: (number | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await readExportPage(ctx, question, cursor, source);
      seen.push(page.row_count);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual([...new Set(seen)], [told]);
    assert.equal(seen.length, Math.ceil(size / PAGE));
    assert.equal(source.counted, size > PAGE ? 1 : 0);
  });
}
