// Writes a whole export to a file, or streams it. Rows stream from the database, so memory does not grow with their number.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Database } from '../../../db/database.ts';
import { inSnapshot } from '../../../db/snapshot.ts';
import { type CsvTarget, writeCsv, type WrittenFile } from '../../../base/csv.ts';
import { LEDGER_COLUMNS } from '../../money/ledger/describe.ts';
import { type LedgerLine, openingLines, runningFrom } from '../../money/ledger/post.ts';
import { type Standing, standingAtStart } from '../../money/ledger/standing.ts';
import { type LedgerFilters, streamLedgerRows } from '../../money/ledger/store/entries.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import type { ExportSource } from './source.ts';

export type ExportScope = ReadScope & Raises<'counterparty_not_found'>;

export interface ExportTarget {
  readonly write: CsvTarget;
  readonly onRows?: OnRows;
}

type OnRows = (done: number, total: number) => void;

/** Writes an export whole, from one consistent snapshot. */
export const writeExport = <Row>(
  database: Database,
  ctx: ExportScope,
  { write, onRows }: ExportTarget,
  openSource: (ctx: ExportScope) => Promise<ExportSource<Row>>,
): Promise<WrittenFile> =>
  inSnapshot(database, async (db) => {
    const source = await openSource({ ...ctx, db });
    return write(source.columns, counted(source.stream(), await source.count(), onRows));
  });

/** Writes a ledger whole, from one consistent snapshot. */
export const writeLedger = (
  database: Database,
  ctx: ExportScope,
  { write, onRows }: ExportTarget,
  asked: LedgerFilters,
): Promise<WrittenFile> =>
  inSnapshot(database, async (db) => {
    const reading = { ...ctx, db };
    const filters = await requireCounterparty(reading, asked);
    const standing = await standingAtStart(reading, filters, null);
    return write(LEDGER_COLUMNS, ledgerLines(reading, filters, standing, onRows));
  });

/** A file that is read while it is sent. */
export interface ExportStream {
  /** Rows to come, the header not counted. */
  readonly rows: number;
  /** Fails when a row is missing; leaving it early ends the reading. */
  readonly text: AsyncIterable<string>;
}

/** An export as text while it is read, from one consistent snapshot. */
export const streamExport = <Row>(
  database: Database,
  ctx: ExportScope,
  openSource: (ctx: ExportScope) => Promise<ExportSource<Row>>,
): Promise<ExportStream> =>
  inFlow(async (begin) =>
    inSnapshot(database, async (db) => {
      const source = await openSource({ ...ctx, db });
      const rows = await source.count();
      await writeCsv(begin(rows), source.columns, counted(source.stream(), rows));
    }),
  );

export const streamLedger = (
  database: Database,
  ctx: ExportScope,
  asked: LedgerFilters,
): Promise<ExportStream> =>
  inFlow(async (begin) =>
    inSnapshot(database, async (db) => {
      const reading = { ...ctx, db };
      const filters = await requireCounterparty(reading, asked);
      const standing = await standingAtStart(reading, filters, null);
      const rows = openingLines(filters, standing).length + entriesIn(standing);
      await writeCsv(begin(rows), LEDGER_COLUMNS, ledgerLines(reading, filters, standing));
    }),
  );

type Write = (text: string) => Promise<void>;

/**
 * What the work writes, read at the reader's pace. The work tells how many rows it will write; what fails before that
 * fails here, later faults fail the text.
 */
export const inFlow = (work: (begin: (rows: number) => Write) => Promise<void>): Promise<ExportStream> =>
  new Promise((opened, refused) => {
    const text = new PassThrough({ encoding: 'utf8' });
    const left = new AbortController();
    text.on('close', () => left.abort());
    const write: Write = async (part) => {
      if (left.signal.aborted) throw new Error('the reader of the export has left');
      if (!text.write(part)) await once(text, 'drain', { signal: left.signal });
    };
    const begin = (rows: number): Write => {
      opened({ rows, text });
      return write;
    };
    work(begin).then(
      () => text.end(),
      (error: unknown) => {
        refused(error);
        text.destroy(error instanceof Error ? error : new Error(String(error)));
      },
    );
    // Between opening and reading nobody listens yet; the reader gets the error all the same.
    text.on('error', () => undefined);
  });

const entriesIn = (standing: Standing): number =>
  [...standing.values()].reduce((sum, { totals }) => sum + totals.count, 0);

const ledgerLines = async function* (
  ctx: ReadScope,
  filters: LedgerFilters,
  standing: Standing,
  onRows?: OnRows,
): AsyncGenerator<LedgerLine> {
  yield* openingLines(filters, standing);
  const running = runningFrom(standing);
  for await (const row of counted(streamLedgerRows(ctx, filters), entriesIn(standing), onRows))
    yield running.add(row);
};

/** The driver ends a stream without an error when its connection closes early; a truncated file must not look complete. */
const counted = async function* <Row>(
  rows: AsyncIterable<Row>,
  expected: number,
  onRows?: OnRows,
): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    onRows?.(count, expected);
    yield row;
  }
  if (count !== expected) throw new Error(`the database sent ${count} of ${expected} rows`);
};
