// Writes a whole export to a file, or streams it. Rows stream from the database, so memory does not grow with their number.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Database } from '../../db/database.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import { writeCsv, writeCsvFile, type WrittenFile } from '../../base/csv/write-file.ts';
import { LEDGER_COLUMNS } from '../ledger/describe.ts';
import { type LedgerLine, openingLines, runningFrom } from '../ledger/lines.ts';
import { type Standing, standingAtStart } from '../ledger/standing.ts';
import { type LedgerFilters, streamLedgerRows } from '../ledger/store.ts';
import { requireCounterparty } from '../counterparties/resolve.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { ExportSource } from './source.ts';

export type ExportScope = ReadScope & Raises<'counterparty_not_found'>;

/** Writes an export to a file, from one consistent snapshot. */
export const exportToFile = <Row>(
  database: Database,
  ctx: ExportScope,
  path: string,
  openSource: (ctx: ExportScope) => Promise<ExportSource<Row>>,
): Promise<WrittenFile> =>
  inSnapshot(database, async (db) => {
    const source = await openSource({ ...ctx, db });
    const rows = counted(source.stream(), await source.count());
    return writeCsvFile(path, source.columns, rows);
  });

/** Writes a ledger to a file, from one consistent snapshot. */
export const exportLedgerToFile = (
  database: Database,
  ctx: ExportScope,
  path: string,
  asked: LedgerFilters,
): Promise<WrittenFile> =>
  inSnapshot(database, async (db) => {
    const reading = { ...ctx, db };
    const filters = await requireCounterparty(reading, asked);
    const standing = await standingAtStart(reading, filters, null);
    return writeCsvFile(path, LEDGER_COLUMNS, ledgerLines(reading, filters, standing));
  });

/** An export as text while it is read, from one consistent snapshot; leaving it early ends the reading. */
export const streamExport = <Row>(
  database: Database,
  ctx: ExportScope,
  openSource: (ctx: ExportScope) => Promise<ExportSource<Row>>,
): AsyncIterable<string> =>
  inFlow((write) =>
    inSnapshot(database, async (db) => {
      const source = await openSource({ ...ctx, db });
      await writeCsv(write, source.columns, counted(source.stream(), await source.count()));
    }),
  );

export const streamLedger = (
  database: Database,
  ctx: ExportScope,
  asked: LedgerFilters,
): AsyncIterable<string> =>
  inFlow((write) =>
    inSnapshot(database, async (db) => {
      const reading = { ...ctx, db };
      const filters = await requireCounterparty(reading, asked);
      const standing = await standingAtStart(reading, filters, null);
      await writeCsv(write, LEDGER_COLUMNS, ledgerLines(reading, filters, standing));
    }),
  );

/** What the work writes, read at the reader's pace. */
const inFlow = (work: (write: (text: string) => Promise<void>) => Promise<void>): AsyncIterable<string> => {
  const flow = new PassThrough({ encoding: 'utf8' });
  const left = new AbortController();
  flow.on('close', () => left.abort());
  const write = async (text: string): Promise<void> => {
    if (left.signal.aborted) throw new Error('the reader of the export has left');
    if (!flow.write(text)) await once(flow, 'drain', { signal: left.signal });
  };
  work(write).then(
    () => flow.end(),
    (error: unknown) => flow.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return flow as AsyncIterable<string>;
};

const ledgerLines = async function* (
  ctx: ReadScope,
  filters: LedgerFilters,
  standing: Standing,
): AsyncGenerator<LedgerLine> {
  yield* openingLines(filters, standing);
  const running = runningFrom(standing);
  const expected = [...standing.values()].reduce((sum, { totals }) => sum + totals.count, 0);
  for await (const row of counted(streamLedgerRows(ctx, filters), expected)) yield running.add(row);
};

/** The driver ends a stream without an error when its connection closes early; a truncated file must not look complete. */
const counted = async function* <Row>(rows: AsyncIterable<Row>, expected: number): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    yield row;
  }
  if (count !== expected) throw new Error(`the database sent ${count} of ${expected} rows`);
};
