// Whole answers of tools that answer in pages, with what every page must say of itself.
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import type { FolioClient } from '../support/client.ts';
import type { LedgerEntry } from '../../generated/types.ts';

/** More rows than this are not counted. */
const COUNTED = 1_000;

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total_count: number | null;
}

/** Every row of a list. */
export const walkList = async <Row extends { readonly id: string }>(
  read: (page: { limit: number; cursor?: string }) => Promise<ListPage<Row>>,
  limit = 50,
): Promise<Row[]> => {
  const rows: Row[] = [];
  const totals = new Set<number | null>();
  let cursor: string | null = null;
  do {
    const page: ListPage<Row> = await read({ limit, ...(cursor === null ? {} : { cursor }) });
    assert.equal(page.has_more, page.next_cursor !== null);
    rows.push(...page.data);
    totals.add(page.total_count);
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'no row comes twice');
  assert.deepEqual([...totals], [rows.length > COUNTED ? null : rows.length], 'total_count');
  return rows;
};

interface CsvPage {
  readonly csv: string | null;
  readonly columns: readonly string[] | null;
  readonly row_count: number | null;
  readonly returned_rows: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export type CsvRow = Readonly<Record<string, string>>;

/** Every row of an answer in CSV, by the heading that stands on each page. */
export const walkCsv = async (read: (page: { cursor?: string }) => Promise<CsvPage>): Promise<CsvRow[]> => {
  const rows: CsvRow[] = [];
  let cursor: string | null = null;
  do {
    const page: CsvPage = await read(cursor === null ? {} : { cursor });
    const parsed = parse<CsvRow>(page.csv ?? '', { columns: true, bom: true });
    assert.equal(parsed.length, page.returned_rows);
    assert.equal(page.has_more, page.next_cursor !== null);
    if (parsed[0] !== undefined) assert.deepEqual(Object.keys(parsed[0]), page.columns);
    rows.push(...parsed);
    cursor = page.next_cursor;
    const counted = page.row_count === null ? Math.max(rows.length, COUNTED + 1) : page.row_count;
    if (cursor === null) assert.equal(counted, rows.length, 'row_count');
  } while (cursor !== null);
  return rows;
};

export interface WalkedLedger {
  readonly currency: string;
  readonly opening: number;
  readonly closing: number;
  readonly debit: number;
  readonly credit: number;
  readonly entries: readonly LedgerEntry[];
}

type LedgerArgs = NonNullable<Parameters<FolioClient['generate_ledger']>[0]>;

/** Every entry of a ledger by currency, page after page. */
export const walkLedger = async (
  client: FolioClient,
  args: LedgerArgs,
): Promise<ReadonlyMap<string, WalkedLedger>> => {
  const walked = new Map<string, WalkedLedger & { entries: LedgerEntry[] }>();
  const last = new Map<string, number>();
  let cursor: string | null = null;
  let count = 0;
  do {
    const page = await client.generate_ledger({ ...args, ...(cursor === null ? {} : { cursor }) });
    for (const { currency, opening_balance, closing_balance, entries, totals } of page.currencies ?? []) {
      const so_far = walked.get(currency);
      if (so_far !== undefined)
        assert.equal(opening_balance, last.get(currency), `${currency} goes on where it was`);
      last.set(currency, closing_balance);
      count += entries.length;
      walked.set(currency, {
        currency,
        opening: so_far?.opening ?? opening_balance,
        closing: totals.closing_balance,
        debit: totals.debit,
        credit: totals.credit,
        entries: [...(so_far?.entries ?? []), ...entries],
      });
      if (!page.has_more) {
        assert.equal(closing_balance, totals.closing_balance);
        assert.equal(walked.get(currency)?.entries.length, totals.entry_count);
      }
    }
    cursor = page.next_cursor;
    if (cursor === null) assert.equal(page.row_count, count);
  } while (cursor !== null);
  return walked;
};
