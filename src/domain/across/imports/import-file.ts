// Imports a file in batches: all of it or, with `partial`, its valid rows.
import { IMPORTS } from '../../../../generated/imports.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import { isDuplicate } from '../../../db/errno.ts';
import type { Entity } from '../../../base/entity.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Act, Books, OpenBooks } from '../../ground/change/change.ts';
import type { Importer, ImportScope, StoreOptions } from './importer.ts';
import { IMPORTERS, type OfferedImport } from './importers.ts';
import { type MapFile, openMapFile, type TakeMap } from './map-file.ts';
import { type ImportReport, type RowOutcome, Tally } from './outcome.ts';
import type { ColumnMap } from './read/columns.ts';
import { type FileRow, type ImportSource, openSource, readRows } from './read/rows.ts';
import type { OnBytes } from './read/text.ts';
import { FileRows } from './repeated-rows.ts';
import {
  type AnyRow,
  type CheckedRows,
  checkRows,
  type DecidedRow,
  type LineWarning,
  readExternalId,
} from './check-rows.ts';

export interface ImportRequest {
  readonly type: OfferedImport;
  readonly path: string;
  /** What odd headings of a CSV file stand for. */
  readonly columns: ColumnMap;
  readonly organisation_id: OrganisationId;
  /** Null only for records of the organisation. */
  readonly entity: Entity | null;
  readonly partial: boolean;
  readonly update: boolean;
  /** A file, or what takes its lines. */
  readonly map: string | TakeMap | null;
  readonly act: Act;
  /** How many bytes of the file are read, of how many. */
  readonly onBytes?: OnBytes;
}

/** Rows per batch: held in memory and, with `partial`, stored in one transaction. */
const BATCH_ROWS = 500;

/** Thrown to roll back a transaction and keep its report. */
class NothingKept extends Error {}

export const importFile = async (books: Books, request: ImportRequest): Promise<ImportReport> => {
  const map = await openMapFile(request.map);
  let source: ImportSource | undefined;
  try {
    source = await openSource(request.path, request.columns, request.onBytes);
    const report = request.partial
      ? await importWhatIsRight(books, request, source, map)
      : await importAllOrNothing(books, request, source, map);
    if (report.rejected.length > 0 && !request.partial) await map.drop();
    else await map.keep();
    return report;
  } catch (error) {
    await map.drop();
    throw explainTwin(error);
  } finally {
    await source?.file.close();
  }
};

const TWIN_INDEXES = [
  'uq_counterparty_external_id',
  'uq_reference_record_external_id',
  'uq_invoice_external_id',
  'uq_invoice_number',
  'uq_bill_external_id',
  'uq_bill_number',
  'uq_bill_uuid',
  'uq_payment_external_id',
  'uq_credit_note_external_id',
] as const;

/** Of two concurrent imports of one file, the later one sees the records of the first only after a restart. */
const explainTwin = (error: unknown): unknown =>
  TWIN_INDEXES.some((index) => isDuplicate(error, index))
    ? new Refusal(
        'already_exists',
        'Somebody else brought the same external_id, number or UUID meanwhile; import this file again.',
      )
    : error;

const importAllOrNothing = async (
  books: Books,
  request: ImportRequest,
  source: ImportSource,
  map: MapFile,
): Promise<ImportReport> => {
  let tally = newTally(source);
  try {
    await books.transaction(async (open) => {
      // A transaction that lost a conflict restarts, and so does the file.
      tally = newTally(source);
      await map.restart();
      for await (const batch of readBatches(request, source, new FileRows())) {
        await countBatch(await storeBatch(open, request, batch), tally, map);
      }
      if (tally.rejectedCount > 0) throw new NothingKept();
    });
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error;
    return tally.report(false);
  }
  return tally.report(true);
};

const importWhatIsRight = async (
  books: Books,
  request: ImportRequest,
  source: ImportSource,
  map: MapFile,
): Promise<ImportReport> => {
  // A file with a fault anywhere must store nothing, so it is read once in advance.
  for await (const _row of rowsOf(request, source));
  const tally = newTally(source);
  for await (const batch of readBatches(request, source, new FileRows())) {
    await countBatch(await books.transaction((open) => storeBatch(open, request, batch)), tally, map);
  }
  return tally.report(true);
};

/** An encoding is only ever guessed, and accents show whether rightly. */
const newTally = ({ encoding }: ImportSource): Tally => {
  const tally = new Tally();
  if (encoding === 'windows-1252')
    tally.warn(
      1,
      'the file is not UTF-8 and was read as windows-1252; look at the accents in what it brought',
    );
  return tally;
};

const rowsOf = ({ type }: Pick<ImportRequest, 'type'>, source: ImportSource): ReturnType<typeof readRows> => {
  const importer: Importer<OfferedImport> = IMPORTERS[type];
  return readRows(source, IMPORTS[type].schema, importer.exported);
};

async function* readBatches(
  { type }: ImportRequest,
  source: ImportSource,
  file: FileRows,
): AsyncGenerator<CheckedRows> {
  let batch: FileRow[] = [];
  for await (const row of rowsOf({ type }, source)) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield checkRows(type, batch, file);
    batch = [];
  }
  if (batch.length > 0) yield checkRows(type, batch, file);
}

interface StoredBatch {
  readonly rows: readonly DecidedRow[];
  readonly warnings: readonly LineWarning[];
}

const countBatch = async ({ rows, warnings }: StoredBatch, tally: Tally, map: MapFile): Promise<void> => {
  for (const { line, outcome, externalId } of rows) {
    tally.add(line, outcome);
    if (outcome.kind !== 'rejected') map.add(externalId, outcome.id);
  }
  for (const { line, message } of warnings) tally.warn(line, message);
  await map.flush();
};

const storeBatch = async (
  books: OpenBooks,
  request: ImportRequest,
  { right, decided, warnings: earlier, file }: CheckedRows,
): Promise<StoredBatch> => {
  const warnings = [...earlier];
  const options: StoreOptions = {
    update: request.update,
    warn: (line, message) => {
      warnings.push({ line, message });
    },
    file,
  };
  const outcomes = right.length === 0 ? [] : await storeRows(books, request, right, options);
  const stored = right.map(({ line, value }, index): DecidedRow => {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new Error(`the import of ${request.type} lost the row on line ${line}`);
    return { line, outcome, externalId: readExternalId(value) };
  });
  const byLine = (a: { readonly line: number }, b: { readonly line: number }): number => a.line - b.line;
  return { rows: [...decided, ...stored].toSorted(byLine), warnings: warnings.toSorted(byLine) };
};

/** Rows and importer come from the same entry, which the compiler cannot follow. */
const storeRows = async (
  books: OpenBooks,
  { type, organisation_id, entity, act }: ImportRequest,
  rows: readonly AnyRow[],
  options: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const importer: Importer<OfferedImport> = IMPORTERS[type];
  if (importer.level === 'organisation') {
    return books.changeOrganisation(organisation_id, act, (ctx) => importer.store(ctx, rows, options));
  }
  if (entity === null) throw new Error(`the import of ${type} needs an entity`);
  const { result } = await books.change(entity, act, (ctx: ImportScope) =>
    importer.store(ctx, rows, options),
  );
  return result;
};
